package import RewindFormat
package import RewindReplay
package import RewindValue

/// What differs between two recordings, gathered before it is drawn: the first difference in full, then what follows.
package struct BundleDiffReport {
    private let first: Timeline
    private let second: Timeline
    private let path: JSONPointer
    private let store: String?
    package let comparison: RecordingComparison
    /// How many of the steps that follow are listed.
    package var rowLimit = 20

    package init(_ first: Timeline, _ second: Timeline, at path: JSONPointer, store: String?) throws(RecordingError) {
        self.first = first
        self.second = second
        self.path = path
        self.store = store
        comparison = try first.compare(with: second, at: path, store: store)
    }

    /// For people.
    package func lines() throws -> [Line] {
        let names = [Line("- ", .removed) + Line(first.recording.path, .removed), Line("+ ", .added) + Line(second.recording.path, .added)]
        if comparison.isEmpty { return [Line("nothing differs: both have the same \(comparison.common) steps", .faint)] }
        var lines = names + (comparison.before.map { [only($0)] } ?? [])
        if comparison.isSameWhereBoth, comparison.common > 0 {
            lines += comparison.after.map { [only($0)] } ?? []
            return lines + [Line("the rest is the same", .faint)] + ends
        }
        guard let difference = comparison.differences.first else { return lines }
        let begin = max(first.steps.lowerBound, second.steps.lowerBound)
        let words =
            switch difference.step {
            case begin: begin == 0 ? "they differ before the first action" : "the states after step \(begin) differ"
            case begin + 1: begin == 0 ? "they differ from the first step on" : "they differ from step \(begin + 1) on"
            default: "the same up to step \(difference.step - 1)"
            }
        lines.append(Line(words, .strong))
        lines += try rows(of: difference)
        lines += try detail(of: difference)
        let others = comparison.differences.dropFirst()
        if !others.isEmpty { lines.append(Line("then", .strong)) }
        for other in others.prefix(rowLimit) { lines += try rows(of: other) }
        let rest = comparison.count - (comparison.before?.steps.count ?? 0) - 1 - rowLimit
        if rest > 0 { lines.append(Line("  \(rest) more steps differ", .faint)) }
        return lines + ends
    }

    /// What is known of the states at the end.
    private var ends: [Line] {
        comparison.endsEqual.map { [Line("the states at the end \($0 ? "are the same" : "differ")", .faint)] } ?? []
    }

    /// `steps 1 to 49 are only in bug.rewind`.
    private func only(_ part: RecordingComparison.OneSidedSteps) -> Line {
        let steps = part.steps
        let words = steps.count == 1 ? "step \(steps.lowerBound) is" : "steps \(steps.lowerBound) to \(steps.upperBound) are"
        return Line("\(words) only in \((part.kind == .onlyFirst ? first : second).recording.path)", .strong)
    }

    private func rows(of difference: RecordingComparison.Difference) throws -> [Line] {
        func row(_ timeline: Timeline, _ sign: String, _ ink: Line.Ink) throws -> Line {
            let step = try timeline.step(at: difference.step)
            let words = step?.patch.map { "\($0.operations.count) \($0.operations.count == 1 ? "change" : "changes")" } ?? ""
            return Line(sign + " ", ink) + (try PlaceRow(difference.step...difference.step, in: timeline)).line(Line(words, .faint))
        }
        return switch difference.kind {
        case .action: [try row(first, "-", .removed), try row(second, "+", .added)]
        case .state: [try row(second, "~", .changed)]
        case .onlyFirst: [try row(first, "-", .removed)]
        case .onlySecond: [try row(second, "+", .added)]
        }
    }

    /// What the first difference consists of: the actions, and the states after them.
    private func detail(of difference: RecordingComparison.Difference) throws -> [Line] {
        let step = difference.step
        guard first.steps.contains(step), second.steps.contains(step) else { return [] }
        var lines: [Line] = []
        let actions = (
            old: try first.step(at: step)?.action?.action,
            new: try second.step(at: step)?.action?.action.map { comparison.matching.translated($0) }
        )
        if difference.kind == .action, let old = actions.old, let new = actions.new, old != new {
            lines += [Line("  the action", .faint)] + DiffLines(TreeDiff(from: old, to: new)).lines.map { Line("  ") + $0 }
        }
        if let diff = try stateDiff(at: step), !diff.isEmpty {
            lines += [Line("  the state after it", .faint)] + DiffLines(diff).lines.map { Line("  ") + $0 }
        }
        return lines
    }

    private func stateDiff(at step: Int) throws(RecordingError) -> TreeDiff? {
        var store = store
        if store == nil { store = try first.step(at: step)?.store }
        guard case .known(let old) = try first.state(at: step, store: store), let oldPart = old[path],
            case .known(let new) = try second.state(at: step, store: store), let newPart = new[path]
        else { return nil }
        // In the first one's pseudonyms, so that only what differs shows.
        return TreeDiff(from: oldPart, to: comparison.matching.translated(newPart))
    }

    /// For programs: one object.
    package func json() throws -> JSONValue {
        var object: JSONObject = [
            "first": .string(first.recording.path), "second": .string(second.recording.path), "path": .string(path.description),
            "differs": .bool(!comparison.isEmpty), "common": .number(JSONNumber(comparison.common)),
            "count": .number(JSONNumber(comparison.count)),
        ]
        object["endsEqual"] = comparison.endsEqual.map(JSONValue.bool)
        object["differences"] = .array(
            comparison.differences.map { ["step": .number(JSONNumber($0.step)), "kind": .string($0.kind.rawValue)] })
        for part in [comparison.before, comparison.after] {
            guard let part else { continue }
            object[part.kind.rawValue] = .array((object[part.kind.rawValue]?.array ?? []) + [part.steps.json])
        }
        if let step = comparison.differences.first?.step, first.steps.contains(step), second.steps.contains(step) {
            object["patch"] = try stateDiff(at: step)?.patch.json
        }
        return .object(object)
    }
}
