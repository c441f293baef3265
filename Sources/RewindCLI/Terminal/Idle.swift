import RewindSystem

/// Blocks the calling thread for a while.
func idle(for time: Duration) {
    let (seconds, attoseconds) = time.components
    SystemThread.sleep(microseconds: UInt32(clamping: seconds * 1_000_000 + attoseconds / 1_000_000_000_000))
}
