package import RewindFormat
package import RewindReplay
import RewindValue

/// A list of steps in which consecutive equal actions are folded into one row: `47..53  comments/setDraft ×7`.
package struct StepFolds {
    private let ending: Ending
    /// The possible run, and its first steps, with the effects between them, in case it is too short.
    private var run: StepRuns.Run?
    private var kept: [Timeline.Item] = []

    package enum Row {
        case item(Timeline.Item)
        /// Steps with the same action and cause that are otherwise unremarkable; each may have changed the state or not.
        case run(StepRuns.Run)
    }

    /// The minimum number of steps in a run.
    private static let least = 3

    package init(ending: Ending) { self.ending = ending }

    /// The rows of a whole list.
    package static func rows(_ items: [Timeline.Item], ending: Ending) -> [Row] {
        var folds = StepFolds(ending: ending)
        return items.flatMap { folds.add($0) } + folds.finish()
    }

    /// Adds the next item of the timeline; returns the rows that this completes.
    package mutating func add(_ item: Timeline.Item) -> [Row] {
        if case .effect = item, let run {
            // What effects do between equal actions does not part them.
            if run.count < Self.least { kept.append(item) }
            return []
        }
        guard case .step(let step) = item, let changes = plainChanges(of: step) else { return finish() + [.item(item)] }
        if var current = run, current.last.number + 1 == step.number, current.last.store == step.store, current.last.type == step.type,
            current.last.cause == step.cause
        {
            current.last = step
            current.count += 1
            current.changes += changes
            run = current
            if current.count <= Self.least { kept.append(item) }
            return []
        }
        let rows = finish()
        run = StepRuns.Run(first: step, last: step, count: 1, changes: changes, unknown: 0, mark: nil)
        kept = [item]
        return rows
    }

    /// Ends the list; returns the remaining rows.
    package mutating func finish() -> [Row] {
        guard let run else { return [] }
        defer { (self.run, kept) = (nil, []) }
        return run.count < Self.least ? kept.map { .item($0) } : [.run(run)]
    }

    /// The number of changes of a step about which nothing else is shown; `nil` for any other step.
    private func plainChanges(of step: Step) -> Int? {
        guard let action = step.line, action.type != ActionLine.external, !action.isDumped, action.omitted == nil,
            case .changed(let patch) = step.outcome, ending.text(at: step) == nil
        else { return nil }
        return patch.operations.count
    }
}

extension StepFolds.Row {
    /// The row for people.
    package func line(ending: Ending) -> Line {
        switch self {
        case .item(let item): StepRow.line(item, ending: ending)
        case .run(let run): StepRow.line(run)
        }
    }

    package var count: Int {
        switch self {
        case .item(.step): 1
        case .item: 0
        case .run(let run): run.count
        }
    }
}
