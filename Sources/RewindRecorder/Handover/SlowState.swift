import RewindCapture
import RewindValue

/// What makes recording a state dear.
enum SlowState {
    /// How many places are named; the rest are counted.
    private static let limit = 8

    /// The places, one text each, without addresses.
    static func texts(_ places: [StateReference]) -> [String] {
        let named = places.prefix(limit).map { place in
            "\(place.path.isEmpty ? "all of it" : place.path) is \(withoutContext(place.type)) (\(place.advice))"
        }
        return places.count > limit ? named + ["\(places.count - limit) more places"] : named
    }

    static func words(store: String, _ places: [StateReference]) -> String {
        "The state of the store \(store) refers to what may change in place: \(texts(places).joined(separator: "; ")). What is there is encoded at every "
            + "step, on the thread that dispatches."
    }

    /// A type's name without the contexts of private and local types, whose addresses mean nothing to a reader.
    private static func withoutContext(_ name: String) -> String {
        var name = name
        while let start = name.range(of: "(unknown context at $"), let end = name[start.upperBound...].firstIndex(of: ")") {
            var behind = name.index(after: end)
            if behind < name.endIndex, name[behind] == "." { behind = name.index(after: behind) }
            name.removeSubrange(start.lowerBound..<behind)
        }
        return name
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
