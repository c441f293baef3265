import Dispatch

/// Does nothing for a while, on the thread that calls.
func idle(for time: Duration) {
    let (seconds, attoseconds) = time.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .nanoseconds(nanoseconds))
}
