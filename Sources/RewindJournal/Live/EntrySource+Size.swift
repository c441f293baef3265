package import RewindFormat
import RewindSystem

extension EntrySource {
    /// Bytes that were written into a file of a directory: while it grows, a stream is extended with zeros ahead of need.
    package func writtenBytes(of name: String) -> Int {
        guard name.hasPrefix("segments/"), let bytes = try? read(name) else { return FileSystem.size(of: "\(path)/\(name)") ?? 0 }
        return (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }
}
