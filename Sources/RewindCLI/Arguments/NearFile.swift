import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// Suggests a recording for a path that does not exist.
enum NearFile {
    /// The recording with the most similar name in the path's directory; `nil` if none is similar.
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
}
