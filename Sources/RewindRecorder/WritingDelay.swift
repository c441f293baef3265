/// Whether the disk refuses the writer's data: reported when that begins and when it ends, not at each of many retries.
struct WritingDelay {
    private var isReported = false
    private var hasFailed = false

    /// Notes that something could not be written; `true` if that is new.
    mutating func noteFailure() -> Bool {
        hasFailed = true
        defer { isReported = true }
        return !isReported
    }

    /// Notes that everything is written for now; `true` if a delay was reported and nothing has failed since the last call.
    mutating func noteAllWritten() -> Bool {
        defer { hasFailed = false }
        if hasFailed || !isReported { return false }
        isReported = false
        return true
    }
}
