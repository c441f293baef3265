import RewindFormat
package import RewindReplay
import RewindValue

extension WhyNotQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<MissedChange> {
        AnswerTable(isList: false) { $0.lines }
    }
}

extension MissedChange {
    /// How many characters of a value are shown.
    private static let valueLimit = 40

    /// The step, and below it what held it back, or how it differs.
    package var lines: [Line] {
        let site = step.step?.site.map { Line("  " + $0, .faint) } ?? Line()
        let head = Line("step \(step.number), ") + Line(step.step?.type ?? "?", .name) + Line(", \(summary)") + site
        return [head.hanging(4).about(step.steps.upperBound)] + parts.map { line(of: $0) } + [rest].compactMap { $0 }
    }

    private var summary: String {
        guard let trial else {
            if made == 0 { return "can change it; no step of this type did what was expected" }
            let others = made == 1 ? "the step of this type" : "all \(made) steps of this type"
            let verb = isTrueElsewhere ? "that made it true" : "that changed it"
            if parts.isEmpty { return "differs in no single part from \(others) \(verb)" }
            return "differs from \(others) \(verb):"
        }
        if let refusal = trial.refusal { return "can't be tried: \(refusal)" }
        if parts.isEmpty { return "no other value of a single part makes it true (\(tried))" }
        if trial.areTogether { return "would have made it true with these together, and with no fewer (\(tried)):" }
        return parts.count == 1 ? "would have made it true with this (\(tried)):" : "would have made it true with one of these (\(tried)):"
    }

    private var tried: String { "\(trial?.runs ?? 0) of at most \(trial?.budget ?? 0) runs" }

    private func line(of part: Part) -> Line {
        let place = Line(part.source.isAction ? "    the action's " : "    ") + Line(PatchText.name(part.source.place), .name)
        let state = Line(part.source.isAction ? "" : " in the state before")
        let (own, other) = (text(part.value), text(part.other))
        if trial == nil { return (place + state + Line(" is ") + own + Line(", and ") + other + Line(" there")).hanging(6) }
        return (place + state + Line(" = ") + other + Line("; it is ") + own).hanging(6)
    }

    private func text(_ value: JSONValue?) -> Line { value.map { ValueText.line($0, limit: Self.valueLimit) } ?? Line("missing", .faint) }

    private var rest: Line? {
        let untried = trial?.untried ?? 0
        if untried > 0 { return Line("    \(untried) more \(untried == 1 ? "part was" : "parts were") not tried", .faint) }
        return left > 0 ? Line("    and \(left) more", .faint) : nil
    }
}
