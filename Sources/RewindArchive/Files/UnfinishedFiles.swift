import RewindJournal
import RewindSystem
import Synchronization

/// The temporary files of this process, for whoever has to end it in the middle of writing.
package enum UnfinishedFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Remembers one that was made.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Forgets one that is gone.
    package static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Removes them all, for good: the process is about to end.
    package static func removeAll() {
        paths.withLock { paths in
            for path in paths { FileSystem.removeFile(path) }
            paths = []
        }
    }
}
