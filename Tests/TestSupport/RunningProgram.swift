import Foundation
import RewindSystem
import Synchronization

/// A program that runs beside a test, which waits for what it says, and may say something to it.
package final class RunningProgram {
    /// One element whenever it has said something, and when it has ended; for one task to read.
    package let news: AsyncStream<Void>
    private let process: Process
    private let input: NamedPipe
    private let files = TemporaryFolder()
    private let watch: FileWatch
    private let end = End()

    /// Whether it has ended.
    private final class End: Sendable { let isThere = Atomic(false) }

    package init(_ program: Program, _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]) throws {
        let (news, sink) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.news = news
        input = try NamedPipe(files.path("in"))
        let reading = try FileHandle(forReadingFrom: URL(fileURLWithPath: input.path))
        process = try program.process(arguments, input: reading, saying: files, in: folder, environment: environment)
        watch = try FileWatch(files.path) { sink.yield() }
        process.terminationHandler = { [end] _ in
            end.isThere.store(true, ordering: .releasing)
            sink.yield()
        }
        try process.run()
    }

    deinit { stop() }

    package var processIdentifier: Int32 { process.processIdentifier }

    /// What it has said so far.
    package var output: String { text("out") }
    package var errors: String { text("err") }

    private func text(_ name: String) -> String { String(decoding: (try? files.read(name)) ?? [], as: UTF8.self) }

    /// Waits until it has said some words, on either stream; `false` if it ends without, or the test's time is over.
    package func says(_ words: String) async -> Bool {
        while true {
            let hasEnded = end.isThere.load(ordering: .acquiring)
            if output.contains(words) || errors.contains(words) { return true }
            guard !hasEnded, await isNew() else { return false }
        }
    }

    /// Waits for the next news; `false` if the test's time is over.
    private func isNew() async -> Bool {
        for await _ in news { return true }
        return false
    }

    /// Says something to it, on its standard input.
    package func tell(_ text: String) { input.say(text) }

    /// Ends its standard input.
    package func endInput() { input.end() }

    /// Waits until it has ended; it is killed if the test's time is over before that.
    @discardableResult
    package func ended() async -> Program.Run {
        while !end.isThere.load(ordering: .acquiring), await isNew() {}
        stop()
        return Program.Run(of: process, said: files)
    }

    /// Sends it a signal, and waits until it has ended.
    @discardableResult
    package func ended(by signal: Int32) async -> Program.Run {
        kill(processIdentifier, signal)
        return await ended()
    }

    /// Kills it if it still runs.
    private func stop() {
        guard processIdentifier > 0 else { return }  // it could not be started
        if process.isRunning, !end.isThere.load(ordering: .acquiring) { kill(processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
