import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// All that is known of one step, looked up once, as an outline.
struct StepDetail {
    let number: Int
    /// The step; `nil` if the number has none.
    let step: Step?
    private let noStep: Timeline.NoStep?
    /// The state after it; of a step that the process ended in, the one before.
    let state: StateAnswer
    /// The step after which the state is.
    private let stateStep: Int
    /// The state before it, if its changes name values of that.
    private let before: JSONValue?
    /// What causes it has, the nearest first.
    private let causes: [Step]
    /// The marks, log lines and swallowed actions behind it.
    private let asides: [Timeline.Item]
    private let ending: Ending
    private let timeBefore: Int?
    /// The lines of the app's source, and where they are.
    private let sources: [(place: SourcePlace, lines: [Line])]
    private let picture: StepPicture?

    private static let causeLimit = 8

    /// Looks a step up.
    ///
    /// - Parameters:
    ///   - store: the store whose state is wanted; by default that of the step.
    ///   - source: finds the app's source.
    init(
        at number: Int, store: String?, in timeline: Timeline, source: SourceExcerpt.Finder = { _ in nil }
    ) throws(RecordingError) {
        self.number = number
        step = try timeline.step(at: number)
        noStep = step == nil ? try timeline.noStep(at: number) : nil
        let wanted = store ?? step?.store
        if let step, wanted == step.store, number > timeline.steps.lowerBound, Self.namesOldValues(step),
            case .known(let state) = try timeline.state(at: Self.first(of: step) - 1, store: wanted)
        {
            before = state
        } else {
            before = nil
        }
        (stateStep, _) = try timeline.stepWithState(at: number)
        state = try timeline.state(at: stateStep, store: wanted)
        causes = if let step { try timeline.causes(of: step, limit: Self.causeLimit) } else { [] }
        var asides: [Timeline.Item] = []
        try timeline.forEachItem(in: number...number, withLogs: true, withEffects: true) { item in
            if case .step = item { return }
            asides.append(item)
        }
        self.asides = asides
        ending = timeline.recording.manifest.ending
        sources = step?.sources(ending, source) ?? []
        picture = StepPicture(at: number, in: timeline.recording)
        timeBefore = number > timeline.steps.lowerBound ? try timeline.step(at: number - 1)?.time : nil
    }

    private static func first(of step: Step) -> Int {
        if case .merged(let steps, _) = step.outcome { steps.lowerBound } else { step.number }
    }

    private static func namesOldValues(_ step: Step) -> Bool {
        step.patch?.operations.contains { operation in
            switch operation {
            case .replace, .remove: true
            case .add, .move, .copy, .test: false
            }
        } ?? false
    }

    // MARK: The outline

    /// The rows about the step.
    ///
    /// - Parameters:
    ///   - folds: what the user has unfolded or folded.
    ///   - watched: the values that are shown at every step.
    func outline(folds: [Outline.Node: Bool], watched: [Line]) -> Outline {
        var outline = Outline(folds: folds)
        addFacts(to: &outline)
        if !watched.isEmpty, outline.addTitle(Line("watched", .strong), of: .watched) {
            for line in watched { outline.add(line, of: .watched, depth: 1) }
        }
        picture?.add(to: &outline)
        if let step { addChanges(of: step, to: &outline) }
        if let action = step?.line { add(action, to: &outline) }
        addSources(to: &outline)
        addState(to: &outline)
        return outline
    }

    private func addFacts(to outline: inout Outline) {
        guard let step else {
            let text = noStep.map { NoStepText(number: number, noStep: $0) }
            outline.add(Line("step \(number)\(text?.clause ?? "")", .strong), of: .facts)
            return
        }
        let mark = ending.text(at: step)
        outline.add(Line(step.type, mark == nil ? .strong : .alarm), of: .facts)
        if let mark { outline.add(Line(mark + (ending.crashReason.map { ", \($0.words)" } ?? ""), .alarm), of: .facts) }
        var facts: [String] = []
        if let time = step.time {
            facts.append(
                "+" + TimeText.clock(time) + (timeBefore.map { ", \(TimeText.duration(max(0, time - $0))) after the step before" } ?? ""))
        }
        if let took = step.took { facts.append("took \(TimeText.duration(took))") }
        if step.store != ActionLine.mainStore { facts.append("in \(step.store)") }
        outline.add(Line(facts.joined(separator: "  "), .faint), of: .facts)
        if let site = step.site {
            outline.add(Line("sent from \(site)" + (step.line?.thread.map { " on \($0)" } ?? ""), .faint), of: .facts)
        }
        for (depth, cause) in causes.enumerated() {
            outline.add(
                Line(depth == 0 ? "caused by " : "\(String(repeating: " ", count: 2 * depth))└ by ", .faint) + Line("\(cause.number) ")
                    + Line(cause.type, .name), of: .facts, step: cause.number)
        }
        if let sentence = step.outcomeSentence { outline.add(Line(sentence, .faint), of: .facts) }
        for item in asides {
            switch item {
            case .mark(let mark): outline.add(Line("then :\(mark.name)", .strong) + Line(mark.note.map { "  " + $0 } ?? ""), of: .facts)
            case .log(let log): outline.add(Line("then logged  ", .faint) + Line("\(log.level)  \(log.message)"), of: .facts)
            case .effect(let effect):
                outline.add(Line("then ", .faint) + Line(effect.name + "  ", .name) + EffectText.line(effect), of: .facts)
            case .swallowed(let action): outline.add(Line("then swallowed  ", .faint) + Line(action.type, .name), of: .facts)
            case .step, .gap: break
            }
        }
    }

