import Foundation
import RewindFormat
import RewindRedaction
import RewindValue
import TestSupport

/// The directory of an app that has ended, written by hand: a counter, a few steps a segment.
struct LiveFixture {
    var segments = 3
    var stepsPerSegment = 4
    var ending = Ending(.finished)
    var attachments: [String: [UInt8]] = [:]
    var level: RedactionLevel?

    /// Writes the directory into a folder and returns its path.
    func write(in folder: TemporaryFolder, name: String = "app.live") throws -> String {
        let files = FileManager.default
        for index in 0..<segments {
            let segment = String(repeating: "0", count: 5) + "\(index)"
            try files.createDirectory(atPath: folder.path("\(name)/segments/\(segment)"), withIntermediateDirectories: true)
            try folder.write(actions(of: index), to: "\(name)/segments/\(segment)/actions.ndjson")
            try folder.write(states(of: index), to: "\(name)/segments/\(segment)/states.ndjson")
        }
        for (attachment, bytes) in attachments {
            try files.createDirectory(atPath: folder.path("\(name)/attachments"), withIntermediateDirectories: true)
            try folder.write(bytes, to: "\(name)/attachments/\(attachment)")
        }
        var manifest = Manifest(recorder: "rewind test", started: 1_700_000_000_000_000_000)
        manifest.app = ["name": "Test"]
        manifest.stores = [.init(name: "main", state: "Counter")]
        manifest.ending = ending
        manifest.level = level?.rawValue
        manifest.unknown["futureMember"] = ["kept": true]
        try folder.write(Array(manifest.json.jsonText.utf8), to: "\(name)/manifest.json")
        try folder.write([], to: "\(name)/lock")
        return folder.path(name)
    }

    /// The steps of a segment.
    func steps(of segment: Int) -> ClosedRange<Int> {
        (segment * stepsPerSegment + 1)...((segment + 1) * stepsPerSegment)
    }

    /// Zero bytes at the end are what a mapped stream leaves when its process dies.
    private func actions(of segment: Int) -> [UInt8] {
        steps(of: segment).flatMap { live(#"{"step":\#($0),"t":\#($0 * 1_000),"type":"increment","action":{"by":1},"future":[\#($0)]}"#) }
            + Array(repeating: 0, count: 100)
    }

    private func states(of segment: Int) -> [UInt8] {
        let first = steps(of: segment).lowerBound - 1
        return live(#"{"step":\#(first),"keyframe":{"count":\#(first)}}"#)
            + steps(of: segment).flatMap { live(#"{"step":\#($0),"patch":[{"op":"replace","path":"/count","value":\#($0)}]}"#) }
    }

    private func live(_ line: String) -> [UInt8] {
        var bytes = Array(line.utf8)
        LiveLine.close(&bytes, from: 0)
        return bytes
    }
}

/// Everything in a recording that a reader can see, to compare two.
func contents(of recording: Recording) throws -> [String] {
    try recording.segments.map { summary in
        let segment = try recording.segment(summary.index)
        return "\(summary) \(segment.journal) \(segment.states)"
    }
}
