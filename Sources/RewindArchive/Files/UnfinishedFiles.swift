import RewindSystem
import Synchronization

/// The temporary files of this process, so that they can be removed if a signal or a trap ends it in the middle of writing.
package enum UnfinishedFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Registers a temporary file.
    package static func add(_ path: String) {
        paths.withLock {
            $0.insert(path)
            TrapFiles.add(path)
        }
    }

    /// Unregisters a file that no longer exists.
    package static func remove(_ path: String) {
        paths.withLock {
            $0.remove(path)
            TrapFiles.forget(path)
        }
    }

    /// Removes all temporary files for good; the process is about to end.
    package static func removeAll() {
        paths.withLock { paths in
            for path in paths { FileSystem.removeFile(path) }
            paths = []
        }
    }
}
