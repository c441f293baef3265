import RewindSystem

/// Blocks the calling thread for a while.
func idle(for time: Duration) {
    SystemThread.sleep(microseconds: UInt32(clamping: time.nanoseconds / 1_000))
}
