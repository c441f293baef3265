import Dispatch

/// A gate that tasks wait at until the test opens it.
package final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() { (stream, continuation) = AsyncStream.makeStream() }

    package func open() { continuation.finish() }

    package func pass() async { for await _ in stream {} }
}

/// A gate that threads wait at until the test opens it.
package final class Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { semaphore.signal() }

    package func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}
