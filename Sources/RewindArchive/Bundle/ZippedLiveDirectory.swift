import RewindFormat
import RewindJournal

/// A live directory that another tool zipped before it was sealed, as when a phone hands over a folder.
///
/// Its lines have their own checksums; if the app was still recording, the last line may be torn.
struct ZippedLiveDirectory: EntrySource {
    /// The zip, as the user named it.
    let path: String
    /// The files as they were in the directory.
    let names: [String]
    /// The live form, as the app wrote it.
    var form: Recording.Form { .directory }
    /// A note that it was packed before it was sealed.
    var notes: [String] { ["another tool packed the directory of a running or ended app; it was never sealed"] }
    private let files: BundleFiles
    private let limits: FormatLimits

    /// The files of such a directory; `nil` for those of a sealed recording.
    init?(_ files: BundleFiles, path: String, limits: FormatLimits) {
        let present = Set(files.names)
        let hasLock = present.contains(LiveDirectory.lockName)
        guard present.contains(Manifest.entryName), hasLock || !present.contains(BundleContents.readme.name) else { return nil }
        (self.files, self.path, self.limits) = (files, path, limits)
        names = files.names.filter { !$0.hasSuffix("/") }.sorted()
        // Only sealing lists entries. A damaged manifest can't tell; then a lock shows that the directory was never sealed.
        let manifest = (try? read(Manifest.entryName)).flatMap { try? Manifest(parsing: $0, limits: limits, path: path) }
        guard manifest.map({ $0.entries.isEmpty && $0.segments.isEmpty }) ?? hasLock else { return nil }
    }

    /// The bytes of one file, up to the limit of a stream.
    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        if name == Manifest.entryName { try limits.checkManifest(size: files.size(of: name) ?? 0, path: path) }
        let bytes = try files.read(name)
        guard bytes.count <= limits.streamBytes else {
            throw RecordingError(.limit, "the file is larger than the limit streamBytes, \(limits.streamBytes)", path: path, entry: name)
        }
        return bytes
    }
}
