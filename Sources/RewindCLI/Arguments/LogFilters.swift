import ArgumentParser
import RewindFormat
import RewindRedaction
import RewindRendering
import RewindReplay
import RewindValue

/// The options that select the steps of a list.
struct LogFilters: ParsableArguments {
    @Option(help: "Only actions of this type; * matches anything, a leading ! excludes. May be given several times.")
    var type: [String] = []

    @Option(help: "Only steps with this text in their type, action or changes.")
    var grep: [String] = []

    @Option(help: "Only steps that changed something at or below this part of the state.", transform: JSONPointer.asArgument)
    var path: [JSONPointer] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Only steps for which this jq expression is true, of the state ('.') or of \(StepWord.list).", valueName: "expr"),
        transform: WrittenCondition.argument)
    var condition: WrittenCondition?

    // Named as in git; help and articles show a range of times, @1:00..@1:30.
    @Option(help: ArgumentHelp("Only actions from this time on, such as 90s or 1:02.5.", visibility: .hidden), transform: LogFilters.time)
    var since: Int?

    @Option(help: ArgumentHelp("Only actions up to this time.", visibility: .hidden), transform: LogFilters.time)
    var until: Int?

    @Flag(help: "Leave out steps that changed nothing.")
    var hideNoop = false

    @Flag(help: "Only steps where something went wrong: a reducer that threw, a state that was lost, the end of the process.")
    var errorsOnly = false

    /// The filter that the options describe.
    func filter(store: String?) -> StepFilter {
        var filter = StepFilter()
        filter.types = type.map { TypeGlob($0) }
        filter.texts = grep
        filter.places = path
        filter.condition = condition?.predicate
        if since != nil || until != nil { filter.times = (since ?? Int.min)...max(since ?? Int.min, until ?? Int.max) }
        filter.hidesUnchanged = hideNoop
        filter.isOnlyErrors = errorsOnly
        filter.store = store
        return filter
    }

    /// Whether no filter besides the store is given.
    var isEmpty: Bool {
        type.isEmpty && grep.isEmpty && path.isEmpty && condition == nil && since == nil && until == nil && !hideNoop && !errorsOnly
    }

    /// The error if no step matches, which suggests existing paths or types if one was not found.
    func nothing(in timeline: Timeline, _ range: ClosedRange<Int>, _ report: FilterReport? = nil) throws -> NegativeAnswer {
        if let absence = report?.absence { return NegativeAnswer(description: "no step matches: \(absence.sentence)") }
        for place in path {
            if let answer = try timeline.explainPathNotFound(of: place) { return NegativeAnswer(description: "no step matches: \(answer)") }
        }
        if let since, let end = timeline.times?.upperBound, since > end {
            return NegativeAnswer(description: "no step matches: the last action was at \(TimeText.clock(end))")
        }
        let isPartial = report.map { $0.unknown.count > 0 } ?? false
        if let answer = try unknownType(in: timeline) { return NegativeAnswer(description: answer) }
        return NegativeAnswer(
            description: "no step matches" + (isPartial ? " where the state is known" : "")
                + (misses(in: timeline.recording.manifest) ? "; --grep does not find what was redacted" : ""))
    }

    /// Whether a text that is searched for may have been redacted; for a masked recording, a remark says so beforehand.
    private func misses(in manifest: Manifest) -> Bool {
        !grep.isEmpty && !manifest.isMasked && !manifest.redaction.isEmpty
    }

    /// The error if no action has one of the wanted types, with similar types; `nil` if an action has one.
    func unknownType(in timeline: Timeline) throws -> String? {
        let wanted = type.map { TypeGlob($0) }.filter { !$0.isExclusion }
        if wanted.isEmpty { return nil }
        var seen = SeenTypes()
        var isKnown = false
        try timeline.forEach { item in
            guard case .step(let step) = item else { return }
            seen.add(step.type)
            isKnown = isKnown || wanted.contains { $0.fits(step.type) }
        }
        guard let first = wanted.first, !isKnown else { return nil }
        return "no action type matches '\(first.pattern)'; \(seen.suggestion(for: first.pattern))"
    }

    /// Warns if an expression or path that selected steps uses something that never existed, or if an excluded type does not occur.
    func warn(_ report: FilterReport, in timeline: Timeline) throws {
        Diagnostics.say(report.remarks)
        // If a single path never existed, no step matches anyway.
        for place in path where path.count > 1 {
            if let answer = try timeline.explainPathNotFound(of: place) { Diagnostics.say(answer.description) }
        }
        for sentence in try unknownExclusions(in: timeline) { Diagnostics.say(sentence) }
    }

    /// Remarks on excluded types that no action has, with similar types.
    private func unknownExclusions(in timeline: Timeline) throws -> [String] {
        var unseen = type.map { TypeGlob($0) }.filter(\.isExclusion)
        if unseen.isEmpty { return [] }
        var seen = SeenTypes()
        try timeline.forEach { item in
            switch item {
            case .step(let step): seen.add(step.type)
            case .swallowed(let action): seen.add(action.type)
            default: return
            }
        }
        unseen.removeAll { glob in seen.contains { glob.fits($0) } }
        return unseen.map(\.pattern).map { pattern in
            "'!\(pattern)' leaves nothing out: no action type matches '\(pattern)'; \(seen.suggestion(for: pattern))"
        }
    }

    private static func time(_ text: String) throws -> Int {
        let digits = text.hasPrefix("@") ? text.dropFirst() : text[...]
        guard let time = TimeText.nanoseconds(digits) else {
            let right = TimeText.carried(digits).map { "seconds and minutes after a colon end at 59, so that is \($0)" }
            throw ValidationError("'\(text)' is not a time: \(right ?? "write 90s, 1500ms or 1:02.5")")
        }
        return time
    }
}

/// The action types seen while no step matched, for suggestions if a type was mistyped.
struct SeenTypes {
    private var types: Set<String> = []

    /// The maximum number of types to keep.
    private static let limit = 10_000

    mutating func add(_ type: String) {
        if types.count < Self.limit { types.insert(type) }
    }

    /// Whether any type that was seen satisfies a predicate.
    func contains(where isMeant: (String) -> Bool) -> Bool { types.contains(where: isMeant) }

    /// A suggestion of types for a pattern.
    func suggestion(for pattern: String) -> String {
        let near = nearest(to: pattern).map { "did you mean '\($0)'? There" } ?? "there"
        return "\(near) are \(words(near: pattern))"
    }

    /// The type that a pattern without stars most likely means.
    private func nearest(to pattern: String) -> String? {
        pattern.utf8.contains(UInt8(ascii: "*")) ? nil : NearWord.to(pattern, among: types)
    }

    /// The types similar to a pattern, or all types if none is.
    private func words(near pattern: String) -> String {
        let parts = pattern.lowercased().split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(4) }
        let near = types.filter { type in parts.contains { type.lowercased().contains($0) } }
        let shown = (near.isEmpty ? types : near).sorted()
        return shown.prefix(10).joined(separator: ", ") + (shown.count > 10 ? " and \(shown.count - 10) more" : "")
    }
}
