import Dispatch

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What becomes of a process that is ended in the middle of its work.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Does some work; a signal that ends the process meanwhile calls `clean` first, on a thread of its own.
    package static func cleaningUp<Result>(with clean: @escaping @Sendable () -> Void, _ work: () throws -> Result) rethrows -> Result {
        let queue = DispatchQueue(label: "rewind.interruption")
        let sources = signals.compactMap { number -> (any DispatchSourceSignal)? in
            // A signal that is ignored already, as below nohup, stays so.
            if signal(number, SIG_IGN).map({ unsafeBitCast($0, to: Int.self) }) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                clean()
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            source.resume()
            return source
        }
        defer {
            for source in sources {
                source.cancel()
                signal(Int32(source.handle), SIG_DFL)
            }
        }
        return try work()
    }
}
