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
        if comparison.isEmpty { return sameLines }
        var lines = names + (comparison.before.map { [only($0)] } ?? [])
        if comparison.isSameWhereBoth, comparison.common > 0 {
            lines += comparison.after.map { [only($0)] } ?? []
            let rest = comparison.unknown > 0 ? "of the rest, nothing that is known differs" : "the rest is the same"
            return lines + [Line(rest, .faint)] + unknown + ends + hidden
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
        let rest = comparison.count - (comparison.isOfPart ? 0 : comparison.before?.steps.count ?? 0) - 1 - rowLimit
        if rest > 0 { lines.append(Line("  \(rest) more steps differ", .faint)) }
        return lines + unknown + ends + hidden
    }

    /// For people, where nothing differs, or nothing that is known.
    private var sameLines: [Line] {
        var words = comparison.isSame ? "nothing differs" : "nothing that is known differs"
        var lines: [Line] = []
        if comparison.isOfPart {
            words += " at \(path) in the \(comparison.common) steps that both have"
            lines += [comparison.before, comparison.after].compactMap { $0.map(only) }
        } else {
            let same = comparison.isSame ? "the same \(comparison.common) steps" : "the same \(comparison.common) actions"
            words += ": both have \(comparison.hasLostActions ? "\(comparison.common) steps" : same)"
        }
        return [Line(words, .faint)] + lines + (comparison.isSame ? [] : unknown + ends) + hidden
    }

    /// What could not be compared because it was redacted.
    private var hidden: [Line] {
        let count = comparison.matching.paired
        if count == 0 { return [] }
        let words = count == 1 ? "1 redacted value counts" : "\(count) redacted values count"
        return [Line("\(words) as the same in both: what the apps had there, neither recording knows", .strong).hanging(0)]
    }

    /// What could not be compared.
    private var unknown: [Line] {
        guard let step = comparison.firstUnknown else { return [] }
        let hasLost = comparison.hasLostActions
        let words =
            comparison.unknown == 1
            ? "step \(step) could not be compared: \(hasLost ? "its action or " : "")the state after it is unknown in one of them"
            : comparison.isUnknownToTheEnd
                ? "the \(hasLost ? "steps" : "states") from step \(step) on could not be compared: they are unknown in one of them"
                : "\(comparison.unknown) steps, the first of them \(step), could not be compared: \(hasLost ? "their actions or " : "")the states after them are unknown in one of them"
        return [Line(words, .strong).hanging(0)]
    }

    /// What is known of the states at the end.
    private var ends: [Line] {
        // Where a process ended in a reducer, there is no state, and nothing to be said of it.
        if comparison.endsEqual == nil, comparison.unknown == 0 { return [] }
        let words =
            switch comparison.endsEqual {
            case true?: "are the same"
            case false?: "differ"
            case nil: "could not be compared: one of them is unknown"
            }
        return [Line("the states at the end \(words)", .faint).hanging(0)]
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
            var words = step?.patch.map { "\($0.operations.count) \($0.operations.count == 1 ? "change" : "changes")" } ?? ""
            if let step, try stores(at: difference.step) != nil { words += (words.isEmpty ? "" : " ") + "in \(step.store)" }
            return Line(sign + " ", ink) + (try PlaceRow(difference.step...difference.step, in: timeline)).line(Line(words, .faint))
        }
        return switch difference.kind {
        case .action: [try row(first, "-", .removed), try row(second, "+", .added)]
        case .state where try first.step(at: difference.step)?.type != second.step(at: difference.step)?.type:
            [try row(first, "-", .removed), try row(second, "+", .added)]
        case .state: [try row(second, "~", .changed)]
        case .onlyFirst: [try row(first, "-", .removed)]
        case .onlySecond: [try row(second, "+", .added)]
        }
    }

    /// The stores whose steps have a number, if they are not called alike.
    private func stores(at step: Int) throws(RecordingError) -> (old: String, new: String)? {
        guard first.steps.contains(step), second.steps.contains(step), let old = try first.step(at: step)?.store,
            let new = try second.step(at: step)?.store,
            comparison.matching.translated(.string(new)) != .string(old)
        else { return nil }
        return (old, new)
    }

    /// What the first difference consists of: the stores, or the actions and the states after them.
    private func detail(of difference: RecordingComparison.Difference) throws -> [Line] {
        let step = difference.step
        guard first.steps.contains(step), second.steps.contains(step) else { return [] }
        var lines: [Line] = []
        if difference.kind == .action, let stores = try stores(at: step) {
            lines.append(
                Line("  the store: \(stores.old) in one, \(stores.new) in the other; stores are compared by their names").hanging(4))
        }
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
        if comparison.matching.paired > 0 { object["redacted"] = .number(JSONNumber(comparison.matching.paired)) }
        if comparison.unknown > 0 { object["unknown"] = .number(JSONNumber(comparison.unknown)) }
        return .object(object)
    }
}
