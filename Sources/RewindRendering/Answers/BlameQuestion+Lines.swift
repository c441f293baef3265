import RewindFormat
package import RewindReplay
import RewindValue

extension BlameQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "blame", "show which step last changed a part of the state; of an object or array, for each child", [.path, .step, .store],
        details: """
            It looks back from the step here, or from STEP. An element of an array is followed through insertions, removals and moves, so \
            only steps that changed the element itself are blamed. Where the recorder merged several steps into one patch, the row names \
            the range of steps. Where the state is unknown for a while and the value was the same before and after, the row says behind \
            the value which steps may have set it as well ("unknown" in JSON).
            """, examples: ["Fixtures/crash.rewind .comments", "Fixtures/ordinary.rewind .search.query 12"])

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let place = try arguments.path()
        self.init(place, at: try arguments.step() ?? arguments.here, store: try arguments.store(with: place))
    }

    package func needsIndex(in timeline: Timeline) -> Bool { true }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable { [$0.line] } }
}

extension BlameQuestion.Row {
    /// The step, the path, the value, and the call site of the action.
    package var line: Line {
        let name = Line(PatchText.name(place), .name)
        guard let value else { return step.line(name + Line("  something in it was removed or moved", .faint)) }
        let site = step.steps.count == 1 ? step.step?.site.map { Line("  " + $0, .faint) } : nil
        return step.line(name + Line(" = ") + ValueText.line(value, limit: 50) + others + (site ?? Line()))
    }

    /// `, or 31..60 (lost)`: the last steps that may also have set the value.
    private var others: Line {
        guard let steps = unknown.first else { return Line() }
        let others = unknown.count == 1 ? "" : ", or \(unknown.count - 1) more"
        let number = steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)..\(steps.upperBound)"
        return Line("  or \(number) (\(areLost ? "lost" : "unknown"))\(others)", .alarm)
    }
}
