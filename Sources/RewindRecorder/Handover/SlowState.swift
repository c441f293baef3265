import RewindCapture
import RewindValue

/// Why recording a state is expensive.
enum SlowState {
    /// How many places are named; the rest are counted.
    private static let limit = 8

    /// The places, one text each, without addresses.
    static func texts(_ places: [StateReference]) -> [String] {
        let named = places.prefix(limit).map { place in
            "\(place.path.isEmpty ? "all of it" : place.path) is \(place.type) (\(place.advice))"
        }
        return places.count > limit ? named + ["\(places.count - limit) more places"] : named
    }

    static func sentence(store: String, _ texts: [String]) -> String {
        "The state of the store \(store) refers to what may change in place: \(texts.joined(separator: "; ")). What is there is encoded at every "
            + "step, on the thread that dispatches."
    }
}

/// What making the lines of a store's last states cost.
struct WritingCost {
    private var nanoseconds = 0
    private var states = 0
    /// About so many of the last states count: what a state costs changes with the app, and with what else the machine does.
    private static let remembered = 1_024
    /// Whether the cost was reported as too high.
    var isReported = false

    var mean: Int { nanoseconds / max(1, states) }

    mutating func add(_ time: Int, states count: Int) {
        nanoseconds += time
        states += count
        if states > Self.remembered { (nanoseconds, states) = (nanoseconds / 2, states / 2) }
    }
}
