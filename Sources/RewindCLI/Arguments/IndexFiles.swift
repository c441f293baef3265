import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// The cache of recordings' indexes: in `$REWIND_CACHE`, else `rewind` in `$XDG_CACHE_HOME`, else in the user's folder for caches.
///
/// Each file is named by the SHA-256 of its recording's manifest, which has the hashes of all its streams, so a file can't belong to
/// another recording or to an earlier version of one. If the cache grows too large, the oldest files are removed. The cache is optional: an
/// index that can't be read or written, or that another user may have written, is rebuilt. An index contains values of the states, so only
/// its owner may read it, and it is removed when something is removed from its recording, and thirty days after it was built, when the
/// recording itself may be gone.
struct IndexFiles: PathIndexStore {
    private let folder: String
    private let name: String

    /// The maximum size of all files together: 256 MiB.
    private static let folderLimit = 256 << 20
    /// The maximum size of a file.
    private static let fileLimit = 64 << 20
    /// The lifetime of a file: thirty days, in seconds.
    private static let lifetime = 30 * 86_400
    private static let suffix = ".paths"

    /// Creates the file of a sealed recording; `nil` for a directory, which may still change, for a recording that is sealed for a
    /// recipient, and if REWIND_CACHE is `off`.
    init?(of recording: Recording) {
        guard recording.form == .bundle, !isSealedForRecipients(recording.path), let folder = Self.folder,
            let manifest = try? recording.source.read(Manifest.entryName)
        else { return nil }
        self.folder = folder
        name = Digest.hex(of: manifest) + Self.suffix
    }

    static var folder: String? {
        if let chosen = SystemFacts.environment("REWIND_CACHE") { return chosen == "off" ? nil : chosen }
        return SystemFacts.cacheDirectory.map { $0 + "/rewind" }
    }

    /// Creates the file of the recording at a path; `nil` if it is not a sealed recording.
    init?(ofRecordingAt path: String) {
        guard FileSystem.kind(of: path) == .file, let recording = try? openRecording(at: path) else { return nil }
        self.init(of: recording)
    }

    /// Removes the index, if it exists.
    func remove() { FileSystem.removeFile("\(folder)/\(name)") }

    func load() -> [UInt8]? { try? FileSystem.readTrusted("\(folder)/\(name)", limit: Self.fileLimit) }

    func save(_ bytes: [UInt8]) {
        guard bytes.count <= Self.fileLimit else { return }
        do {
            try FileSystem.makeDirectory(folder)
            try FileSystem.checkIsTrusted(folder: folder)
            try FileSystem.replace("\(folder)/\(name)", with: bytes)
        } catch {
            return Diagnostics.say("can't save the index, so the next question builds it again: \(error)")
        }
        removeOld()
    }

    private func removeOld() {
        let names = ((try? FileSystem.names(in: folder)) ?? []).filter { $0.hasSuffix(Self.suffix) }
        var files = names.map { name in
            let path = "\(folder)/\(name)"
            return (path: path, bytes: FileSystem.size(of: path) ?? 0, time: FileSystem.modificationTime(of: path))
        }
        var total = files.reduce(0) { $0 + $1.bytes }
        files.sort { $0.time < $1.time }
        let oldest = FileSystem.modificationTime(of: "\(folder)/\(name)") - Self.lifetime
        for file in files where (total > Self.folderLimit || file.time < oldest) && !file.path.hasSuffix(name) {
            FileSystem.removeFile(file.path)
            total -= file.bytes
        }
    }
}
