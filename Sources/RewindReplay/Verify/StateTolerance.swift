package import RewindValue

/// What is no difference between a recorded state and the one that today's reducer reached: a member that the recorded type did not have, and
/// the places that a person leaves out.
package struct StateTolerance: Sendable {
    /// The places that are left out, with all that is in them.
    private let ignored: [PointerPattern]
    private let recorded: StateTypes?
    private let today: StateTypes?
    /// The members that were left out because the recorded type did not have them, in the order in which they were met.
    package private(set) var newMembers: [PointerPattern] = []
    /// The names of the members of objects, by their places.
    private var known: [PointerPattern: Names?] = [:]

    private struct Names {
        var recorded: Set<String>
        /// Those of today's type; `nil` if it is not known.
        var today: Set<String>?
    }

    /// - Parameters:
    ///   - ignored: the places that are left out.
    ///   - recorded: the types that the recording was made with; `nil` if they are not known: then a member that is new is a difference.
    ///   - today: today's types, which have to have a member that counts as new; `nil` if they are not known.
    package init(ignoring ignored: [PointerPattern] = [], recorded: StateTypes? = nil, today: StateTypes? = nil) {
        (self.ignored, self.recorded, self.today) = (ignored, recorded, today)
    }

    /// Whether a place is left out.
    func ignores(_ place: JSONPointer) -> Bool {
        for pattern in ignored where pattern.matches(place) { return true }
        return false
    }

    /// Whether a member that the recorded object lacks is no difference: it is left out, or the recorded type did not have it.
    mutating func allows(_ key: String, in object: JSONPointer, beside members: JSONObject) -> Bool {
        let place = object.appending(key)
        if ignores(place) { return true }
        guard let names = names(at: object), !names.recorded.contains(key) else { return false }
        if let today = names.today {
            guard today.contains(key) else { return false }
        } else if members.isEmpty {
            return false
        }
        // A type that encodes itself under other names than those of its fields says nothing about them.
        guard members.allSatisfy({ names.recorded.contains($0.key) || names.today?.contains($0.key) == true }) else { return false }
        let pattern = PointerPattern(place)
        if !newMembers.contains(pattern) { newMembers.append(pattern) }
        return true
    }

    private mutating func names(at object: JSONPointer) -> Names? {
        guard let recorded else { return nil }
        let pattern = PointerPattern(object)
        if let known = known[pattern] { return known }
        var names = recorded.names(at: pattern).map { Names(recorded: $0) }
        if let today {
            names?.today = today.names(at: pattern)
            if names?.today == nil { names = nil }
        }
        known[pattern] = .some(names)
        return names
    }
}

extension PointerPattern {
    /// Whether it is the pattern of a place.
    fileprivate func matches(_ place: JSONPointer) -> Bool {
        guard tokens.count == place.tokens.count else { return false }
        for (token, other) in zip(tokens, place.tokens) {
            if let token, !token.isIdentical(to: other) { return false }
        }
        return true
    }
}
