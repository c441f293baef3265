import Synchronization

/// Hands commands to one task that looks for them when it can, or waits for one.
final class Mailbox<Command: Sendable>: Sendable {
    private let commands = Mutex<[Command]>([])
    private let signal: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation

    init() { (signal, sink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func post(_ command: Command) {
        commands.withLock { $0.append(command) }
        sink.yield()
    }

    /// The oldest command, if there is one.
    func popFirst() -> Command? { commands.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Waits for a command; one task does.
    ///
    /// - Throws: `CancellationError`.
    func wait() async throws -> Command {
        while true {
            if let command = popFirst() { return command }
            for await _ in signal { break }
            try Task.checkCancellation()
        }
    }
}
