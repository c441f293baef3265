/// What making the lines of a store's states costs.
struct WritingCost {
    private var nanoseconds = 0
    private var states = 0
    /// Whether somebody was told that it is too much.
    var isTold = false

    /// The mean of all states.
    var mean: Int { nanoseconds / max(1, states) }

    mutating func add(_ time: Int, states count: Int) {
        nanoseconds += time
        states += count
    }
}
