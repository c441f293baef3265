package import RewindFormat
import RewindJournal

/// The files of a sealed recording, each checked against the manifest's SHA-256 before it is returned.
///
/// Opening reads the table of contents and the manifest; an entry is inflated when it is asked for. Thread-safe.
package struct BundleSource: EntrySource {
    /// The recording as the user named it.
    package let path: String
    /// The manifest and the entries it lists; all other entries of the file are ignored.
    package let names: [String]
    /// The sealed form, whether still in one file or unpacked.
    package var form: Recording.Form { .bundle }

    /// Notes that another tool repacked the bundle, and how many files beside it do not belong to the recording.
    package let notes: [String]
    package let unlistedFiles: [String]

    private let files: BundleFiles
    private let manifestBytes: [UInt8]
    private let listed: ListedEntries

    /// Opens a sealed file.
    ///
    /// - Throws: `RecordingError` if the file is not a bundle, is damaged, exceeds a limit, or lacks an entry that its manifest lists.
    package init(path: String, limits: ArchiveLimits = .default, formatLimits: FormatLimits = .default) throws(RecordingError) {
        try self.init(BundleFiles(file: path, limits: limits), path: path, limits: formatLimits)
    }

    /// Opens the folder that a sealed file was unpacked to.
    ///
    /// - Throws: `RecordingError` as for a file.
    package init(folder path: String, formatLimits: FormatLimits = .default) throws(RecordingError) {
        try self.init(.folder(DirectorySource(path: path, limits: formatLimits)), path: path, limits: formatLimits)
    }

    /// Opens files that a manifest describes.
    init(_ files: BundleFiles, path: String, limits: FormatLimits) throws(RecordingError) {
        do throws(RecordingError) {
            try self.init(checking: files, path: path, limits: limits)
        } catch {
            throw error.code == .damaged ? error.recoverable(at: path) : error
        }
    }

    private init(checking files: BundleFiles, path: String, limits: FormatLimits) throws(RecordingError) {
        let present = Set(files.names)
        guard present.contains(Manifest.entryName) else {
            let hasSegments = !SegmentName.indices(in: files.names).isEmpty
            let error = RecordingError(.notARecording, "not a recording: \(Manifest.entryName) is missing", path: path)
            throw hasSegments ? error.recoverable(.manifest, at: path) : error
        }
        // Checked before inflating: even within the ratio limit of entries, a manifest may be a bomb.
        try limits.checkManifest(size: files.size(of: Manifest.entryName) ?? 0, path: path)
        manifestBytes = try files.read(Manifest.entryName)
        let manifest = try Manifest(parsing: manifestBytes, limits: limits, path: path)
        listed = try ListedEntries(of: manifest, among: present, path: path)
        names = listed.names
        unlistedFiles = listed.others(among: present) + files.unrelatedFiles.map(printableName)
        notes = files.notes + ListedEntries.notes(others: unlistedFiles)
        self.files = files
        self.path = path
    }

    /// The bytes of one entry, checked against the size and SHA-256 in the manifest.
    ///
    /// - Throws: `RecordingError` if the manifest does not list the entry, or the entry can't be read or is not what the manifest says.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        if name == Manifest.entryName { return manifestBytes }
        let entry = try listed.entry(name, path: path)
        do throws(RecordingError) {
            let isSized = files.size(of: name).map { $0 == Int64(entry.bytes) } ?? true
            let bytes = isSized ? try files.read(name) : []
            guard bytes.count == entry.bytes, Digest.hex(of: bytes) == entry.sha256 else {
                throw ListedEntries.mismatch
            }
            return bytes
        } catch {
            guard error.code == .damaged else { throw error.located(path: path, entry: name) }
            throw error.located(path: path, entry: name).recoverable(at: path)
        }
    }
}
