package import RewindFormat
import RewindSystem
import Synchronization

/// A file that appears under its name only when it is complete and on the disk.
///
/// The bytes go to a temporary file in the same folder. ``commit(replacing:)`` synchronises it, gives it its name and synchronises the
/// folder, so that after a power cut there is the old file or the whole new one. Without a commit the temporary file is removed.
package struct AtomicFile: ~Copyable, Sendable {
    /// The name that the file will have.
    package let path: String
    /// The temporary file, open for writing.
    let file: File

    private var temporary: String { file.path }

    /// Creates the temporary file.
    ///
    /// Throws `RecordingError` if the folder does not exist or can't be written to.
    package init(path: String) throws(RecordingError) {
        let split = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        FileSystem.removeAbandonedFiles(in: split == path.startIndex ? "." : String(path[..<split]), of: String(path[split...]))
        // A name is used only once per process, so that removing its own file never removes another's; names left by a dead process are
        // skipped.
        for _ in 0..<1_000 {
            let number = AtomicFile.count.wrappingAdd(1, ordering: .relaxed).newValue
            let temporary = "\(path[..<split]).\(path[split...]).\(SystemFacts.processID)-\(number).partial"
            let file: File
            do throws(RecordingError) {
                file = try File(opening: temporary, .createNew)
            } catch {
                if FileSystem.kindOfItself(temporary) != nil { continue }
                throw RecordingError(error.code, error.message, path: path, advice: error.advice)
            }
            // The lock ends with its process: another process may remove an unlocked file, and may have done so just now.
            guard (try? file.tryLock()) != false, FileSystem.kindOfItself(temporary) != nil else { continue }
            self.file = file
            self.path = path
            UnfinishedFiles.add(temporary)
            return
        }
        throw RecordingError(
            .system, "the output folder holds a thousand unfinished temporary files", path: path, advice: "Remove the files *.partial there"
        )
    }

    private static let count = Atomic<Int>(0)

    deinit {
        FileSystem.removeFile(temporary)
        UnfinishedFiles.remove(temporary)
    }

    /// The path of the temporary file, for checking it before it gets its name.
    package var unfinishedPath: String { temporary }

    /// Appends bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(RecordingError) {
        do throws(RecordingError) {
            try file.write(bytes)
        } catch {
            throw error.located(path: path)
        }
    }

    /// Removes the temporary name: the file then disappears with this process, and can't be committed.
    func removeName() {
        FileSystem.removeFile(temporary)
        UnfinishedFiles.remove(temporary)
    }

    /// Reads back bytes that were written, exactly `count` of them.
    func bytes(at offset: Int, count: Int) throws(RecordingError) -> [UInt8] {
        do throws(RecordingError) {
            let bytes = try file.read(at: offset, count: count)
            guard bytes.count == count else { throw RecordingError(.damaged, "the temporary file ends too early") }
            return bytes
        } catch {
            throw error.located(path: path)
        }
    }

    /// Gives the file its name, for good.
    ///
    /// Throws ``RecordingError/Code/exists`` if the name is taken and not to be replaced. The temporary file is removed in any case.
    package consuming func commit(replacing: Bool) throws(RecordingError) {
        do throws(RecordingError) {
            try file.syncThroughCaches()
            if replacing {
                try FileSystem.moveFile(temporary, onto: path)
            } else {
                try FileSystem.moveFile(temporary, toFree: path)
            }
            try AtomicFile.synchroniseFolder(of: path)
        } catch {
            throw error.located(path: path)
        }
    }

    static func synchroniseFolder(of path: String) throws(RecordingError) {
        let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
        try FileSystem.synchroniseDirectory(folder.isEmpty ? "/" : String(folder))
    }
}
