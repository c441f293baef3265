import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

extension FileSizes {
    init(of recording: Recording) {
        guard FileSystem.kind(of: recording.path) == .directory else {
            self.init(total: FileSystem.size(of: recording.path))
            return
        }
        let names = recording.source.names
        let entries = Dictionary(names.map { ($0, Self.bytes(of: $0, in: recording)) }) { first, _ in first }
        self.init(total: names.reduce(0) { $0 + (entries[$1] ?? 0) }, entries: entries)
    }

    /// The bytes of a file, in an unpacked recording or in one that grew.
    private static func bytes(of name: String, in recording: Recording) -> Int {
        recording.form == .directory ? recording.source.writtenBytes(of: name) : FileSystem.size(of: "\(recording.path)/\(name)") ?? 0
    }
}
