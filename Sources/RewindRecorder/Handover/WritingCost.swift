/// What making the lines of a store's states costs.
struct WritingCost {
    private var nanoseconds = 0
    private var states = 0
    /// Whether the cost was reported as too high.
    var isTold = false

    var mean: Int { nanoseconds / max(1, states) }

    mutating func add(_ time: Int, states count: Int) {
        nanoseconds += time
        states += count
    }
}
