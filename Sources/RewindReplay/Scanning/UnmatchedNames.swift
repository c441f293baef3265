import RewindFormat
import RewindValue

/// What an expression asks for and was not seen so far: most likely a typing error.
struct UnmatchedNames {
    private var places: [JSONPointer]
    private var names: Set<String>

    /// - Parameter place: The part of the state at which its paths begin.
    init(_ predicate: Predicate, below place: JSONPointer = .root) {
        places = (predicate.reads ?? []).map { JSONPointer(tokens: place.tokens + $0.tokens) }
        // States are not searched for what an action has, nor for an effect's name or an action's type.
        names = predicate.words.isDisjoint(with: [.action, .effects, .last]) ? Set(predicate.names) : []
    }

    /// Whether everything was seen.
    var isEmpty: Bool { places.isEmpty && names.isEmpty }

    mutating func removeMatches(in state: JSONValue?) {
        guard let state, !isEmpty else { return }
        if !places.isEmpty { places.removeAll { state[$0] != nil } }
        if !names.isEmpty { state.forEachKey { names.remove($0) != nil && names.isEmpty } }
    }

    /// Marks as seen what the types of the store's state mention: an optional may be nil in every state.
    mutating func removeMatches(inTypesOf timeline: Timeline, store: String) {
        if isEmpty { return }
        places.removeAll { timeline.typesMention($0, store: store) }
        if !names.isEmpty { names = names.filter { !timeline.typesMention(member: $0, store: store) } }
    }

    /// Marks as seen what the last state of a store has, as far as the index tells.
    mutating func removeMatches(inIndexOf timeline: Timeline, store: String) throws(RecordingError) {
        for place in places where try timeline.partialState(with: place, at: timeline.steps.upperBound, store: store)?[place] != nil {
            places.removeAll { $0 == place }
        }
    }

    /// Marks as seen the places that any state of a store has; costs a pass over their changes.
    mutating func removeMatches(inStatesOf timeline: Timeline, store: String, in range: ClosedRange<Int>) throws(RecordingError) {
        for place in places {
            var walk = try StateWalk(timeline, store: store, from: range.lowerBound, to: range.upperBound, places: [place])
            var isThere = walk.state?[place] != nil
            while !isThere, try walk.next(upTo: range.upperBound) != nil { isThere = walk.state?[place] != nil }
            if isThere { places.removeAll { $0 == place } }
        }
    }

    /// Marks as seen the members that any state of a store has; costs a pass over all of its changes.
    mutating func removeMatches(inChangesOf timeline: Timeline, store: String, in range: ClosedRange<Int>) throws(RecordingError) {
        if names.isEmpty { return }
        var walk = try StateWalk(timeline, store: store, from: range.lowerBound, to: range.upperBound)
        while !names.isEmpty, let change = try walk.next(upTo: range.upperBound) {
            guard case .patch(let patch) = change.kind else {
                removeMatches(in: walk.state)
                continue
            }
            for operation in patch.operations {
                names.subtract(operation.pointer.tokens)
                operation.value?.forEachKey { names.remove($0) != nil && names.isEmpty }
            }
        }
    }

    /// The distance between what is asked for and what a store has.
    struct Distance: Comparable {
        /// The number of places and names that were not seen.
        var missing = 0
        /// How far these places lead nevertheless.
        var reached = 0

        mutating func add(_ other: Distance) { (missing, reached) = (missing + other.missing, reached + other.reached) }

        static func < (left: Distance, right: Distance) -> Bool { (left.missing, -left.reached) < (right.missing, -right.reached) }
    }

    /// The distance between what was not seen and the contents of a state.
    func distance(from state: JSONValue) -> Distance {
        Distance(
            missing: places.count + names.count,
            reached: places.reduce(0) { $0 + PathNotFound(of: $1, in: state, step: 0).nearness }
                + names.count { !NearWord.all(to: $0, among: state.allKeys).isEmpty })
    }

    /// What was not seen, and what a store's state has instead after a step; `nil` if everything was seen.
    func unmatchedReference(
        from state: JSONValue, of store: String, step: Int, in timeline: Timeline, isMissingInAllStores: Bool
    ) -> UnmatchedReference? {
        if let place = places.first {
            let word = place.tokens.first.flatMap { StepWord(rawValue: $0) }
            return .place(
                timeline.pathNotFound(at: place, in: state, step: step, store: store), word, isMissingInAllStores: isMissingInAllStores)
        }
        return names.min().map { name in
            .member(
                name, store: timeline.displayName(of: store), near: NearWord.all(to: name, among: state.allKeys).first,
                StepWord(rawValue: name),
                isMissingInAllStores: isMissingInAllStores)
        }
    }
}

extension JSONValue {
    /// The keys of all members at any depth.
    fileprivate var allKeys: Set<String> {
        var keys: Set<String> = []
        forEachKey {
            keys.insert($0)
            return false
        }
        return keys
    }

    /// Calls `body` with the key of every member at any depth, until it returns `true`; returns whether it did.
    @discardableResult
    fileprivate func forEachKey(_ body: (String) -> Bool) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.forEachKey(body) }
        case .object(let object): object.contains { body($0.key) || $0.value.forEachKey(body) }
        default: false
        }
    }
}