    private func addChanges(of step: Step, to outline: inout Outline) {
        guard let operations = step.patch?.operations, !operations.isEmpty else { return }
        let title = Line("changes", .strong) + Line("  \(operations.count)", .faint)
        guard outline.addTitle(title, of: .changes) else { return }
        var displaced: [JSONPointer] = []
        for operation in operations.prefix(Self.changeLimit) {
            let place = operation.pointer
            let old = displaced.contains { place.tokens.starts(with: $0.tokens) } ? nil : before?[place]
            displaced += operation.displaced
            var (line, value) = (PatchText.head(of: operation), JSONValue?.none)
            switch operation {
            case .replace(_, let new): (line, value) = (line + Line("  ") + Self.change(from: old, to: new), new)
            case .add(_, let new): (line, value) = (line + Line("  ") + ValueText.line(new), new)
            case .remove: line = line + (old.map { Line("  ") + ValueText.line($0) } ?? Line())
            case .move, .copy: break
            case .test: continue
            }
            outline.add(line, of: .changes, depth: 1, place: place, value: value)
        }
        if operations.count > Self.changeLimit {
            outline.add(Line("… \(operations.count - Self.changeLimit) more: 'd' shows all", .faint), of: .changes, depth: 1)
        }
    }

    private static let changeLimit = 500

    private static func change(from old: JSONValue?, to new: JSONValue) -> Line {
        guard let old else { return ValueText.line(new) }
        return ValueText.line(old, after: new) + Line(" → ", .faint) + ValueText.line(new, after: old)
    }

    private func add(_ action: ActionLine, to outline: inout Outline) {
        guard let value = action.action else {
            if let error = action.error { outline.add(Line("the action could not be encoded: \(error)", .alarm), of: .facts) }
            if let prefix = action.prefix {
                outline.add(Line("only the beginning of the action was written: \(prefix)…", .alarm), of: .facts)
            }
            return
        }
        if outline.addTitle(Line("action", .strong), of: .action) { outline.add(value, of: .action) }
    }

    private func addSources(to outline: inout Outline) {
        guard !sources.isEmpty else { return }
        let title = Line("source", .strong) + Line("  \(sources.map(\.place.text).joined(separator: ", "))", .faint)
        guard outline.addTitle(title, of: .source) else { return }
        for line in sources.flatMap(\.lines) { outline.add(line, of: .source, depth: 1) }
    }

    private func addState(to outline: inout Outline) {
        let title = Line("state", .strong) + Line(stateStep == number ? "" : "  before it, after step \(stateStep)", .faint)
        guard outline.addTitle(title, of: .state) else { return }
        switch state {
        case .known(let value):
            let operations = step?.patch?.operations ?? []
            outline.add(value, of: .state, touched: operations.prefix(Outline.touchedLimit).map { $0.place.tokens })
        case .unknown(let reason): outline.add(Line("\(reason)", .alarm), of: .state, depth: 1)
        }
    }
}

extension JSONPatch.Operation {
    /// Where, after it, the same path may mean another value of the state before.
    fileprivate var displaced: [JSONPointer] {
        switch self {
        case .add(let place, _), .remove(let place): [place.neighbours]
        case .replace(let place, _): [place]
        case .move(let from, let to): [from.neighbours, to.neighbours]
        case .copy(_, let to): [to.neighbours]
        case .test: []
        }
    }
}

extension JSONPointer {
    /// What moves if something comes or goes here: the elements of an array, or only what is here.
    fileprivate var neighbours: JSONPointer {
        guard let last = tokens.last, last == "-" || Int(last) != nil else { return self }
        return JSONPointer(tokens: Array(tokens.dropLast()))
    }
}
