import RewindFormat
import RewindValue

/// What an expression asks for in actions, as long as no action was seen with any of it: most likely a typing error.
struct UnseenInActions {
    private var places: [Reached]
    private var types: [String]
    private var names: Set<String>
    private var seenTypes: Set<String> = []
    private var seenNames: Set<String> = []

    /// A place, how far into it any action leads, and what there is instead.
    fileprivate struct Reached {
        let place: JSONPointer
        var depth = 0
        var keys: Set<String> = []
        /// The same place in an action, where it only lacks the `_0` of payloads without a label.
        var withPayloads: JSONPointer?
    }

    /// Types and names that are kept, to find the near ones among them.
    private static let limit = 10_000

    /// - Parameter members: Words that the expression may write as members of the state, as in `.action.id`.
    init(_ predicate: any Predicate, members: Set<StepWord> = []) {
        places = predicate.readsOfAction(asMember: members.contains(.action)).filter { !$0.tokens.isEmpty }.map { Reached(place: $0) }
        types = predicate.comparedTypes(asMember: members.contains(.type))
        let mayBeInActions = predicate.words.contains(.action) || members.contains(.action)
        names = mayBeInActions ? Set(predicate.names).subtracting(members.map(\.rawValue)) : []
    }

    /// Whether all was seen.
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

    /// Takes the members of a value for seen.
    mutating func see(namesOf value: JSONValue?) {
        guard let value, !names.isEmpty else { return }
        value.forEachKey { name in
            names.remove(name)
            if seenNames.count < Self.limit { seenNames.insert(name) }
            return names.isEmpty
        }
    }

    /// Takes for seen what the recorded types tell of: what is optional may be in no action.
    mutating func see(typesOf timeline: Timeline) {
        places.removeAll { $0.withPayloads == nil && timeline.typesTell(ofMember: $0.missing) }
        names = names.filter { !timeline.typesTell(ofMember: $0) }
    }

    /// Whether something that was asked for is there but for the `_0` of a payload: then it is a slip, whatever else the recording has.
    var lacksPayload: Bool { places.contains { $0.withPayloads != nil } }

    /// What was asked for and what there is; `nil` if all was seen.
    ///
    /// - Parameter isOnlyNear: Whether only that is told to which something comes near.
    func sentence(isOnlyNear: Bool = false) -> String? {
        for type in types {
            let near = NearWord.all(to: type, among: seenTypes).map { "'\($0)'" }
            if !near.isEmpty { return "no action has the type '\(type)'; did you mean \(near.joined(separator: " or "))?" }
            if !isOnlyNear { return "no action has the type '\(type)'; 'rewind stats' lists the types" }
        }
        for case (let place, let meant?) in places.map({ ($0.place, $0.withPayloads) }) {
            return "no action has anything at \(place); did you mean \(meant)? a payload without a label is at _0"
        }
        for reached in places {
            let near = NearWord.to(reached.missing, among: reached.keys)
            if near != nil || !isOnlyNear { return reached.sentence(near: near) }
        }
        // Only the states at both ends were looked at, so these may be in one between.
        for name in names.sorted() {
            if let near = NearWord.to(name, among: seenNames) { return "no action has a member '\(name)'; did you mean '\(near)'?" }
        }
        return nil
    }
}

extension UnseenInActions.Reached {
    /// The first part of the place that no action has.
    fileprivate var missing: String { place.tokens[min(depth, place.tokens.count - 1)] }

    /// The same after a look at an action; `nil` if that has the place.
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
        reached.withPayloads = withPayloads ?? withPayloads(in: action)
        if depth > reached.depth { (reached.depth, reached.keys) = (depth, []) }
        if depth == reached.depth, let object = value.object, reached.keys.count < 1_000 { reached.keys.formUnion(object.keys) }
        return reached
    }

    /// Where the place is in an action if each payload without a label is entered on the way; `nil` if it is not there either.
    private func withPayloads(in action: JSONValue) -> JSONPointer? {
        var (value, found) = (action, JSONPointer.root)
        for token in place.tokens {
            if value[JSONPointer(tokens: [token])] == nil, let payload = value["_0"] { (value, found) = (payload, found.appending("_0")) }
            guard let inner = value[JSONPointer(tokens: [token])] else { return nil }
            (value, found) = (inner, found.appending(token))
        }
        return found
    }

    /// What is missing, and what there is instead.
    fileprivate func sentence(near: String?) -> String {
        let start = JSONPointer(tokens: Array(place.tokens.prefix(depth)))
        let meant = near.map { "; did you mean \(start.appending($0))?" } ?? ""
        let shown = keys.sorted()
        let words = shown.prefix(12).joined(separator: ", ") + (shown.count > 12 ? " and \(shown.count - 12) more" : "")
        let place_ = start.tokens.isEmpty ? "there" : "at \(start) there"
        return "no action has anything at \(place)\(meant)" + (words.isEmpty ? "" : "\(meant.isEmpty ? ";" : "") \(place_) is \(words)")
    }
}

extension Timeline {
    /// Segments that are looked through where an answer needs no look at all.
    static let segmentsForRemarks = 32

    /// What an expression asks for that no action of the recording has, nor any type tells of, and what there is; `nil` if nothing.
    ///
    /// Reads segments until all was seen.
    ///
    /// - Parameters:
    ///   - members: Words that the expression may write as members of the state.
    ///   - limit: How many segments are read; if that is not all of them, nobody can tell.
    func actionNotFound(
        by predicate: any Predicate, members: Set<StepWord> = [], isOnlyNear: Bool = false, limit: Int = .max
    ) throws(RecordingError) -> ActionNotFound? {
        var unseen = UnseenInActions(predicate, members: members)
        for position in 0..<segmentCount {
            if unseen.isEmpty { return nil }
            if position >= limit { return nil }
            for step in try segment(at: position).steps { unseen.see(step) }
        }
        unseen.see(typesOf: self)
        if unseen.isEmpty { return nil }
        for store in storeNames {
            for end in [steps.lowerBound, steps.upperBound] { unseen.see(namesOf: try lastKnownState(at: end, store: store)?.state) }
        }
        let isSlip = unseen.lacksPayload
        return unseen.sentence(isOnlyNear: isOnlyNear).map { ActionNotFound(description: $0, isSlip: isSlip) }
    }
}

/// What an expression asks for that no action of a recording has.
package struct ActionNotFound: Sendable, CustomStringConvertible {
    /// What was asked for and what there is, as a sentence.
    package var description: String
    /// Whether it can only be a slip: what was asked for is there, in another place.
    package var isSlip: Bool
}
