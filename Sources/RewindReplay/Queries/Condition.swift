import RewindValue

/// A predicate during a walk: asked again only where what it reads may have changed.
struct Condition {
    let predicate: any Predicate
    /// Whether it holds where the walk is; `nil` where the state is not known.
    private(set) var holds: Bool?
    /// Where it had no value; it counts as not holding there.
    private(set) var failures = FailedSteps()
    /// Whether there was any state to look at.
    private(set) var hasLooked = false
    private let places: [JSONPointer]?
    private var unseen: Unseen

    init(_ predicate: any Predicate) {
        self.predicate = predicate
        places = predicate.reads
        unseen = Unseen(predicate)
    }

    /// Looks at the state after a change, or where the walk begins; returns whether that made a difference.
    mutating func look(at change: StateChange?, in state: JSONValue?, step: Int) -> Bool {
        if let change, holds != nil, !change.mayChange(places) { return false }
        let before = holds
        guard let state else {
            holds = nil
            return before != nil
        }
        hasLooked = true
        unseen.see(state)
        do {
            holds = try predicate.holds(in: state)
        } catch {
            failures.add(step, error)
            holds = false
        }
        return holds != before
    }

    /// Whether something that it reads was never there.
    var hasUnseen: Bool { !unseen.isEmpty }

    /// Takes what is in a state for seen, without asking.
    mutating func see(_ state: JSONValue?) { unseen.see(state) }

    /// Takes for seen what the types of the store's state tell of.
    mutating func see(typesOf timeline: Timeline, store: String) { unseen.see(typesOf: timeline, store: store) }

    /// Why it may be that it never held: something that it reads was never there, as the store's state after a step shows.
    func pathNotFound(in state: JSONValue?, of store: String, step: Int, in timeline: Timeline) -> String? {
        unseen.sentence(in: state, of: store, step: step, in: timeline)
    }
}
