package import RewindFormat
import RewindJournal
import RewindSystem

/// Writes the files of a sealed recording into a new directory, where a text editor can read them and Rewind can open them as before.
///
/// Each file is checked against its hash before it is written. The directory appears once it is complete; no existing file is changed or
/// overwritten.
///
/// - Throws: `RecordingError` if the file is not a bundle or is damaged, or if something already exists at the directory's path.
package func unpack(
    _ bundle: String, to directory: String, limits: ArchiveLimits = .default, formatLimits: FormatLimits = .default
) throws(RecordingError) {
    if FileSystem.kind(of: bundle) == .directory {
        throw RecordingError(.invalidRequest, "already a directory: there is nothing to unpack", path: bundle)
    }
    let source = try BundleSource(path: bundle, limits: limits, formatLimits: formatLimits)
    try OutputPlace.check(directory, outside: [bundle], replacing: false)
    var target = directory
    while target.count > 1, target.hasSuffix("/") { target.removeLast() }
    let temporary = "\(target).\(SystemFacts.processID).partial"
    do throws(RecordingError) {
        guard try FileSystem.makeNewDirectory(temporary) else { throw FileSystem.alreadyThere(temporary) }
    } catch {
        throw RecordingError(error.code, error.message, path: directory, advice: error.advice)
    }
    do throws(RecordingError) {
        for name in source.names { try write(source.read(name), to: name, below: temporary) }
        try FileSystem.moveDirectory(temporary, to: target)
    } catch {
        try? DirectoryRemoval.remove(temporary)
        throw error
    }
}

/// Writes a new file and its parent folders; its name has passed the check of names.
private func write(_ bytes: [UInt8], to name: String, below directory: String) throws(RecordingError) {
    let parts = try ZipName.check(ArraySlice(name.utf8), limits: .default).split(separator: "/")
    try FileSystem.makeDirectory(([directory] + parts.dropLast().map(String.init)).joined(separator: "/"))
    try File(opening: "\(directory)/\(name)", .createNew).write(bytes)
}
