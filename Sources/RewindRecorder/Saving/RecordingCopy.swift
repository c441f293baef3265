import RewindFormat
import RewindJournal
import RewindSystem

/// A copy of a recording that goes on, taken between two of the writer's tasks: whole lines, and a manifest that describes them.
struct RecordingCopy {
    private let directory: LiveDirectory
    private let manifest: Manifest
    private let lastSegment: Int
    private let lastActionBytes: Int
    private let states: [Int: Int]

    /// - Parameters:
    ///   - lastSegment: the segment of the last action to be copied.
    ///   - lastActionBytes: bytes of its action stream up to there.
    ///   - states: bytes of the state streams that are still written, by segment.
    init(_ directory: LiveDirectory, manifest: Manifest, lastSegment: Int, lastActionBytes: Int, states: [Int: Int]) {
        self.directory = directory
        self.manifest = manifest
        self.lastSegment = lastSegment
        self.lastActionBytes = lastActionBytes
        self.states = states
    }

    /// Makes the copy under another name first, so that half a copy is never visible.
    func write(to path: String) throws(RecordingError) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let name = parts.last, FileSystem.kind(of: path) == nil else {
            throw RecordingError(.exists, "the path already exists", path: path, advice: "Name another path")
        }
        let parent = path.dropLast(name.count + (path.hasSuffix("/") ? 1 : 0))
        let temporary = "\(parent).\(name).saving"
        if FileSystem.kindOfItself(temporary) == .directory { try FileSystem.removeTree(temporary) }
        do throws(RecordingError) {
            try fill(temporary)
            try FileSystem.moveDirectory(temporary, to: path)
        } catch {
            try? FileSystem.removeTree(temporary)
            throw error
        }
    }

    private func fill(_ copy: String) throws(RecordingError) {
        try FileSystem.makeDirectory(copy)
        for name in try DirectorySource(path: directory.path).names {
            guard let segment = SegmentName.index(ofStream: name) else {
                // A mark of a segment that the copy lacks is left out with it.
                if name.hasPrefix("attachments/") || SegmentName.isMarks(name) { try duplicate(name, to: copy) }
                continue
            }
            if segment > lastSegment { continue }
            let isActions = name == SegmentName.actions(segment)
            if isActions, segment == lastSegment {
                try duplicate(name, to: copy, count: lastActionBytes)
            } else if !isActions, let count = states[segment] {
                try duplicate(name, to: copy, count: count)
            } else {
                try duplicate(name, to: copy)
            }
        }
        try FileSystem.replace("\(copy)/\(Manifest.entryName)", with: manifest.fileBytes)
    }

    /// Copies a file, whole or its beginning, and makes the directory that it is in.
    private func duplicate(_ name: String, to copy: String, count: Int? = nil) throws(RecordingError) {
        if let slash = name.lastIndex(of: "/") { try FileSystem.makeDirectory("\(copy)/\(name[..<slash])") }
        if let count {
            try FileSystem.duplicate(directory.file(name), to: "\(copy)/\(name)", count: count)
        } else {
            try FileSystem.duplicate(directory.file(name), to: "\(copy)/\(name)")
        }
    }
}
