import RewindSystem

/// Does nothing for a while, on the thread that calls.
func idle(for time: Duration) {
    let (seconds, attoseconds) = time.components
    SystemThread.sleep(microseconds: UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
