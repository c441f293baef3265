import Foundation

/// A pipe with a name, through which a test tells other processes something.
///
/// It is open here for reading, too: so nobody who opens it has to wait, and whoever reads it may end at any time.
package final class NamedPipe {
    package let path: String
    private let file: FileHandle

    package init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw Failure("\(path): can't be made") }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(path): can't be opened") }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes a text of a few thousand bytes at most.
    package func say(_ text: String) { try? file.write(contentsOf: Data(text.utf8)) }

    /// Ends what others read from it, behind what was written.
    package func end() { try? file.close() }
}

/// A pipe with a name that other processes hold open as long as they live: so their end is seen, whoever's children they are.
package final class Lifeline: Sendable {
    package let path: String
    private let ended: AsyncStream<Never>

    package init(_ path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw Failure("\(path): can't be made") }
        let (ended, continuation) = AsyncStream<Never>.makeStream()
        self.ended = ended
        Thread.detachNewThread {
            Self.readToItsEnd(path)
            continuation.finish()
        }
    }

    /// Lets the thread go that waits for somebody who holds it.
    deinit { close(open(path, O_WRONLY | O_NONBLOCK)) }

    /// Waits until somebody holds it, and then for the first moment in which nobody does.
    private static func readToItsEnd(_ path: String) {
        var file: Int32
        repeat { file = open(path, O_RDONLY | O_CLOEXEC) } while file < 0 && errno == EINTR
        var byte: UInt8 = 0
        var count: Int
        repeat { count = read(file, &byte, 1) } while count > 0 || count < 0 && errno == EINTR
        close(file)
    }

    /// Waits until those have ended who hold it; `false` if they live on when the test's time is over.
    package func isLetGo() async -> Bool {
        for await _ in ended {}
        return !Task.isCancelled
    }
}
