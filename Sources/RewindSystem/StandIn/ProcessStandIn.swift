import Synchronization

/// Stands in for a command's process where a test runs the command in its own: streams and variables are the command's alone, and it leaves
/// the signals to the others.
///
/// It counts on the thread that runs the command. Every other thread, and every app, has what the process has, at the cost of a look.
package final class ProcessStandIn: Sendable {
    @TaskLocal private static var replaced: ProcessStandIn?

    /// That of the calling thread; `nil` where the process is its own.
    package static var current: ProcessStandIn? { replaced }

    /// Variables that it has besides the process's, and instead of those of the same name.
    package let variables: [String: String]
    private let input: Mutex<ArraySlice<UInt8>>
    private let output = Mutex<[UInt8]>([])
    private let errors = Mutex<[UInt8]>([])

    /// - Parameter input: all that comes through standard input.
    package init(variables: [String: String], input: [UInt8]) {
        self.variables = variables
        self.input = Mutex(input[...])
    }

    /// Does some work with it in place, on the calling thread.
    package func during<Result>(_ work: () -> Result) -> Result { Self.$replaced.withValue(self, operation: work) }

    // MARK: The streams, which are no terminal

    /// What was written to standard output so far.
    package var outputBytes: [UInt8] { output.withLock { $0 } }

    /// What was written to standard error so far.
    package var errorBytes: [UInt8] { errors.withLock { $0 } }

    func write(_ bytes: [UInt8], asErrors: Bool) {
        if asErrors { errors.withLock { $0 += bytes } } else { output.withLock { $0 += bytes } }
    }

    /// The next bytes of the input; empty at its end.
    func read(count: Int) -> [UInt8] { Array(take { $0.startIndex + min(count, $0.count) }) }

    /// The next line of the input with its end; `nil` at the end.
    func readLine() -> [UInt8]? {
        let line = take { rest in rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex }
        return line.isEmpty ? nil : Array(line)
    }

    /// Takes the input up to a place.
    private func take(to end: (ArraySlice<UInt8>) -> Int) -> ArraySlice<UInt8> {
        input.withLock { rest in
            let place = end(rest)
            let taken = rest[..<place]
            rest = rest[place...]
            return taken
        }
    }
}
