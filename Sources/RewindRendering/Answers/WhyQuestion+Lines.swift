import RewindFormat
package import RewindReplay
import RewindValue

extension WhyQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "why", "show where a value comes from: who wrote it, from what, sent by which effect, started by whom",
        [.path, .step, .store],
        details: """
            A tree leads from the value here, or after STEP, to its origin: the step that wrote it, the part of that step's action or of \
            the state before that it is equal to, the effect that sent the action, the step that started the effect, and so on, down \
            to what a user did or the world outside answered. Without PATH, it is about the value that a ticket says is wrong.

            "Equal" is not "because": it says that the same value stands there, and in how many places of the action and the state \
            before it stands. A text of four characters or a number of four significant digits counts wherever it stands, a shorter \
            one if it stands in one place only, and true, false, null, 0, 1, -1 and a single character never do, except at the same \
            key of an object with the same id. The action comes before the state.
            """)

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let wrong = arguments.timeline.recording.manifest.wrong
        guard !arguments.has("path"), let wrong else {
            if !arguments.has("path") { throw PromptError("no path given, as in: why .cart.total") }
            let place = try arguments.path()
            self.init(place, at: try arguments.step() ?? arguments.here, store: try arguments.store(with: place))
            return
        }
        self.init(wrong.place, at: try arguments.step() ?? wrong.step, store: arguments.store ?? wrong.store)
    }

    package func needsIndex(in timeline: Timeline) -> Bool { true }

    package func table(_ drawing: Drawing) -> AnswerTable<WhyLink> { AnswerTable(isList: false) { [$0.line] } }
}

extension AnsweredWhy: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<WhyLink> { AnswerTable(isList: false) { [$0.line] } }
}

extension WhyLink {
    /// The link as a sentence, below the one that it explains.
    package var line: Line {
        let indent = min(depth, Self.deepest) * 2
        let sign = isNextStep ? "← " : ""
        let line = Line(String(repeating: " ", count: indent) + sign, .faint) + words
        return line.hanging(indent + 4).about(step.map { $0.steps.upperBound })
    }

    /// The deepest link that is indented further than the one above.
    private static let deepest = 16
    /// How many characters of a value, and how many parts, are shown.
    private static let (valueLimit, partLimit) = (60, 4)

    private var isNextStep: Bool {
        switch kind {
        case .wrote, .effect, .started, .origin: true
        case .value, .action, .state, .end: false
        }
    }

    private var words: Line {
        switch kind {
        case .value:
            let when = step.map { " after step \($0.steps.upperBound)" } ?? ""
            return placeName + Line(" is ") + ValueText.line(value, limit: Self.valueLimit) + Line(when)
        case .wrote: return writer + others + site
        case .action: return source(of: "the action's ", "")
        case .state: return source(of: "", stateWords)
        case .effect: return sender
        case .started: return Line("\(stepName), started it") + startedWith
        case .origin, .end: return ending
        }
    }

    private var placeName: Line { Line(place.map { PatchText.name($0) } ?? "", .name) }

    /// `step 64, comments/edit`.
    private var stepName: String {
        guard let step else { return "a step" }
        if step.steps.count > 1 { return "one of steps \(step.steps.lowerBound) to \(step.steps.upperBound)" }
        return "step \(step.steps.upperBound)" + (step.step.map { ", " + $0.type } ?? "")
    }

    /// `its /text and /author`; `it` for the whole value.
    private var what: String { parts.isEmpty ? "it" : "its " + names(of: parts) }

