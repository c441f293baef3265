package import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// The temporary files and folders of this process, for whoever has to end it in the middle of writing.
package enum UnfinishedFiles {
    private static let paths = Mutex<Set<String>>([])

    /// Remembers one that was made.
    package static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Forgets one that is gone.
    package static func remove(_ path: String) { paths.withLock { _ = $0.remove(path) } }

    /// Makes a folder for what is needed until a file at a path is written; whoever asked for it takes it away.
    package static func makeFolder(beside path: String) throws(RecordingError) -> String {
        let split = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        var number = 0
        while true {
            let folder = "\(path[..<split]).\(path[split...]).\(SystemFacts.processID)-\(number).parts"
            if try FileSystem.makeNewDirectory(folder) {
                add(folder)
                return folder
            }
            number += 1
        }
    }

    /// Removes them all, for good: the process is about to end.
    package static func removeAll() {
        paths.withLock { paths in
            for path in paths {
                if FileSystem.isRealDirectory(path) { try? DirectoryRemoval.removeTree(path) } else { FileSystem.removeFile(path) }
            }
            paths = []
        }
    }
}
