package import RewindFormat
package import RewindReplay
package import RewindValue

/// The difference between two recordings, collected before it is drawn: the first difference in full, then the differences after it.
package struct BundleDiffReport {
    private let first: Timeline
    private let second: Timeline
    private let path: JSONPointer
    private let store: String?
    package let comparison: RecordingComparison
    /// The maximum number of later steps to list.
    package var rowLimit = 20

    package init(_ first: Timeline, _ second: Timeline, at path: JSONPointer, store: String?) throws(RecordingError) {
        self.first = first
        self.second = second
        self.path = path
        self.store = store
        comparison = try first.compare(with: second, at: path, store: store)
    }

    /// The report for people.
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
        let between = comparison.differences.dropFirst().filter { !comparison.isAfter($0) }
        let atEnd = comparison.differences.filter { comparison.isAfter($0) }
        let moved = try moved(among: [difference] + between.prefix(rowLimit) + (atEnd.count <= rowLimit ? atEnd : []))
        // A step at the end that is elsewhere in the other recording is not only in this one.
        let endIsMoved = atEnd.contains { moved.place(of: $0) != nil }
        lines.append(Line(words, .strong))
        lines += try rows(of: difference, moved)
        lines += try detail(of: difference)
        let others = between.prefix(rowLimit) + (endIsMoved ? atEnd : [])
        if !others.isEmpty { lines.append(Line("then", .strong)) }
        for other in others { lines += try rows(of: other, moved) }
        let outside = (comparison.isOfPart ? 0 : comparison.before?.steps.count ?? 0) + comparison.countAfter
        let rest = comparison.count - outside - 1 - rowLimit
        if rest > 0 { lines.append(Line("  \(rest) more steps differ", .faint)) }
        return lines + (endIsMoved ? [] : comparison.after.map { [only($0)] } ?? []) + unknown + ends + hidden
    }

    /// The report for people if nothing differs, or nothing that is known.
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
        return Line("\(words) only in \((part.kind == .onlyFirst ? first : second).recording.path)", .strong)
    }

    /// Steps with equal actions in a different order, by their numbers in the first and in the second recording.
    private struct Moved {
        var inSecond: [Int: Int] = [:]
        var inFirst: [Int: Int] = [:]

        /// The number of the step in the other recording.
        func number(of difference: RecordingComparison.Difference) -> Int? {
            switch difference.kind {
            case .onlyFirst: inSecond[difference.step]
            case .onlySecond: inFirst[difference.step]
            case .action, .state: nil
            }
        }

        /// The position of the step in the other recording.
        func place(of difference: RecordingComparison.Difference) -> String? {
            number(of: difference).map { "step \($0) in \(difference.kind == .onlyFirst ? "+" : "-")" }
        }
    }

    private func moved(among differences: [RecordingComparison.Difference]) throws(RecordingError) -> Moved {
        var moved = Moved()
        for one in differences where one.kind == .onlyFirst {
            guard let line = try steps(of: one).first?.action, let action = line.action else { continue }
            for other in differences where other.kind == .onlySecond && moved.inFirst[other.step] == nil {
                guard let same = try steps(of: other).second?.action, same.type == line.type,
                    same.action.map({ comparison.matching.translated($0) }) == action
                else { continue }
                (moved.inSecond[one.step], moved.inFirst[other.step]) = (other.step, one.step)
                break
            }
        }
        return moved
    }

    private func rows(of difference: RecordingComparison.Difference, _ moved: Moved) throws -> [Line] {
        func row(_ number: Int?, _ timeline: Timeline, _ sign: String, _ ink: Line.Ink, _ more: String? = nil) throws -> [Line] {
            guard let number else { return [] }
            let step = try timeline.step(at: number)
            var words = step?.patch.map { "\($0.operations.count) \($0.operations.count == 1 ? "change" : "changes")" } ?? ""
            if let step, case .underWay(.reducer) = step.outcome { words = "the process ended in its reducer" }
            if let step, try stores(of: difference) != nil { words += (words.isEmpty ? "" : " ") + "in \(step.store)" }
            if let more { words += (words.isEmpty ? "" : ", ") + more }
            return [Line(sign + " ", ink) + (try RowStep(number...number, in: timeline)).line(Line(words, .faint))]
        }
        let steps = try steps(of: difference)
        if difference.kind == .state, steps.first?.type == steps.second?.type {
            let place = "step \(difference.step) in -"
            var more = difference.first == difference.second ? nil : place
            if case .underWay(.reducer)? = steps.first?.outcome { more = place + ", where the process ended in its reducer" }
            return try row(difference.second, second, "~", .changed, more)
        }
        let place = moved.place(of: difference)
        return try row(difference.first, first, "-", .removed, place) + row(difference.second, second, "+", .added, place)
    }

    /// The steps of both recordings, if they exist.
    private func steps(of difference: RecordingComparison.Difference) throws(RecordingError) -> (first: Step?, second: Step?) {
        (
            try difference.first.flatMap { number throws(RecordingError) in try first.step(at: number) },
            try difference.second.flatMap { number throws(RecordingError) in try second.step(at: number) }
        )
    }

    /// The stores of a pair of steps, if their names differ.
    private func stores(of difference: RecordingComparison.Difference) throws(RecordingError) -> (old: String, new: String)? {
        let steps = try steps(of: difference)
        guard let old = steps.first?.store, let new = steps.second?.store, comparison.matching.translated(.string(new)) != .string(old)
        else { return nil }
        return (old, new)
    }

    /// The details of the first difference: the stores, or the actions and the states after them.
    private func detail(of difference: RecordingComparison.Difference) throws -> [Line] {
        let steps = try steps(of: difference)
        var lines: [Line] = []
        if difference.kind == .action, let stores = try stores(of: difference) {
            lines.append(
                Line("  the store: \(stores.old) in one, \(stores.new) in the other; stores are compared by their names").hanging(4))
        }
        let actions = (old: steps.first?.action?.action, new: (steps.second?.action?.action).map { comparison.matching.translated($0) })
        if difference.kind == .action, let old = actions.old, let new = actions.new, old != new {
            lines += [Line("  the action", .faint)] + DiffLines(TreeDiff(from: old, to: new)).lines.map { Line("  ") + $0 }
        }
        if let diff = try stateDiff(at: difference), !diff.isEmpty {
            lines += [Line("  the state after it", .faint)] + DiffLines(diff).lines.map { Line("  ") + $0 }
        }
        if steps.first == nil || steps.second == nil, let diff = try ownDiff(at: difference), !diff.isEmpty {
            lines += [Line("  what it changed", .faint)] + DiffLines(diff).lines.map { Line("  ") + $0 }
        }
        return lines
    }

    /// The change of the state by a step that only one recording has.
    private func ownDiff(at difference: RecordingComparison.Difference) throws(RecordingError) -> TreeDiff? {
        let timeline = difference.first == nil ? second : first
        guard let step = try timeline.step(at: difference.step),
            case .known(let old) = try timeline.state(at: step.number - 1, store: step.store), let oldPart = old[path],
            case .known(let new) = try timeline.state(at: step.number, store: step.store), let newPart = new[path]
        else { return nil }
        return TreeDiff(from: oldPart, to: newPart)
    }

    private func stateDiff(at difference: RecordingComparison.Difference) throws(RecordingError) -> TreeDiff? {
        guard let one = difference.first, let other = difference.second else { return nil }
        var store = store
        if store == nil { store = try first.step(at: one)?.store }
        guard case .known(let old) = try first.state(at: one, store: store), let oldPart = old[path],
            case .known(let new) = try second.state(at: other, store: store), let newPart = new[path]
        else { return nil }
        // Translated to the first recording's pseudonyms, so that only real differences show.
        return TreeDiff(from: oldPart, to: comparison.matching.translated(newPart))
    }

    /// The report for programs: one object.
    package func json() throws -> JSONValue {
        var object: JSONObject = [
            "first": .string(first.recording.path), "second": .string(second.recording.path), "path": .string(path.description),
            "differs": .bool(!comparison.isEmpty), "common": .number(JSONNumber(comparison.common)),
            "count": .number(JSONNumber(comparison.count)),
        ]
        object["endsEqual"] = comparison.endsEqual.map(JSONValue.bool)
        let moved = try moved(among: comparison.differences)
        object["differences"] = .array(try comparison.differences.map { difference in try json(difference, moved) })
        for part in [comparison.before, comparison.after] {
            guard let part else { continue }
            object[part.kind.rawValue] = .array((object[part.kind.rawValue]?.array ?? []) + [part.steps.json])
        }
        if let difference = comparison.differences.first { object["patch"] = try stateDiff(at: difference)?.patch.json }
        if comparison.matching.paired > 0 { object["redacted"] = .number(JSONNumber(comparison.matching.paired)) }
        if comparison.unknown > 0 { object["unknown"] = .number(JSONNumber(comparison.unknown)) }
        return .object(object)
    }

    private func json(_ difference: RecordingComparison.Difference, _ moved: Moved) throws -> JSONValue {
        var object: JSONObject = [:]
        object["first"] = difference.first.map { .number(JSONNumber($0)) }
        object["second"] = difference.second.map { .number(JSONNumber($0)) }
        object["kind"] = .string(difference.kind.rawValue)
        object["movedTo"] = moved.number(of: difference).map { .number(JSONNumber($0)) }
        let steps = try steps(of: difference)
        let ended = [("first", steps.first), ("second", steps.second)].filter { $0.1?.outcome == .underWay(.reducer) }.map(\.0)
        if !ended.isEmpty { object["endedIn"] = .array(ended.map(JSONValue.string)) }
        return .object(object)
    }
}