    private func names(of parts: [JSONPointer]) -> String {
        let names = parts.prefix(Self.partLimit).map { PatchText.name($0) }
        let rest = parts.count - names.count
        if rest > 0 { return names.joined(separator: ", ") + " and \(rest) more" }
        return names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "") + (names.last ?? "")
    }

    // MARK: Steps

    private var writer: Line {
        switch end {
        case .unknownStep?:
            let why = step?.steps.count == 1 ? "which is lost" : "between which the states are not known"
            return Line("\(stepName) wrote \(what), ") + Line(why, .alarm)
        case .external?: return Line("step \(step?.steps.upperBound ?? 0), a change that no recorded action made, wrote \(what)")
        default: break
        }
        if value == nil, parts.isEmpty { return Line("\(stepName), removed or moved something in it") }
        var line = Line("\(stepName), wrote \(what)")
        if how == .moved { line = line + Line(", which was at ") + placeName + Line(" then") }
        return line
    }

    private var others: Line {
        guard let steps = unknown.first else { return Line() }
        let number = steps.count == 1 ? "step \(steps.lowerBound)" : "one of steps \(steps.lowerBound) to \(steps.upperBound)"
        return Line(", or \(number), which can't be looked at" + (unknown.count > 1 ? ", or \(unknown.count - 1) more" : ""), .alarm)
    }

    private var site: Line {
        guard let step, step.steps.count == 1, let site = step.step?.site else { return Line() }
        return Line("  " + site, .faint)
    }

    private var sender: Line {
        let name = effect?.name.map { "the effect \($0)" + (effect?.id.map { " (\($0))" } ?? "") } ?? "an effect"
        let begin = effect?.name == nil ? "of" : "begun at"
        let started = step.map { $0.steps.upperBound }.map { effect?.name == nil ? " \(begin) step \($0)" : ", \(begin) step \($0)," } ?? ""
        let took = effect?.took.map { " after \(TimeText.duration($0))" } ?? ""
        let line = Line("\(name)\(started) sent it\(took)")
        return end == .lostCause ? line + Line("; the step that started it is not in the recording", .alarm) : line
    }

    private var startedWith: Line {
        guard how == .equal, place != nil else { return Line() }
        return Line("; its action's ") + placeName + Line(" is equal") + Line(countWords, .faint)
    }

    // MARK: Parts

    private var stateWords: String { at.map { " in the state after step \($0)" } ?? "" }

    /// `equal to the action's /edit/text (the only place of 214)`.
    private func source(of owner: String, _ state: String) -> Line {
        let part = parts.isEmpty ? "" : "\(names(of: parts)) is "
        let there = Line(owner) + placeName + Line(state)
        switch how {
        case .equal?, nil: return Line("\(part)equal to ") + there + Line(countWords, .faint)
        case .contains?:
            return Line(parts.isEmpty ? "it has " : "\(names(of: parts)) has ") + there + Line(" in it: ")
                + ValueText.line(value, limit: Self.valueLimit)
        case .within?: return Line("\(part)in ") + there + Line(": ") + ValueText.line(value, limit: Self.valueLimit)
        case .sameID?: return Line("\(part)equal to ") + there + Line(", in an object with the same id")
        case .copied?: return Line("\(part)copied from ") + there
        case .moved?: return Line("\(part)moved from ") + there
        case .because?: return Line(part) + because(there)
        }
    }

    /// `because of the action's /price: with 13 there instead, it is 26`.
    private func because(_ there: Line) -> Line {
        guard let proof else { return Line("because of ") + there }
        let dependency = proof.dependency
        let (other, became) = (shown(dependency.replacedBy), dependency.became.map { "it is \(shown($0))" } ?? "nothing is there")
        let effect =
            switch dependency.kind {
            case .copied, .computed: became
            case .decides: "the step does not write it"
            case .survives: "the reducer crashes"
            }
        guard let fold = proof.fold else { return Line("because of ") + there + Line(": with \(other) there instead, \(effect)") }
        let holder = fold.isInAction ? "the action" : "the state before"
        return Line("because of each of \(fold.count) values at ") + Line(fold.pattern.description, .name)
            + Line(" in \(holder): with \(other) at ") + placeName + Line(" instead, \(effect)")
    }

    private func shown(_ value: JSONValue) -> String { PatchText.brief(value, Self.valueLimit) }

    /// `the action's /a and /b, and /c in the state before`.
    private var sourceNames: String {
        func words(_ isAction: Bool, _ owner: String) -> String? {
            let own = sources.filter { $0.isAction == isAction }.map { $0.place }
            if own.isEmpty { return nil }
            return own == [.root] ? owner : isAction ? "\(owner)'s \(names(of: own))" : "\(names(of: own)) in \(owner)"
        }
        return [words(true, "the action"), words(false, "the state before")].compactMap { $0 }.joined(separator: ", or ")
    }

    private var runsWords: String { runs.map { " (\($0.count) runs of at most \($0.limit))" } ?? "" }

    /// ` (the only one of 214 values)`.
    private var countWords: String {
        guard let count else { return "" }
        return count.places == 1
            ? " (the only place with this value; \(count.looked) values looked at)"
            : " (one of \(count.places) places with this value; \(count.looked) values looked at)"
    }

    // MARK: Ends

    private var ending: Line {
        let subject = parts.isEmpty ? "it" : names(of: parts)
        let verb = parts.count > 1 ? "are" : "is"
        switch end {
        case .beginning?: return Line("\(what) was so in the first state that the recording has") + others
        case .dispatched?:
            let site = step?.step?.site.map { " at \($0)" } ?? ""
            return Line("a user, or the app outside of an effect, dispatched step \(step?.steps.upperBound ?? 0)\(site)")
        case .outside?: return Line("from outside: the effect brought it; nothing in that step's action or in the state is equal")
        case .made?: return Line("\(subject) \(verb) equal to nothing in the action or in the state before: the reducer made it")
        case .chance?: return chance
        case .hidden?: return Line("\(subject) \(verb) hidden in this recording, and not compared", .changed)
        case .noAction?: return Line("the step's action is not in the recording, and nothing in the state before is equal", .changed)
        case .unknownState?: return Line("nothing in the action is equal, and the state before is not known", .changed)
        case .limit?: return Line("the tree is cut here: 'why PATH STEP' goes on from any value in it", .faint)
        case .leftOut?: return Line("\(left) more \(left == 1 ? "part is" : "parts are") left out: equal to nothing, or by chance", .faint)
        case .constant?:
            return Line("\(subject) \(verb) the same whatever the action and the state before are: the step always writes that")
        case .together?: return Line("because of \(sourceNames), together: a change of one of them alone has no effect")
        case .independent?:
            let count = left == 1 ? "1 part was" : "\(left) parts were"
            return Line("not because of \(sourceNames): \(count) changed without effect") + Line(runsWords, .faint)
        case .unproven?: return Line("not all is proven: \(remark ?? "")", .changed) + Line(runsWords, .faint)
        case .external?, .unknownStep?, .lostCause?, nil: return Line()
        }
    }

    private var chance: Line {
        if !parts.isEmpty {
            return Line("\(names(of: parts)): equal values stand elsewhere, but \(parts.count > 1 ? "these say" : "it says") too little")
        }
        let equal = count.map { $0.places == 1 ? "1 of \($0.looked) values is equal" : "\($0.places) of \($0.looked) values are equal" }
        return ValueText.line(value, limit: Self.valueLimit) + Line(" says too little: \(equal ?? "others are equal"), which may be chance")
    }
}
