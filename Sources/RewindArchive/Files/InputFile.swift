package import RewindFormat
import RewindJournal
import RewindSystem

/// A file open for reading at any offset, from any thread; closed when the last reference is released.
package final class InputFile: FileBytes {
    /// The path as it was given, for messages.
    package let path: String
    /// The size when the file was opened.
    package let size: Int64

    private let descriptor: Int32
    /// The content, if it is held in memory instead of in a file.
    private let bytes: [UInt8]?

    /// Opens a regular file.
    ///
    /// Throws `RecordingError` if no file exists at the path, or it is not a regular file.
    package init(path: String) throws(RecordingError) {
        let descriptor = try FileSystem.openFile(path, .read)
        do throws(RecordingError) {
            let (kind, size) = try FileSystem.status(descriptor)
            guard kind == .file else {
                throw RecordingError(.notARecording, kind == .directory ? "a directory, not a file" : "not a regular file")
            }
            self.size = size
        } catch {
            FileSystem.closeFile(descriptor)
            throw error.located(path: path)
        }
        self.path = path
        self.descriptor = descriptor
        bytes = nil
    }

    /// Represents a file nested in another one; messages name the outer file's path.
    init(bytes: [UInt8], path: String) {
        (self.bytes, self.path, size, descriptor) = (bytes, path, Int64(bytes.count), -1)
    }

    deinit { if descriptor >= 0 { FileSystem.closeFile(descriptor) } }

    /// Fills the buffer from an offset; returns the number of bytes read, which is less than asked for only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(RecordingError) -> Int {
        if let bytes {
            let part = bytes[Int(min(max(0, offset), size))...].prefix(buffer.count)
            buffer.copyBytes(from: part)
            return part.count
        }
        do throws(RecordingError) {
            return try FileSystem.readAll(descriptor, into: buffer, at: offset)
        } catch {
            throw error.located(path: path)
        }
    }

    /// Reads exactly `count` bytes.
    ///
    /// Throws ``RecordingError/Code/damaged`` if the file ends before the range does.
    package func bytes(at offset: Int64, count: Int) throws(RecordingError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(RecordingError) {
            if let all = self.bytes {
                bytes = Array(all[Int(min(max(0, offset), size))...].prefix(count))
            } else {
                bytes = try FileSystem.bytes(descriptor, at: offset, count: count)
            }
        } catch {
            throw error.located(path: path)
        }
        guard bytes.count == count else {
            throw RecordingError(.damaged, "the file ends at byte \(offset + Int64(bytes.count)) where more is expected", path: path)
        }
        return bytes
    }
}
