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
}
