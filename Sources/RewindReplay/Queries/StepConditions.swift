import RewindFormat
import RewindValue

/// Asks a condition about steps in their order, each as an object with its action and the states around it.
struct StepConditions {
    private(set) var report = FilterReport()
    private let predicate: any Predicate
    private let timeline: Timeline
    private let first: Int
    private let readsState: Bool
    /// The places below `before` that are read, if they can be told.
    private let places: [JSONPointer]
    private let readsBefore: Bool
    private var walks: [String: StateWalk] = [:]

    init(_ predicate: any Predicate, timeline: Timeline, from step: Int) {
        self.predicate = predicate
        self.timeline = timeline
        first = step
        let reads = predicate.reads ?? [.root]
        func isRead(_ member: String) -> Bool { reads.contains { $0.tokens.isEmpty || $0.tokens[0] == member } }
        readsState = isRead("state") || isRead("before")
        readsBefore = isRead("before")
        places =
            reads.contains(.root)
            ? [.root] : reads.filter { $0.tokens.first == "before" }.map { JSONPointer(tokens: Array($0.tokens.dropFirst())) }
    }

    /// Whether it holds at a step; steps have to come in order.
    mutating func hold(at step: Step) throws(RecordingError) -> Bool {
        var document = StepDocument(step: step, state: nil, before: nil)
        if readsState {
            var walk: StateWalk
            if let known = walks.removeValue(forKey: step.store) {
                walk = known
            } else {
                walk = try StateWalk(timeline, store: step.store, from: max(first - 1, timeline.steps.lowerBound))
            }
            defer { walks[step.store] = walk }
            if readsBefore {
                try walk.advance(to: max(step.number - 1, timeline.steps.lowerBound))
                document.before = walk.reason(at: max(step.number - 1, timeline.steps.lowerBound)) == nil ? walk.state : nil
            }
            // Only what is read of the state before is kept, so that the patch of the step is applied in place.
            if let before = document.before, !places.contains(.root) { document.before = before.kept(places) }
            try walk.advance(to: step.number)
            document.state = walk.state
            if let unknown = walk.reason(at: step.number) {
                report.unknown.add(step.number...step.number, unknown)
                return false
            }
        }
        do {
            return try predicate.holds(in: document)
        } catch {
            report.failures.add(step.number, error)
            return false
        }
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

/// A step as a document: `{"step":…,"t":…,"type":…,"action":…,"before":…,"state":…}`.
private struct StepDocument: Document {
    let step: Step
    var state: JSONValue?
    var before: JSONValue?

    func value(at path: Expression.Path) throws(Expression.Failure) -> JSONValue {
        guard case .key(let name)? = path.components.first else {
            if path.components.isEmpty { return .object(whole) }
            throw Expression.Failure("a step has members, not elements: step, t, type, action, before, state")
        }
        return try (member(name) ?? .null).value(at: path.components.dropFirst())
    }

    private func member(_ name: String) -> JSONValue? {
        switch name {
        case "step": .number(JSONNumber(step.number))
        case "t": step.time.map { .number(JSONNumber($0)) }
        case "type": .string(step.type)
        case "action": step.action?.action
        case "before": before
        case "state": state
        default: nil
        }
    }

    private var whole: JSONObject {
        JSONObject(["step", "t", "type", "action", "before", "state"].compactMap { name in member(name).map { (name, $0) } })
    }
}

/// The members that a condition on steps may read.
extension Expression {
    /// A path that begins with none of the members of a step, in an expression about steps.
    package var pathBesidesStep: Path? {
        paths.first { path in
            guard case .key(let name)? = path.components.first else { return !path.components.isEmpty }
            return !["step", "t", "type", "action", "before", "state"].contains(name)
        }
    }
}
