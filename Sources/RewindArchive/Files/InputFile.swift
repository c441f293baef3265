package import RewindFormat
import RewindSystem

/// A file open for reading at any offset, from any thread; closed when the last reference is released.
package final class InputFile: FileBytes {
    /// The path as it was given, for messages.
    package let path: String
    /// The size when the file was opened.
    package let size: Int64

    /// The file; `nil` if its content is held in memory.
    private let file: File?
    /// The content, if it is held in memory instead of in a file.
    private let bytes: [UInt8]?

    /// Opens a regular file.
    ///
    /// Throws `RecordingError` if no file exists at the path, or it is not a regular file.
    package init(path: String) throws(RecordingError) {
        if FileSystem.isMissing(path) { throw RecordingError(.notFound, "no such file or directory", path: path) }
        if let kind = FileSystem.kind(of: path), kind != .file {
            throw RecordingError(.notARecording, kind == .directory ? "a directory, not a file" : "not a regular file", path: path)
        }
        let file = try File(opening: path, .regularFile)
        (self.path, self.file, bytes) = (path, file, nil)
        size = Int64(try file.size())
    }

    /// Represents a file nested in another one; messages name the outer file's path.
    init(bytes: [UInt8], path: String) {
        (self.bytes, self.path, size, file) = (bytes, path, Int64(bytes.count), nil)
    }

    /// Fills the buffer from an offset; returns the number of bytes read, which is less than asked for only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(RecordingError) -> Int {
        if let file { return try file.read(into: buffer, at: Int(offset)) }
        let part = part(at: offset, count: buffer.count)
        buffer.copyBytes(from: part)
        return part.count
    }

    /// Bytes that are held in memory.
    private func part(at offset: Int64, count: Int) -> ArraySlice<UInt8> {
        (bytes ?? [])[Int(min(max(0, offset), size))...].prefix(count)
    }

    /// Reads exactly `count` bytes.
    ///
    /// Throws ``RecordingError/Code/damaged`` if the file ends before the range does.
    package func bytes(at offset: Int64, count: Int) throws(RecordingError) -> [UInt8] {
        let bytes = if let file { try file.read(at: Int(offset), count: count) } else { Array(part(at: offset, count: count)) }
        guard bytes.count == count else {
            throw RecordingError(.damaged, "the file ends at byte \(offset + Int64(bytes.count)) where more is expected", path: path)
        }
        return bytes
    }
}
