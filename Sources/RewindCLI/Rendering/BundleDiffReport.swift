import RewindFormat
import RewindReplay
import RewindValue

/// What differs between two recordings, gathered before it is drawn: the first difference in full, then what follows.
struct BundleDiffReport {
    private let first: Timeline
    private let second: Timeline
    private let path: JSONPointer
    private let store: String?
    let comparison: RecordingComparison
    /// How many of the steps that follow are listed.
    var rowLimit = 20

    init(_ first: Timeline, _ second: Timeline, at path: JSONPointer, store: String?) throws(RecordingError) {
        self.first = first
        self.second = second
        self.path = path
        self.store = store
        comparison = try first.compare(with: second, at: path, store: store)
    }

    /// For people.
    func lines() throws -> [Line] {
        let names = [Line("- ", .removed) + Line(first.recording.path, .removed), Line("+ ", .added) + Line(second.recording.path, .added)]
        guard let difference = comparison.differences.first else {
            return [Line("nothing differs: both have the same \(comparison.common) steps", .faint)]
        }
        var lines = names
        let words =
            switch difference.step {
            case 0: "they differ before the first action"
            case 1: "they differ from the first step on"
            default: "the same up to step \(difference.step - 1)"
            }
        lines.append(Line(words, .strong))
        lines += try rows(of: difference)
        lines += try detail(of: difference)
        let others = comparison.differences.dropFirst()
        if !others.isEmpty { lines.append(Line("then", .strong)) }
        for other in others.prefix(rowLimit) { lines += try rows(of: other) }
        if comparison.count - 1 > rowLimit { lines.append(Line("  \(comparison.count - 1 - rowLimit) more steps differ", .faint)) }
        switch comparison.endsEqual {
        case true?: lines.append(Line("the states at the end are the same", .faint))
        case false?: lines.append(Line("the states at the end differ", .faint))
        case nil: break
        }
        return lines
    }

    private func rows(of difference: RecordingComparison.Difference) throws -> [Line] {
        func row(_ timeline: Timeline, _ sign: String, _ ink: Line.Ink) throws -> Line {
            let step = try timeline.step(at: difference.step)
            let words = step?.patch.map { "\($0.operations.count) \($0.operations.count == 1 ? "change" : "changes")" } ?? ""
            return Line(sign + " ", ink) + PlaceRow(difference.step...difference.step, step).line(Line(words, .faint))
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
        let actions = (old: try first.step(at: step)?.action?.action, new: try second.step(at: step)?.action?.action)
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
        return TreeDiff(from: oldPart, to: newPart)
    }

    /// For programs: one object.
    func json() throws -> JSONValue {
        var object: JSONObject = [
            "first": .string(first.recording.path), "second": .string(second.recording.path), "path": .string(path.description),
            "differs": .bool(!comparison.isEmpty), "common": .number(JSONNumber(comparison.common)),
            "count": .number(JSONNumber(comparison.count)),
        ]
        object["endsEqual"] = comparison.endsEqual.map(JSONValue.bool)
        object["differences"] = .array(
            comparison.differences.map { ["step": .number(JSONNumber($0.step)), "kind": .string($0.kind.rawValue)] })
        if let step = comparison.differences.first?.step, first.steps.contains(step), second.steps.contains(step) {
            object["patch"] = try stateDiff(at: step)?.patch.json
        }
        return .object(object)
    }
}
