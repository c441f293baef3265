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
        fileprivate let kind: Kind
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
        compare(recorded, reached, at: .root, hidesTexts)
        if places.isEmpty { return nil }
    }

    private mutating func compare(_ recorded: JSONValue, _ reached: JSONValue, at pointer: JSONPointer, _ hidesTexts: Bool) {
        func add(_ kind: Kind) { places.append(Place(pointer: pointer, recorded: recorded, reached: reached, kind: kind)) }
        if recorded == reached { return }
        switch (recorded, reached) {
        case (.object(let old), .object(let new)):
            let (gone, added) = (old.filter { new[$0.key] == nil }, new.filter { old[$0.key] == nil })
            // The keys of a masked dictionary are pseudonyms, too, and a reducer that asks for one of them does not find it.
            if hidesTexts, !gone.isEmpty || !added.isEmpty { return add(.hidden) }
            for (key, value) in old {
                let place = pointer.appending(key)
                if let other = new[key] { compare(value, other, at: place, hidesTexts) } else { missing(place, value, nil) }
            }
            for (key, value) in added { missing(pointer.appending(key), nil, value) }
        case (.array(let old), .array(let new)):
            let same = zip(old, new).prefix { $0 == $1 }.count
            if old.count == new.count {
                if Self.haveSameElements(old[same...], new[same...]) { return add(.order) }
                for index in same..<old.count { compare(old[index], new[index], at: pointer.appending(index), hidesTexts) }
            } else if same == min(old.count, new.count) {
                for index in same..<max(old.count, new.count) {
                    missing(pointer.appending(index), index < old.count ? old[index] : nil, index < new.count ? new[index] : nil)
                }
            } else {
                add(.value)
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
