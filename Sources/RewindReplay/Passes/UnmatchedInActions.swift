import RewindFormat
import RewindValue

/// What an expression asks for in actions and no action had so far: most likely a typing error.
struct UnmatchedInActions {
    private var places: [Reached]
    private var types: [String]
    private var names: Set<String>
    private var seenTypes: Set<String> = []
    private var seenNames: Set<String> = []

    /// A place, how far into it any action leads, and the members that exist there instead.
    fileprivate struct Reached {
        let place: JSONPointer
        var depth = 0
        var keys: Set<String> = []
    }

    /// How many types and names are kept, to find similar ones among them.
    private static let limit = 10_000

    init(_ predicate: Predicate) {
        places = predicate.readsOfAction.filter { !$0.tokens.isEmpty }.map { Reached(place: $0) }
        types = predicate.comparedTypes
        names = predicate.words.contains(.action) ? Set(predicate.names) : []
    }

    /// Whether everything was seen.
    var isEmpty: Bool { places.isEmpty && types.isEmpty && names.isEmpty }

    /// Looks at a step's action.
    mutating func see(_ step: Step) {
        if !types.isEmpty {
            types.removeAll { $0 == step.type }
            if seenTypes.count < Self.limit { seenTypes.insert(step.type) }
        }
        guard let action = step.action?.action, !places.isEmpty || !names.isEmpty else { return }
        places = places.compactMap { $0.leading(into: action) }
        see(namesOf: action)
    }

    /// Marks as seen the members of a value.
    mutating func see(namesOf value: JSONValue?) {
        guard let value, !names.isEmpty else { return }
        value.forEachKey { name in
            names.remove(name)
            if seenNames.count < Self.limit { seenNames.insert(name) }
            return names.isEmpty
        }
    }

    /// Marks as seen what the recorded types mention: an optional may be nil in every action.
    mutating func see(typesOf timeline: Timeline) {
        places.removeAll { timeline.typesTell(ofMember: $0.missing) }
        names = names.filter { !timeline.typesTell(ofMember: $0) }
    }

    /// What no action has; `nil` if everything was seen.
    ///
    /// - Parameter isOnlyNear: Whether to report only what has a similar name.
    func absence(isOnlyNear: Bool) -> Absence? {
        for type in types {
            let near = NearWord.all(to: type, among: seenTypes)
            if !near.isEmpty || !isOnlyNear { return .type(type, near: near) }
        }
        for reached in places {
            let near = NearWord.all(to: reached.missing, among: reached.keys).first
            guard near != nil || !isOnlyNear else { continue }
            let start = JSONPointer(tokens: Array(reached.place.tokens.prefix(reached.depth)))
            return .placeInActions(reached.place, reached: start, near: near, has: reached.keys.sorted())
        }
        // Only the states at both ends were examined, so a state in between may have these names.
        for name in names.sorted() {
            if let near = NearWord.all(to: name, among: seenNames).first { return .memberInActions(name, near: near) }
        }
        return nil
    }
}

extension UnmatchedInActions.Reached {
    /// The first part of the place that no action has.
    fileprivate var missing: String { place.tokens[min(depth, place.tokens.count - 1)] }

    /// The place after looking at an action; `nil` if the action has the place.
    fileprivate func leading(into action: JSONValue) -> Self? {
        var value = action
        var depth = 0
        for token in place.tokens {
            guard let inner = value[JSONPointer(tokens: [token])] else { break }
            value = inner
            depth += 1
        }
        if depth == place.tokens.count { return nil }
        var reached = self
        if depth > reached.depth { (reached.depth, reached.keys) = (depth, []) }
        if depth == reached.depth, let object = value.object, reached.keys.count < 1_000 { reached.keys.formUnion(object.keys) }
        return reached
    }
}
