import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// Which recording may have been meant by a path at which there is nothing.
enum NearFile {
    /// The recording with the nearest name in the directory that a path names; `nil` if none comes near.
    static func to(_ path: String) -> String? {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let (folder, name) = (path[..<start], String(path[start...]))
        let names = ((try? FileSystem.names(in: folder.isEmpty ? "." : String(folder))) ?? []).filter {
            $0.hasSuffix(".rewind") || $0.hasSuffix(".live")
        }
        let words = folder.isEmpty ? names + [RecordingLibrary.latestName] : names
        let near = NearWord.to(name, among: words) ?? names.first { $0 == name + ".rewind" }
        return near.map { folder + $0 }
    }

    /// Recordings that are looked at in a directory that is none.
    private static let limit = 200
    /// Recordings that are named.
    private static let shown = 3

    /// The paths of what is called as recordings are in a directory, by name; none where the directory is a recording itself.
    static func paths(in folder: String) -> [String] {
        guard FileSystem.kind(of: folder) == .directory, let names = try? FileSystem.names(in: folder),
            !names.contains(where: { [Manifest.entryName, LiveDirectory.lockName, "segments"].contains($0) })
        else { return [] }
        let parent = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        return names.filter { $0.hasSuffix(".rewind") || $0.hasSuffix(".live") }.sorted().map { parent + $0 }
    }

    /// The newest recordings in a directory, as advice; `nil` where there are none, or the directory is a recording itself.
    static func recordings(in folder: String) -> String? {
        let found = paths(in: folder).suffix(limit).map { RecordingSummary(lookingAt: $0) }.filter { $0.manifest != nil }
            .sorted { $0.started > $1.started }
        if found.isEmpty { return nil }
        let listed = found.prefix(shown).map(\.path.shellQuoted).joined(separator: ", ")
        let more = found.count > shown ? " and \(found.count - shown) more" : ""
        return found.count == 1 ? "Name it: \(listed)" : "Name one of them, the newest first: \(listed)\(more)"
    }
}
