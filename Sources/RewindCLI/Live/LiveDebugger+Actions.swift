import RewindControl
import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The app's actions: listing and dispatching them.
extension LiveDebugger {
    mutating func actions(_ type: String) throws -> LiveAnswer {
        let timeline = try refreshed()
        if type.isEmpty || type.contains("*") {
            return .actions(try ActionsQuestion(TypeGlob(type.isEmpty ? "*" : type), store: store).answer(in: timeline).rows)
        }
        let found = try action(ofType: type, in: timeline)
        return .template(
            found.action,
            remark: found.recorded == nil ? "none was recorded: this is made of the app's types, with values to fill in" : nil)
    }

    /// An action of a type: the last one that was recorded, or one made of the types that the app declares.
    private func action(ofType type: String, in timeline: Timeline) throws -> (action: JSONValue, store: String, recorded: ActionLine?) {
        let recorded = try timeline.lastActions(ofType: type)
        if let line = try only(recorded, in: \.store) { return (line.action ?? .null, line.store, line) }
        if let store, !recorded.isEmpty {
            let others = recorded.map(\.store).joined(separator: ", ")
            throw PromptError("no action of the type '\(type)' was recorded in the store '\(store)', only in \(others)")
        }
        let manifest = timeline.recording.manifest
        if let template = try only(ActionTemplate.all(forType: type, in: manifest), in: \.store) {
            return (template.action, template.store, nil)
        }
        let near = NearWord.question(for: type, among: Set(try timeline.actionTypes()).union(ActionTemplate.types(in: manifest)))
        throw PromptError(
            "no action of the type '\(type)' was recorded that could be dispatched again\(near) 'actions' lists the types")
    }

    mutating func dispatch(_ wanted: LiveCommand.Action, edits: Bool, isForced: Bool) throws -> LiveAnswer {
        let timeline = try refreshed()
        var request = Dispatched(isForced: isForced)
        switch wanted {
        case .json(let json, let type):
            (request.template, request.type) = (json, type)
            request.store = try type.flatMap { try only(timeline.lastActions(ofType: $0), in: \.store)?.store }
        case .last(let type):
            let found = try action(ofType: type, in: timeline)
            (request.template, request.type, request.store) = (found.action, type, found.store)
            if let line = found.recorded {
                request.hidden = timeline.recording.manifest.hiddenPlaces(of: line)
            } else if Self.carries(found.action), !edits, !isForced {
                // Values that the user must supply are not made up.
                throw PromptError(
                    "no action of the type '\(type)' was recorded: fill in what it carries with 'dispatch -e \(type)', or in "
                        + "dispatch \(found.action.jsonText)")
            }
        }
        guard edits else { return try dispatch(request.template, request) }
        let answer = try editing(request.template.prettyText + "\n", "action") { debugger, edited in try debugger.dispatch(edited, request)
        }
        return answer ?? .done("nothing was dispatched: the text is as it was")
    }

    /// Whether an action has values besides the names of its cases.
    private static func carries(_ action: JSONValue) -> Bool {
        guard case .object(let object) = action else { return true }
        return object.contains { key, value in key.hasPrefix("_") || object.count > 1 ? carries(value) : value != [:] && carries(value) }
    }

    /// What is known of an action that is dispatched.
    private struct Dispatched {
        var isForced: Bool
        /// The action before it was edited, and the places in it that the recording hides.
        var template = JSONValue.null
        var hidden: [JSONPointer] = []
        var type: String?
        /// The only store that had such an action.
        var store: String?
    }

    private mutating func dispatch(_ action: JSONValue, _ known: Dispatched) throws -> LiveAnswer {
        if let place = known.hidden.first(where: { action[$0] == known.template[$0] }), !known.isForced {
            throw PromptError(
                "the recording hides what was at \(place): fill it in with 'dispatch -e \(known.type ?? "")', or send what is shown with --force"
            )
        }
        let asked = try store(accepting: known.store)
        let answer: DispatchAction.Answer
        do {
            let request = DispatchAction(store: asked, action: action, type: known.type, force: known.isForced ? true : nil)
            answer = try ask(request, of: asked)
        } catch let error as ControlError where error.code == .placeholder {
            throw PromptError("\(error.message); write the value, or send the action all the same with 'dispatch --force'")
        }
        return try steps(after: answer.after, "dispatched\(known.type.map { " " + $0 } ?? "")\(Self.inStore(asked))")
    }

    /// The number of steps that are shown after a dispatch.
    private static let stepLimit = 10

    /// The answer to a dispatch, with the steps after a given one, once the first of them has arrived.
    private mutating func steps(after step: Int, _ sentence: String) throws -> LiveAnswer {
        try app.recording().wait(for: step + 1, patience: .milliseconds(500))
        try refreshAtHead()
        guard let timeline = debugger?.timeline, timeline.steps.upperBound > step else { return .done("\(sentence) after step \(step)") }
        var items: [Timeline.Item] = []
        var omitted = 0
        try timeline.forEach(in: (step + 1)...timeline.steps.upperBound) { item in
            if items.count < Self.stepLimit { items.append(item) } else { omitted += 1 }
        }
        return .steps(sentence, items, omitted: omitted)
    }
}
