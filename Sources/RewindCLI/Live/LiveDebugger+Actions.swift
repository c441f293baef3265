import RewindControl
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue

/// The app's actions: listing and dispatching them.
extension LiveDebugger {
    private mutating func look() throws -> Timeline? {
        try refresh()
        guard let timeline = debugger?.timeline else { return nil }
        try seen.take(timeline)
        return timeline
    }

    mutating func actions(_ rest: Substring) throws -> LiveAnswer {
        _ = try look()
        let type = String(rest)
        if rest.isEmpty || rest.contains("*") {
            let glob = TypeGlob(rest.isEmpty ? "*" : type)
            let kinds = seen.all.filter { (store == nil || $0.store == store) && glob.fits($0.type) }
            let unseen = store == nil ? knownTypes.filter { seen[$0].isEmpty && glob.fits($0) } : []
            return .actions(kinds, unseen: unseen)
        }
        if seen[type].isEmpty, let template = try template(type) { return .template(template.action, remark: Self.made(template)) }
        return .template(try kind(type).last.action ?? .null, remark: nil)
    }

    /// The action types that the app declares.
    private var knownTypes: [String] { debugger.map { ActionTemplate.types(in: $0.timeline.recording.manifest).sorted() } ?? [] }

    /// A template for an action that was not recorded, made from the types that the app declares; `nil` if it declares no such type.
    private func template(_ type: String) throws -> ActionTemplate? {
        guard let manifest = debugger?.timeline.recording.manifest else { return nil }
        let all = ActionTemplate.all(forType: type, in: manifest).filter { store == nil || $0.store == store }
        if all.count > 1 { throw several(all.map(\.store)) }
        return all.first
    }

    private static func made(_ template: ActionTemplate) -> String {
        "none was recorded: this is made of the app's types, with values to fill in"
    }

    /// The error that several stores have the action.
    private func several(_ stores: [String]) -> Debugger.Problem {
        Debugger.Problem("several stores take that: say which with --store \(stores.joined(separator: " or --store "))")
    }

    private func kind(_ type: String, isToDispatch: Bool = false) throws -> SeenActions.Kind {
        if let kind = try only(seen[type]) { return kind }
        if let store, !seen[type].isEmpty {
            let others = seen[type].map(\.store).joined(separator: ", ")
            throw Debugger.Problem("no action of the type '\(type)' was recorded in the store '\(store)', only in \(others)")
        }
        let near = seen.types(near: type, known: knownTypes)
        let likely = isToDispatch ? seen.likelyText(ofType: type).map { ", as in: dispatch \($0)" } ?? "" : ""
        let advice =
            if !near.isEmpty {
                "; did you mean \(near.prefix(Self.nearLimit).map { "'\($0)'" }.joined(separator: ", "))\(near.count > Self.nearLimit ? " …" : "")?"
            } else if isToDispatch {
                "; give it as JSON\(likely)"
            } else {
                "; 'actions' lists the types"
            }
        throw Debugger.Problem("no action of the type '\(type)' was recorded that could be dispatched again\(advice)")
    }

