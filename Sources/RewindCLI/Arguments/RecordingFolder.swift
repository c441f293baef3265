import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// A directory that is no recording and may hold some.
enum RecordingFolder {
    /// Recordings that are looked at for advice, and folders in each other.
    private static let limit = 200, depth = 16
    /// Recordings that are named.
    private static let shown = 3

    /// The paths of the recordings in a directory and the folders below it, by name; none where the directory is a recording itself.
    ///
    /// What is called as recordings are counts, and so does a zip or a folder that holds one.
    static func paths(in folder: String) -> [String] {
        FileSystem.kind(of: folder) == .directory && !isRecording(folder) ? paths(below: folder, depth: depth) : []
    }

    private static func paths(below folder: String, depth: Int) -> [String] {
        let parent = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return ((try? FileSystem.names(in: folder)) ?? []).sorted().flatMap { name in
            let path = parent + name
            if name.hasSuffix(".rewind") || name.hasSuffix(".live") { return [path] }
            if name.hasSuffix(".zip") { return RecordingSummary(lookingAt: path).manifest == nil ? [] : [path] }
            // A link may lead back up.
            guard FileSystem.kindOfItself(path) == .directory else { return [] }
            return isRecording(path) ? [path] : depth > 0 ? paths(below: path, depth: depth - 1) : []
        }
    }

    /// Whether a directory holds the files of a recording; others have a `manifest.json`, too.
    private static func isRecording(_ folder: String) -> Bool {
        func has(_ name: String) -> Bool { FileSystem.kind(of: "\(folder)/\(name)") != nil }
        return has(Manifest.entryName) && has("segments") || has(LiveDirectory.lockName)
    }

    /// The newest recordings right in a directory, as advice; `nil` where there are none, or the directory is a recording itself.
    static func advice(on folder: String) -> String? {
        if FileSystem.kind(of: folder) != .directory || isRecording(folder) { return nil }
        let found = paths(below: folder, depth: 0).suffix(limit).map { RecordingSummary(lookingAt: $0) }.filter { $0.manifest != nil }
            .sorted { $0.started > $1.started }
        if found.isEmpty { return nil }
        let listed = found.prefix(shown).map(\.path.shellQuoted).joined(separator: ", ")
        let more = found.count > shown ? " and \(found.count - shown) more" : ""
        return found.count == 1 ? "Name it: \(listed)" : "Name one of them, the newest first: \(listed)\(more)"
    }
}
