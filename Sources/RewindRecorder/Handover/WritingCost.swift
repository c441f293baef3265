/// What making the lines of a store's last states cost.
struct WritingCost {
    private var nanoseconds = 0
    private var states = 0
    /// About so many of the last states count: what a state costs changes with the app, and with what else the machine does.
    private static let remembered = 1_024
    /// Whether the cost was reported as too high.
    var isTold = false

    var mean: Int { nanoseconds / max(1, states) }

    mutating func add(_ time: Int, states count: Int) {
        nanoseconds += time
        states += count
        if states > Self.remembered { (nanoseconds, states) = (nanoseconds / 2, states / 2) }
    }
}
