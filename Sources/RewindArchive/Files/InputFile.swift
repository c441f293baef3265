package import RewindFormat
import RewindJournal
import RewindSystem

/// A file open for reading at any offset, from any thread; closed when the last reference goes.
package final class InputFile: Sendable {
    /// The path as it was given, for messages.
    package let path: String
    /// The size when the file was opened.
    package let size: Int64

    private let descriptor: Int32
    /// What there is to read, if it is in memory and no file of its own.
    private let bytes: [UInt8]?

    /// Opens a regular file.
    ///
    /// Throws `RecordingError` if there is none, or something that is no file.
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

    /// Stands for a file that is in another one, whose path is told in messages.
    init(bytes: [UInt8], path: String) {
        (self.bytes, self.path, size, descriptor) = (bytes, path, Int64(bytes.count), -1)
    }

    deinit { if descriptor >= 0 { FileSystem.closeFile(descriptor) } }

    /// Fills the buffer from an offset; returns how many bytes came, fewer than asked for only at the end of the file.
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

    /// The bytes of a range, all of them.
    ///
    /// Throws ``RecordingError/Code/damaged`` where the file ends before the range does.
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
