import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// A directory that is not a recording but may contain some.
enum RecordingFolder {
    /// The maximum number of nested folders.
    private static let depth = 16

    /// The paths of the recordings in a directory and the folders below it, by name; empty if the directory is a recording itself.
    ///
    /// Files and folders with a recording's extension count, as do other zips and folders that contain a recording. What is hidden does not:
    /// a Mac leaves `._bug.rewind` beside `bug.rewind` on a stick, and `__MACOSX` in a zip.
    static func paths(in folder: String) -> [String] {
        FileSystem.kind(of: folder) == .directory && !isRecording(folder) ? paths(below: folder, depth: depth) : []
    }

    private static func paths(below folder: String, depth: Int) -> [String] {
        let parent = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return ((try? FileSystem.names(in: folder)) ?? []).sorted().flatMap { name -> [String] in
            if name.hasPrefix(".") || name == "__MACOSX" { return [] }
            let path = parent + name
            if [".rewind", ".rewind.age", ".live"].contains(where: name.hasSuffix) { return [path] }
            if name.hasSuffix(".zip") { return RecordingSummary(lookingAt: path).manifest == nil ? [] : [path] }
            // Links are skipped, because one may lead back up.
            guard FileSystem.kindOfItself(path) == .directory else { return [] }
            return isRecording(path) ? [path] : depth > 0 ? paths(below: path, depth: depth - 1) : []
        }
    }

    /// Whether a directory contains the files of a recording; other programs use `manifest.json`, too.
    static func isRecording(_ folder: String) -> Bool {
        func has(_ name: String) -> Bool { FileSystem.kind(of: "\(folder)/\(name)") != nil }
        return has(Manifest.entryName) && has("segments") || has(LiveDirectory.lockName)
    }
}
