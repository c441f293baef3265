import RewindFormat
package import RewindReplay
import RewindValue

extension ComparisonQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> { AnswerTable(isList: false) { $0.lines } }
}

extension ComparisonQuestion.Row {
    /// The maximum number of later steps to list.
    private static let rowLimit = 20

    /// What differs between two recordings: the first difference in full, then the differences after it.
    fileprivate var lines: [Line] {
        if comparison.isEmpty { return sameLines }
        var lines = [Line("- " + first, .removed), Line("+ " + second, .added)] + (comparison.before.map { [only($0)] } ?? [])
        if comparison.isEqualWhereOverlapping, comparison.common > 0 {
            lines += comparison.after.map { [only($0)] } ?? []
            let rest = comparison.unknown > 0 ? "of the rest, nothing that is known differs" : "the rest is the same"
            return lines + [Line(rest, .faint)] + unknown + ends + hidden
        }
        guard let difference = differences.first else { return lines }
        let words =
            switch difference.number {
            case begin: begin == 0 ? "they differ before the first action" : "the states after step \(begin) differ"
            case begin + 1: begin == 0 ? "they differ from the first step on" : "they differ from step \(begin + 1) on"
            default: "the same up to step \(difference.number - 1)"
            }
        let between = differences.dropFirst().filter { !$0.isAfter }
        let atEnd = differences.filter { $0.isAfter }
        // A step at the end that is elsewhere in the other recording is not only in this one.
        let endIsMoved = atEnd.count <= Self.rowLimit && atEnd.contains { $0.movedTo != nil }
        lines.append(Line(words, .strong))
        lines += rows(of: difference) + detail(of: difference)
        let others = between.prefix(Self.rowLimit) + (endIsMoved ? atEnd : [])
        if !others.isEmpty { lines.append(Line("then", .strong)) }
        lines += others.flatMap(rows)
        let outside = (comparison.comparesPartOnly ? 0 : comparison.before?.steps.count ?? 0) + comparison.countAfter
        let rest = comparison.count - outside - 1 - Self.rowLimit
        if rest > 0 { lines.append(Line("  \(rest) more steps differ", .faint)) }
        return lines + (endIsMoved ? [] : comparison.after.map { [only($0)] } ?? []) + unknown + ends + hidden
    }

    /// The lines if nothing differs, or nothing that is known.
    private var sameLines: [Line] {
        var words = comparison.isSame ? "nothing differs" : "nothing that is known differs"
        var lines: [Line] = []
        if comparison.comparesPartOnly {
            words += " at \(place) in the \(comparison.common) steps that both have"
            lines += [comparison.before, comparison.after].compactMap { $0.map(only) }
        } else {
            let same = comparison.isSame ? "the same \(comparison.common) steps" : "the same \(comparison.common) actions"
            words += ": both have \(comparison.hasLostActions ? "\(comparison.common) steps" : same)"
        }
        return [Line(words, .faint)] + lines + (comparison.isSame ? [] : unknown + ends) + hidden
    }

    /// Parts that could not be compared because they are redacted.
    private var hidden: [Line] {
        let count = comparison.matching.paired
        if count == 0 { return [] }
        let words = count == 1 ? "1 redacted value counts" : "\(count) redacted values count"
        let same = Line("\(words) as the same in both: what the apps had there, neither recording knows", .strong).hanging(0)
        if comparison.isEmpty || !comparison.matching.hasGuessedKeys { return [same] }
        let keys =
            "both recordings are masked, keys too: where two keys of one object have values of one kind, a step may be listed that does not "
            + "differ"
        return [same, Line(keys, .strong).hanging(0)]
    }

    /// Steps that could not be compared.
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

    /// How the states at the end compare, as far as they are known.
    private var ends: [Line] {
        // If a process ended in a reducer, there is no final state to report.
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
        return Line("\(words) only in \(part.kind == .onlyFirst ? first : second)", .strong)
    }

    private func rows(of difference: Difference) -> [Line] {
        func line(_ step: RowStep?, _ sign: String, _ ink: Line.Ink, _ more: String? = nil) -> [Line] {
            guard let step else { return [] }
            var words = step.step?.patch.map { "\($0.operations.count) \($0.operations.count == 1 ? "change" : "changes")" } ?? ""
            if case .underWay(.reducer)? = step.step?.outcome { words = "the process ended in its reducer" }
            if let name = step.step?.store, stores(of: difference) != nil { words += (words.isEmpty ? "" : " ") + "in \(name)" }
            if let more { words += (words.isEmpty ? "" : ", ") + more }
            return [Line(sign + " ", ink) + step.line(Line(words, .faint))]
        }
        if difference.kind == .state, difference.first?.step?.type == difference.second?.step?.type {
            let place = "step \(difference.number) in -"
            var more = difference.first?.steps == difference.second?.steps ? nil : place
            if case .underWay(.reducer)? = difference.first?.step?.outcome { more = place + ", where the process ended in its reducer" }
            return line(difference.second, "~", .changed, more)
        }
        let place = difference.movedTo.map { "step \($0) in \(difference.kind == .onlyFirst ? "+" : "-")" }
        return line(difference.first, "-", .removed, place) + line(difference.second, "+", .added, place)
    }

    /// The stores of a pair of steps, if their names differ.
    private func stores(of difference: Difference) -> (old: String, new: String)? {
        guard let old = difference.first?.step?.store, let new = difference.second?.step?.store,
            comparison.matching.translated(.string(new)) != .string(old)
        else { return nil }
        return (old, new)
    }

    /// The details of the first difference: the stores, or the actions and the states after them.
    private func detail(of difference: Difference) -> [Line] {
        func section(_ title: String, _ diff: TreeDiff?) -> [Line] {
            guard let diff, !diff.isEmpty else { return [] }
            return [Line("  " + title, .faint)] + DiffLines(diff).lines.map { Line("  ") + $0 }
        }
        var lines: [Line] = []
        if difference.kind == .action {
            if let stores = stores(of: difference) {
                lines.append(
                    Line("  the store: \(stores.old) in one, \(stores.new) in the other; stores are compared by their names").hanging(4))
            }
            if let old = difference.first?.step?.action, let new = difference.second?.step?.action {
                lines += section("the action", TreeDiff(from: old, to: comparison.matching.translated(new)))
            }
        }
        return lines + section(difference.first == nil || difference.second == nil ? "what it changed" : "the state after it", change)
    }
}
