public import RewindFormat
import RewindJournal
import RewindSystem

/// Opens a recording in any form: a sealed file, the folder it was unpacked to, or the directory that an app left, also in a zip.
///
/// ```swift
/// let recording = try openRecording(at: "bug-1234.rewind")
/// let timeline = try Timeline(recording)
/// ```
///
/// Opening a sealed file reads its table of contents and its manifest; opening a directory reads it once from end to end. Nothing is
/// written.
///
/// - Throws: `RecordingError` that says what was found at the path instead of a recording, what is damaged, which limit was exceeded, or
///   that an app is still recording.
public func openRecording(at path: String) throws(RecordingError) -> Recording {
    try openRecording(at: path, limits: .default, formatLimits: .default)
}

/// The same, with limits of its own.
package func openRecording(
    at path: String, limits: ArchiveLimits = .default, formatLimits: FormatLimits = .default
) throws(RecordingError) -> Recording {
    try openRecording(at: path, limits: limits, formatLimits: formatLimits, whileLive: .refuse)
}

/// How to treat a directory into which an app is recording.
package enum LiveDirectoryPolicy {
    /// Do not open it.
    case refuse
    /// Open it as it is at this moment; the recording reports that it goes on.
    case openAsLive
    /// Open it as a copy saved at this moment.
    case openAsSavedCopy
}

/// Opens a recording in any form, including a directory into which an app is recording.
///
/// - Throws: `RecordingError` as ``openRecording(at:)``.
package func openRecording(
    at path: String, limits: ArchiveLimits = .default, formatLimits: FormatLimits = .default, whileLive: LiveDirectoryPolicy
) throws(RecordingError) -> Recording {
    switch FileSystem.kind(of: path) {
    case nil: throw RecordingError(.notFound, "no such file or directory", path: path)
    case .directory:
        if try isUnpacked(path, limits: formatLimits) {
            return try Recording(bundle: BundleSource(folder: path, formatLimits: formatLimits), limits: formatLimits)
        }
        do throws(RecordingError) {
            return try Recording(directory: path, limits: formatLimits)
        } catch {
            guard error.code == .stillRecording else { throw error }
            switch whileLive {
            case .refuse: throw error
            case .openAsLive: return try Recording(live: path, limits: formatLimits)
            case .openAsSavedCopy: return try Recording(savedFrom: path, limits: formatLimits)
            }
        }
    case .file, .other:
        let files = try BundleFiles(file: path, limits: limits)
        if let packed = ZippedLiveDirectory(files, path: path, limits: formatLimits) {
            return try Recording(unsealed: packed, limits: formatLimits)
        }
        return try Recording(bundle: BundleSource(files, path: path, limits: formatLimits), limits: formatLimits)
    }
}

/// Whether a directory holds a sealed recording: only sealing lists entries in the manifest.
///
/// A damaged manifest can't tell; then the presence of a lock or a status page shows that the directory was never sealed.
///
/// - Throws: `RecordingError` if the manifest is damaged and neither file exists.
func isUnpacked(_ path: String, limits: FormatLimits) throws(RecordingError) -> Bool {
    let name = "\(path)/\(Manifest.entryName)"
    guard FileSystem.kind(of: name) == .file else { return false }
    let manifest: Manifest
    do throws(RecordingError) {
        manifest = try Manifest(parsing: FileSystem.read(name, limit: limits.manifestBytes), limits: limits, path: path)
    } catch {
        if error.code == .unsupported { throw error }
        if isLiveDirectory(at: path) { return false }
        throw error.recoverable(at: path)
    }
    return !manifest.entries.isEmpty || !manifest.segments.isEmpty
}

/// Whether a directory has a file that only the recorder makes and that no sealed recording has.
func isLiveDirectory(at path: String) -> Bool {
    [LiveDirectory.lockName, StatusPage.fileName].contains { FileSystem.kind(of: "\(path)/\($0)") == .file }
}

/// The bytes of a sealed recording's own file, also from the page that it is in; `nil` for a folder, and for what another tool packed.
///
/// - Throws: `RecordingError` as ``openRecording(at:)``.
package func sealedBytes(at path: String) throws(RecordingError) -> [UInt8]? {
    if FileSystem.kind(of: path) == .directory { return nil }
    let files = try BundleFiles(file: path, limits: .default)
    guard case .zip(let reader, "", nil, _) = files, files.notes.isEmpty else { return nil }
    return try reader.file.bytes(at: 0, count: Int(reader.file.size))
}

/// Whether a file is a page that `rewind report` may have made.
///
/// - Throws: `RecordingError` if the file can't be read.
package func isReportPage(_ path: String) throws(RecordingError) -> Bool {
    let file = try InputFile(path: path)
    if file.size <= 512 { return false }
    return try PageRecording.beginsLikePage(file)
}
