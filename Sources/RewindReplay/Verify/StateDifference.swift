import RewindFormat
package import RewindValue

/// How the state that a reducer reached differs from the recorded one.
package struct StateDifference: Sendable, Equatable {
    /// The places that differ, none inside another, in the order of the recorded state.
    package private(set) var places: [Place] = []
    package var kind: Kind { places.map { $0.kind }.max() ?? .hidden }

    package struct Place: Sendable, Equatable {
        package let pointer: JSONPointer
        /// The recorded value; `nil` if the recorded state has none there.
        package let recorded: JSONValue?
        /// The value that the reducer reached; `nil` if its state has none there.
        package let reached: JSONValue?
        let kind: Kind
    }

    /// Why a place differs, the most telling last.
    package enum Kind: Int, Sendable, Comparable {
        /// Only texts, or long numbers, of which the recording hides one.
        case hidden
        /// Arrays have the same elements in another order.
        case order
        case value

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// Compares two states; `nil` if they are the same.
    ///
    /// - Parameter hidesTexts: whether the recording is masked, so that each text and each long number is a pseudonym.
    package init?(from recorded: JSONValue, to reached: JSONValue, hidesTexts: Bool = false) {
        var none = StateTolerance()
        self.init(from: recorded, to: reached, hidesTexts: hidesTexts, allowing: &none)
    }

    /// The same, apart from what is no difference; `nil` if nothing else differs.
    package init?(from recorded: JSONValue, to reached: JSONValue, hidesTexts: Bool = false, allowing tolerance: inout StateTolerance) {
        compare(recorded, reached, at: .root, hidesTexts, &tolerance)
        if places.isEmpty { return nil }
    }

    private init() {}

    /// The difference without the places that are in some others; `nil` if nothing is left.
    package func outside(_ others: [JSONPointer]) -> StateDifference? {
        if others.isEmpty { return self }
        var rest = StateDifference()
        rest.places = places.filter { place in !others.contains { $0.isPrefix(of: place.pointer) } }
        return rest.places.isEmpty ? nil : rest
    }

    private mutating func compare(
        _ recorded: JSONValue, _ reached: JSONValue, at pointer: JSONPointer, _ hidesTexts: Bool, _ tolerance: inout StateTolerance
    ) {
        func add(_ kind: Kind) { places.append(Place(pointer: pointer, recorded: recorded, reached: reached, kind: kind)) }
        if recorded == reached || tolerance.ignores(pointer) { return }
        switch (recorded, reached) {
        case (.object(let old), .object(let new)):
            let gone = old.filter { new[$0.key] == nil && !tolerance.ignores(pointer.appending($0.key)) }
            let added = new.filter { old[$0.key] == nil && !tolerance.allows($0.key, in: pointer, beside: old) }
            // The keys of a masked dictionary are pseudonyms, too, and a reducer that asks for one of them does not find it.
            if hidesTexts, !gone.isEmpty || !added.isEmpty { return add(.hidden) }
            for (key, value) in old {
                let place = pointer.appending(key)
                if let other = new[key] {
                    compare(value, other, at: place, hidesTexts, &tolerance)
                } else if !tolerance.ignores(place) {
                    missing(place, value, nil)
                }
            }
            for (key, value) in added { missing(pointer.appending(key), nil, value) }
        case (.array(let old), .array(let new)):
            let (same, shared) = (zip(old, new).prefix { $0 == $1 }.count, min(old.count, new.count))
            if old.count == new.count, Self.haveSameElements(old[same...], new[same...]) { return add(.order) }
            var elements = StateDifference()
            for index in same..<shared where old.count == new.count || elements.places.isEmpty {
                elements.compare(old[index], new[index], at: pointer.appending(index), hidesTexts, &tolerance)
            }
            // Of arrays of another length, of which not only the end differs, it is unknown which element is which.
            if old.count != new.count, !elements.places.isEmpty { return add(.value) }
            places += elements.places
            for index in shared..<max(old.count, new.count) where !tolerance.ignores(pointer.appending(index)) {
                missing(pointer.appending(index), index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
            }
        case (.string(let old), .string(let new)): add(hidesTexts || Placeholder.isIn(old) || Placeholder.isIn(new) ? .hidden : .value)
        case (.number(let old), .number(let new)): add(hidesTexts && old.isMaskable && new.isMaskable ? .hidden : .value)
        default: add(.value)
        }
    }

    /// Adds a place that one of the states lacks.
    private mutating func missing(_ pointer: JSONPointer, _ recorded: JSONValue?, _ reached: JSONValue?) {
        places.append(Place(pointer: pointer, recorded: recorded, reached: reached, kind: .value))
    }

    private static func haveSameElements(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) -> Bool {
        var counts: [JSONValue: Int] = [:]
        for value in old { counts[value, default: 0] += 1 }
        for value in new { counts[value, default: 0] -= 1 }
        return counts.values.allSatisfy { $0 == 0 }
    }
}
