import RewindFormat
import RewindValue

/// Asks an expression about steps in their order, each with its action and the states around it.
struct StepConditions {
    private(set) var report = FilterReport()
    /// Whether there was anything to look at.
    private(set) var hasLooked = false
    private let predicate: any Predicate
    private let timeline: Timeline
    private let first: Int
    /// The stores whose steps may be asked; the first one's states are meant where there is no step.
    private let stores: [String]
    /// Words that are members of the state as well.
    private let members: Set<StepWord>
    /// The places that are read of the state, or of the state before; all, where nobody can tell.
    private let places: [JSONPointer]
    private let readsState: Bool
    private let readsBefore: Bool
    private var walks: [String: StateWalk] = [:]
    private var unseen: Unseen

    /// - Parameters:
    ///   - store: The store whose steps are asked; by default the steps of all stores may be.
    ///   - takesMembers: Whether `.action` means `$action`, and so on, where the state has no such member.
    init(_ predicate: any Predicate, timeline: Timeline, from step: Int, store: String? = nil, takesMembers: Bool = false) {
        stores = store.map { [$0] } ?? timeline.storeNames
        self.predicate = predicate
        self.timeline = timeline
        first = step
        let members = takesMembers ? timeline.words(askedForBy: predicate, stores: stores) : []
        self.members = members
        let reads = predicate.reads?.compactMap { place -> JSONPointer? in
            guard let word = members.first(where: { $0.rawValue == place.tokens.first }) else { return place }
            return word == .state || word == .before ? JSONPointer(tokens: Array(place.tokens.dropFirst())) : nil
        }
        places = reads ?? [.root]
        readsBefore = predicate.words.contains(.before) || members.contains(.before)
        readsState = !places.isEmpty
        unseen = Unseen(predicate, places: reads)
        unseen.see(members)
        for store in stores { unseen.see(typesOf: timeline, store: store) }
    }

    /// Whether it holds at a step, or at the beginning, which is none; `nil` where the state is not known.
    ///
    /// Steps have to come in order.
    mutating func verdict(at number: Int, _ step: Step?) throws(RecordingError) -> Bool? {
        guard let document = try document(of: number, step) else { return nil }
        do {
            return try predicate.holds(in: document)
        } catch {
            report.failures.add(number, error)
            return false
        }
    }

    /// What it comes to at a step, several results as an array; nothing where it has no value, `nil` where the state is not known.
    ///
    /// Steps have to come in order.
    mutating func value(at number: Int, _ step: Step?) throws(RecordingError) -> JSONValue?? {
        guard let document = try document(of: number, step) else { return nil }
        do {
            let results = try predicate.results(in: document)
            return .some(results.count == 1 ? results[0] : .array(results))
        } catch {
            report.failures.add(number, error)
            return .some(nil)
        }
    }

    private mutating func document(of number: Int, _ step: Step?) throws(RecordingError) -> StepDocument? {
        var document = StepDocument(number: number, step: step, members: members)
        if readsState {
            let store = step?.store ?? stores[0]
            var walk: StateWalk
            if let known = walks.removeValue(forKey: store) {
                walk = known
            } else {
                walk = try StateWalk(timeline, store: store, from: max(first - 1, timeline.steps.lowerBound))
            }
            defer { walks[store] = walk }
            var unknownBefore: UnknownState.Reason?
            if readsBefore, number > timeline.steps.lowerBound {
                try walk.advance(to: number - 1)
                unknownBefore = walk.reason(at: number - 1)
                document.before = unknownBefore == nil ? walk.state : nil
                // Only what is read of the state before is kept, so that the patch of the step is applied in place.
                if let before = document.before, !places.contains(.root) { document.before = before.kept(places) }
            }
            try walk.advance(to: number)
            document.state = walk.state
            if let unknown = walk.reason(at: number), !predicate.comesToTheSame(whateverStateIn: document) {
                report.unknown.add(number...number, unknown)
                return nil
            }
            if let unknownBefore, !predicate.comesToTheSame(whateverBeforeIn: document) {
                report.unknown.add(number...number, unknownBefore)
                return nil
            }
            unseen.see(walk.state)
        }
        hasLooked = true
        return document
    }

    /// What it asks for and nobody has seen, nor perhaps the types tell of; to be asked at the end.
    ///
    /// - Parameter isPartial: Whether not every state was seen, so that it may be in another one.
    mutating func pathNotFound(upTo step: Int, norInTypes: Bool = false, isPartial: Bool = false) throws(RecordingError) -> String? {
        guard hasLooked else { return nil }
        var nearest: (step: Int, state: JSONValue, store: String)?
        for store in stores where !unseen.isEmpty {
            if norInTypes { unseen.see(typesOf: timeline, store: store) }
            if isPartial { try unseen.see(statesOf: timeline, store: store) }
            guard !unseen.isEmpty, let last = try timeline.lastKnownState(at: step, store: store) else { continue }
            unseen.see(last.state)
            if nearest.map({ unseen.distance(from: last.state) < unseen.distance(from: $0.state) }) ?? true {
                nearest = (last.step, last.state, store)
            }
        }
        return nearest.flatMap { unseen.sentence(in: $0.state, of: $0.store, step: $0.step, in: timeline) }
    }

    /// What it asks for in actions and none has, nor perhaps the types tell of.
    func actionNotFound(isOnlyNear: Bool = false, limit: Int = .max) throws(RecordingError) -> ActionNotFound? {
        try timeline.actionNotFound(by: predicate, members: members, isOnlyNear: isOnlyNear, limit: limit)
    }
}

extension Timeline {
    /// The words that a condition asks for as members and that no state of some stores has as such, as far as types and both ends tell.
    fileprivate func words(askedForBy predicate: any Predicate, stores: [String]) -> Set<StepWord> {
        let asked = StepWord.allCases.filter { predicate.asks(forMember: $0.rawValue) }
        if asked.isEmpty { return [] }
        let ends = stores.flatMap { store in
            [steps.lowerBound, steps.upperBound].compactMap { try? lastKnownState(at: $0, store: store)?.state }
        }
        return Set(
            asked.filter { word in
                let place = JSONPointer(tokens: [word.rawValue])
                return !stores.contains { typesTell(of: place, store: $0) } && !ends.contains { $0[place] != nil }
            })
    }
}

extension JSONValue {
    /// An object with nothing but what is at some places, and what leads there; arrays are kept whole.
    fileprivate func kept(_ places: [JSONPointer]) -> JSONValue {
        guard case .object(let object) = self else { return self }
        var kept = JSONObject()
        for (key, below) in Dictionary(grouping: places.filter { !$0.tokens.isEmpty }, by: { $0.tokens[0] }) {
            let inner = below.map { JSONPointer(tokens: Array($0.tokens.dropFirst())) }
            guard let value = object[key] else { continue }
            kept[key] = inner.contains(.root) ? value : value.kept(inner)
        }
        return .object(kept)
    }
}
