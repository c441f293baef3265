import Foundation
import RewindFormat
import RewindRecorder
import TestSupport
import Testing

/// Looks through what was recorded for words that should not be in it, as a hostile reader would.
protocol PlantedWordSearch {
    /// Where the test keeps its files.
    var folder: TemporaryFolder { get }
}

extension PlantedWordSearch {
    /// Ways to write a word that a search of a hostile reader would try.
    private static func spellings(_ needle: String) -> [String] {
        var all = [needle]
        for padding in ["", " ", "  "] {
            let base = Data((padding + needle).utf8).base64EncodedString().filter { $0 != "=" }
            all.append(String(base.dropFirst(padding.isEmpty ? 0 : padding.count + 1).dropLast(2)))
        }
        all.append(needle.utf8.map { String($0, radix: 16) }.joined())
        all.append(String(needle.reversed()))
        all.append(needle.utf8.map(String.init).joined(separator: ","))
        return all.filter { $0.count > 4 }
    }

    func files(of directory: String) -> [(name: String, text: String)] {
        (FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []).sorted().compactMap { name in
            FileManager.default.contents(atPath: "\(directory)/\(name)").map { (name, String(decoding: $0, as: UTF8.self)) }
        }
    }

    private func look(_ needles: [String], _ name: String, _ text: String, _ comment: String) {
        let (bytes, lower) = (Data(text.utf8), Data(text.lowercased().utf8))
        for needle in needles {
            let isThere = lower.range(of: Data(needle.lowercased().utf8)) != nil
            for spelling in Self.spellings(needle) where spelling == needle ? isThere : bytes.range(of: Data(spelling.utf8)) != nil {
                let line =
                    text.split(separator: "\n").first { $0.contains(spelling) || $0.lowercased().contains(needle.lowercased()) } ?? ""
                let start = line.range(of: spelling, options: .caseInsensitive)?.lowerBound ?? line.startIndex
                let from = line.index(start, offsetBy: -120, limitedBy: line.startIndex) ?? line.startIndex
                Issue.record("LEAK \(comment): \(needle) as \(spelling) in \(name): …\(line[from...].prefix(300))")
            }
        }
    }

    func expectNothing(of needles: [String], in directory: String, _ comment: String) {
        for (name, text) in files(of: directory) {
            look(needles, name, name, comment + " (name)")
            look(needles, name, text, comment)
        }
    }

    func expectNothing(of needles: [String], in recording: Recording, _ comment: String) throws {
        for name in recording.source.names {
            look(needles, name, name, comment + " (name)")
            look(needles, name, String(decoding: try recording.source.read(name), as: UTF8.self), comment)
        }
    }

    /// The directory of a masked recording of one step.
    func finished(_ configure: (Recorder) -> Void = { _ in }) throws -> String {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path("live-\(UUID().uuidString)"), level: .masked))
        let seam = recorder.store(initialState: 0)
        _ = seam.reduce("begin", from: 0) { _, _ in 1 }
        configure(recorder)
        recorder.finish()
        return try #require(recorder.directory)
    }
}
