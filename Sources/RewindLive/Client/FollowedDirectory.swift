import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// The directory into which a client writes the recording that it follows, in the live form.
///
/// The client holds its lock while it follows, as an app holds the lock of its own directory.
final class FollowedDirectory: Sendable {
    let path: String
    private let live: LiveDirectory
    private let state: Mutex<State>

    private struct State {
        /// The recording that the lines belong to.
        var recording: String?
        /// Bytes of each stream, by the file's name.
        var counts: [String: Int] = [:]
        /// The open files of the streams that were appended to last.
        var files: [String: File] = [:]
        var manifest: Manifest?
        /// The last step whose action is here; `nil` before the first one.
        var lastStep: Int?
    }

    /// Which recording a directory follows: that is written into its lock, since all else in it is the recording's.
    private static func identity(of path: String) throws(RecordingError) -> String? {
        let lock = "\(path)/\(LiveDirectory.lockName)"
        guard FileSystem.kind(of: lock) == .file else { return nil }
        let text = String(decoding: try FileSystem.read(lock, limit: 4 << 10), as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// Makes the directory, or goes on with one of an earlier client.
    ///
    /// - Throws: `RecordingError` if the directory has another recording or another writer, or the system refuses.
    init(at path: String) throws(RecordingError) {
        self.path = path
        let identity = try Self.identity(of: path)
        let present = FileSystem.kind(of: path) == .directory ? try FileSystem.names(in: path) : []
        if identity == nil, present.contains(where: { $0 != LiveDirectory.lockName }) {
            throw RecordingError(.exists, "something else is already there", path: path, advice: "Name another directory")
        }
        try FileSystem.makeDirectory(path)
        guard let live = try LiveDirectory(takingOver: path) else {
            throw RecordingError(.exists, "another client is following into this directory", path: path, advice: "Name another directory")
        }
        self.live = live
        var state = State()
        state.recording = identity
        for name in try DirectorySource(path: path).names where SegmentName.index(ofStream: name) != nil {
            let file = try File(opening: "\(path)/\(name)", .update)
            let count = try Self.cutToWholeLines(file)
            state.counts[name] = count
            if name.hasSuffix("/actions.ndjson") {  // in the order of the segments
                state.lastStep = try LineSteps.last(in: file, upTo: count) ?? state.lastStep
            }
        }
        if FileSystem.kind(of: live.file(Manifest.entryName)) == .file {
            let bytes = try FileSystem.read(live.file(Manifest.entryName), limit: FormatLimits.default.manifestBytes)
            state.manifest = try Manifest(parsing: bytes, path: path)
        }
        self.state = Mutex(state)
    }

    /// Removes the partial line that a client left when it died while writing; returns the bytes that remain.
    private static func cutToWholeLines(_ file: File) throws(RecordingError) -> Int {
        var count = try file.size()
        while count > 0 {
            let start = max(0, count - (64 << 10))
            let bytes = try file.read(at: start, count: count - start)
            if let end = bytes.lastIndex(of: UInt8(ascii: "\n")) {
                count = start + end + 1
                break
            }
            count = start
        }
        try file.truncate(to: count)
        return count
    }

    /// The bytes of each stream that are here, to go on after them; empty the first time.
    var have: [String: Int] { state.withLock { $0.counts } }

    /// Notes which recording is followed.
    ///
    /// - Throws: ``LiveError`` if the directory has lines of another one; `RecordingError` if the system refuses.
    func begin(_ recording: String) throws {
        let known = state.withLock { $0.recording }
        if let known {
            guard known == recording else {
                throw LiveError(
                    .otherRecording, "the app records \(recording) now, and \(path) has \(known)",
                    advice: "Follow it into another directory")
            }
            return
        }
        try File(opening: live.file(LiveDirectory.lockName), .update).write(Array(recording.utf8))
        state.withLock { $0.recording = recording }
    }

    /// Appends lines; those that are there already do nothing.
    ///
    /// - Throws: ``LiveError`` if lines before them are missing; `RecordingError` if they can't be written.
    func append(_ lines: RecordingLines) throws {
        guard let name = Self.fileName(lines) else { throw LiveError(.malformed, "the app sent lines of a file that no recording has") }
        var bytes: [UInt8] = []
        for line in lines.lines {
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        try append(bytes, to: name, at: lines.offset, isOfActions: lines.stream == "actions")
    }

    private func append(_ bytes: [UInt8], to name: String, at offset: Int, isOfActions: Bool) throws {
        try state.withLock { state in
            let count = state.counts[name] ?? 0
            guard offset >= 0, offset <= count else {
                throw LiveError(.malformed, "the app sent lines of \(name) from byte \(offset), and \(count) are here")
            }
            let known = count - offset
            guard known < bytes.count else { return }
            let file = try file(name, &state)
            try bytes.withUnsafeBytes { try file.write(UnsafeRawBufferPointer(rebasing: $0[known...]), at: count) }
            state.counts[name] = count + bytes.count - known
            if isOfActions, let step = LineSteps.last(in: bytes[...]) { state.lastStep = step }
        }
    }

    /// Takes over what the app left in its own directory, now that its process is gone: the last lines, how it ended, attachments.
    ///
    /// The status page comes last: a directory that has one is whole.
    ///
    /// - Parameter other: the app's directory.
    /// - Throws: ``LiveError`` if lines before those are missing; `RecordingError` if something can't be read or written.
    func complete(from other: String) throws {
        // The lock keeps others from settling or sealing it meanwhile; but the app may be removing it.
        guard let owner = try LiveDirectory(takingOver: other, makesLock: false) else { return }
        defer { owner.unlock() }
        let have = have
        var tail = try RecordingTail(following: other, from: have.isEmpty ? .first : .behind(have))
        while true {
            let reading = try tail.read()
            for piece in reading.pieces {
                let name = piece.stream.fileName(piece.segment)
                try append(piece.bytes, to: name, at: piece.offset, isOfActions: piece.stream == .actions)
            }
            if !reading.hasMore { break }
        }
        let names = try DirectorySource(path: other).names.filter {
            $0 != LiveDirectory.lockName && $0 != StatusPage.fileName && SegmentName.index(ofStream: $0) == nil
        }
        for name in names + [StatusPage.fileName] where FileSystem.kind(of: "\(other)/\(name)") == .file {
            if let slash = name.lastIndex(of: "/") { try FileSystem.makeDirectory("\(path)/\(name[..<slash])") }
            FileSystem.removeFile(live.file(name))
            try FileSystem.duplicate("\(other)/\(name)", to: live.file(name), count: FileSystem.size(of: "\(other)/\(name)") ?? 0)
        }
        let manifest = try FileSystem.read(live.file(Manifest.entryName), limit: FormatLimits.default.manifestBytes)
        try state.withLock { $0.manifest = try Manifest(parsing: manifest, path: path) }
    }

    /// What is missing here, given a notice from the app; `nil` if nothing is.
    func missing(_ skipped: RecordingSkipped) -> RecordingSkipped? {
        var skipped = skipped
        skipped.from = state.withLock { $0.lastStep }.map { $0 + 1 } ?? skipped.from
        if let from = skipped.from, let to = skipped.to, to < from { return nil }
        return skipped
    }

    private static func fileName(_ lines: RecordingLines) -> String? {
        guard (0...999_999).contains(lines.segment) else { return nil }
        switch lines.stream {
        case "actions": return SegmentName.actions(lines.segment)
        case "states": return SegmentName.states(lines.segment)
        default: return nil
        }
    }

    /// The open file of a stream; a few stay open, since streams are written in turns.
    private func file(_ name: String, _ state: inout State) throws(RecordingError) -> File {
        if let file = state.files[name] { return file }
        if state.files.count >= 6 { state.files = [:] }
        if let slash = name.lastIndex(of: "/") { try FileSystem.makeDirectory("\(path)/\(name[..<slash])") }
        let file = try File(opening: "\(path)/\(name)", .create)
        state.files[name] = file
        return file
    }

    func update(manifest: JSONValue) throws {
        let manifest = try Manifest(json: manifest, path: path)
        state.withLock { $0.manifest = manifest }
        try live.write(manifest)
    }

    /// Whether the recording's end is here too.
    var hasEnd: Bool { FileSystem.kind(of: live.file(StatusPage.fileName)) == .file }

    /// Releases the directory, and records how the recording ended as far as this client knows.
    ///
    /// - Parameter appGoesOn: whether the app goes on without this client; then the recording is finished as a saved copy is.
    func finish(appGoesOn: Bool) throws(RecordingError) {
        defer { live.unlock() }
        guard appGoesOn, !hasEnd, var manifest = state.withLock({ $0.manifest }), manifest.ending.how == .recording else { return }
        manifest.ending = Ending(.finished)
        try live.write(manifest)
    }
}
