import RewindFormat
import RewindValue

/// What an expression asks for, as long as nobody has seen any of it: most likely a typing error.
struct Unseen {
    private var places: [JSONPointer]
    private var names: Set<String>

    /// - Parameter places: What is read of the state, if that is not what the expression says of itself.
    init(_ predicate: any Predicate, places: [JSONPointer]? = nil) {
        self.places = places ?? predicate.reads ?? []
        // What an action has is not seen in states.
        names = predicate.words.contains(.action) ? [] : Set(predicate.names)
    }

    /// Whether all was seen.
    var isEmpty: Bool { places.isEmpty && names.isEmpty }

    /// Looks at a state.
    mutating func see(_ state: JSONValue?) {
        guard let state, !isEmpty else { return }
        if !places.isEmpty { places.removeAll { state[$0] != nil } }
        if !names.isEmpty { state.forEachKey { names.remove($0) != nil && names.isEmpty } }
    }

    /// Takes for seen what the types of the store's state tell of: what is optional may be in no state.
    mutating func see(typesOf timeline: Timeline, store: String) {
        if isEmpty { return }
        places.removeAll { timeline.typesTell(of: $0, store: store) }
        names = names.filter { !timeline.typesTell(ofMember: $0) }
    }

    /// Takes for seen what any state of a store has, as far as places tell; costs a pass over what changed them.
    mutating func see(statesOf timeline: Timeline, store: String) throws(RecordingError) {
        for place in places {
            var walk = try StateWalk(timeline, store: store, from: timeline.steps.lowerBound, places: [place])
            var isThere = walk.state?[place] != nil
            while !isThere, try walk.next(upTo: timeline.steps.upperBound) != nil { isThere = walk.state?[place] != nil }
            if isThere { places.removeAll { $0 == place } }
        }
    }

    /// Takes for seen the members that are words.
    mutating func see(_ words: Set<StepWord>) { names.subtract(words.map(\.rawValue)) }

    /// What was asked for and what there is in a state; `nil` if all was seen.
    func sentence(in state: JSONValue?, step: Int) -> String? {
        guard let state, !isEmpty else { return nil }
        if let place = places.first { return PathNotFound(of: place, in: state, step: step).description + Self.hint(place.tokens.first) }
        guard let name = names.min() else { return nil }
        var keys: Set<String> = []
        state.forEachKey {
            keys.insert($0)
            return false
        }
        let near = NearWord.to(name, among: keys).map { "; did you mean '\($0)'?" } ?? ""
        return "no state has a member '\(name)' anywhere\(near)" + Self.hint(name)
    }

    private static func hint(_ name: String?) -> String {
        name.flatMap(StepWord.init(rawValue:)).map { "; did you mean \($0)?" } ?? ""
    }
}

extension JSONValue {
    /// Calls `body` with the key of every member, however deep, until it returns `true`; returns whether it did.
    @discardableResult
    func forEachKey(_ body: (String) -> Bool) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.forEachKey(body) }
        case .object(let object): object.contains { body($0.key) || $0.value.forEachKey(body) }
        default: false
        }
    }
}
