/// Whether the disk refuses what the writer brings it: that is told when it begins and when it is over, not at each of many tries.
struct WritingDelay {
    private var isTold = false
    private var hasFailed = false

    /// Takes note that something could not be written; `true` if that is news.
    mutating func noteFailure() -> Bool {
        hasFailed = true
        defer { isTold = true }
        return !isTold
    }

    /// Takes note that all is written for now; `true` if it was told that something is not, and nothing has failed since the last call.
    mutating func takeRecovery() -> Bool {
        defer { hasFailed = false }
        if hasFailed || !isTold { return false }
        isTold = false
        return true
    }
}
