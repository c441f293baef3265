import RewindCapture
import RewindValue

/// What makes recording a state dear.
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

    static func words(store: String, _ places: [StateReference]) -> String {
        "The state of the store \(store) refers to what may change in place: \(texts(places).joined(separator: "; ")). What is there is encoded at every "
            + "step, on the thread that dispatches."
    }
}