    mutating func dispatch(_ rest: Substring) throws -> LiveAnswer {
        var rest = rest
        var options: Set<Substring> = []
        while let word = rest.split(maxSplits: 1, whereSeparator: \.isWhitespace).first, word.hasPrefix("-"),
            !word.dropFirst().allSatisfy(\.isNumber)
        {
            guard ["-e", "--edit", "--force"].contains(word) else {
                throw Debugger.Problem("there is no option '\(word)': the options are -e and --force")
            }
            options.insert(word)
            rest = rest[word.endIndex...].drop { $0.isWhitespace }
        }
        if rest.isEmpty { throw Self.lacking("action", .dispatch) }
        _ = try look()
        var hidden: [JSONPointer] = []
        let action: JSONValue
        var given: SeenActions.Kind?
        var type: String?
        if let json = try Self.json(rest) {
            action = json
        } else if let (name, json) = try Self.typed(rest) {
            (action, type, given) = (json, name, try only(seen[name]))
        } else if seen[String(rest)].isEmpty, let template = try template(String(rest)) {
            (action, type) = (template.action, template.type)
            if self.store == nil, debugger?.timeline.hasSeveralStores == true { self.store = template.store }
            // Values that the user must supply are not made up.
            if Self.carries(action), options.isEmpty {
                throw Debugger.Problem(
                    "no action of the type '\(rest)' was recorded: fill in what it carries with 'dispatch -e \(rest)', or in "
                        + "dispatch \(action.jsonText)")
            }
        } else {
            let kind = try kind(String(rest), isToDispatch: true)
            (action, given) = (kind.last.action ?? .null, kind)
            hidden = debugger?.timeline.recording.manifest.hiddenPlaces(of: kind.last) ?? []
        }
        if options.contains("-e") || options.contains("--edit") {
            let answer = try editing(action.prettyText + "\n", "action") { debugger, edited in
                try debugger.dispatch(edited, as: given, named: type, hiding: hidden, in: action, isForced: options.contains("--force"))
            }
            return answer ?? .done("nothing was dispatched: the text is as it was")
        }
        return try dispatch(action, as: given, named: type, hiding: hidden, in: action, isForced: options.contains("--force"))
    }

    /// Whether an action has values besides the names of its cases.
    private static func carries(_ action: JSONValue) -> Bool {
        guard case .object(let object) = action else { return true }
        return object.contains { key, value in key.hasPrefix("_") || object.count > 1 ? carries(value) : value != [:] && carries(value) }
    }

    /// Dispatches an action made from a template with hidden values.
    private mutating func dispatch(
        _ action: JSONValue, as given: SeenActions.Kind?, named type: String?, hiding hidden: [JSONPointer], in template: JSONValue,
        isForced: Bool
    ) throws -> LiveAnswer {
        if let place = hidden.first(where: { action[$0] == template[$0] }), !isForced {
            throw Debugger.Problem(
                "the recording hides what was at \(place): fill it in with 'dispatch -e \(given?.type ?? "")', or send what is shown with --force"
            )
        }
        let kind = try given ?? (type == nil ? only(seen.kinds(of: action)) : nil)
        if let mismatch = kind?.shape.mismatch(action), !isForced {
            throw Debugger.Problem(
                "\(mismatch.path.tokens.isEmpty ? "the action" : mismatch.path.description) \(mismatch.words) in \(kind?.type ?? "") "
                    + "(\(kind?.count ?? 0) recorded); 'dispatch --force', at the prompt or as --command, sends it all the same")
        }
        let asked = try store(taking: kind)
        let answer: DispatchAction.Answer
        do {
            let request = DispatchAction(store: asked, action: action, type: kind?.type ?? type, force: isForced ? true : nil)
            answer = try ask(request, of: asked)
        } catch let error as ControlError where error.code == .placeholder {
            throw Debugger.Problem("\(error.message); write the value, or send the action all the same with 'dispatch --force'")
        }
        let unchecked = kind == nil ? "; nothing like it was recorded before, so only the app has checked it" : ""
        return try steps(after: answer.after, "dispatched\(kind.map { " " + $0.type } ?? "")\(Self.told(asked))\(unchecked)")
    }

    /// The type and the JSON of an action, as in `Cart/add {"add":{"_0":"tea"}}`; `nil` for any other text.
    private static func typed(_ text: Substring) throws -> (type: String, action: JSONValue)? {
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2, let action = try json(words[1]) else { return nil }
        return (String(words[0]), action)
    }

    /// Parses JSON; `nil` for a plain word.
    private static func json(_ text: Substring) throws -> JSONValue? {
        guard let first = text.first, "{[\"".contains(first) || first.isNumber || first == "-" || ["null", "true", "false"].contains(text)
        else {
            return nil
        }
        return try JSONValue(parsing: String(text))
    }

    /// The number of similar types that are suggested for an unknown one.
    private static let nearLimit = 6

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
