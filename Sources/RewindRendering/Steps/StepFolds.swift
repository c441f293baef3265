package import RewindFormat
package import RewindReplay
import RewindValue

/// A list of steps in which equal actions that follow each other are one row: `47..53  comments/setDraft ×7`.
package struct StepFolds {
    private let ending: Ending
    /// What may be a run, and its first steps in case that it is none.
    private var run: StepRuns.Run?
    private var kept: [Step] = []

    /// A row of the list.
    package enum Row {
        /// Whatever stands on the timeline by itself.
        case item(Timeline.Item)
        /// Steps with the same action and cause, of which each changed the state or not, and nothing else is to be said.
        case run(StepRuns.Run)
    }

    /// A run has so many steps at least.
    private static let least = 3

    package init(ending: Ending) { self.ending = ending }

    /// The rows of all of a list.
    package static func rows(_ items: [Timeline.Item], ending: Ending) -> [Row] {
        var folds = StepFolds(ending: ending)
        return items.flatMap { folds.add($0) } + folds.finish()
    }

    /// Adds what stands on the timeline next; returns the rows that it ends.
    package mutating func add(_ item: Timeline.Item) -> [Row] {
        guard case .step(let step) = item, let changes = plainChanges(of: step) else { return finish() + [.item(item)] }
        if var current = run, current.last.number + 1 == step.number, current.last.store == step.store, current.last.type == step.type,
            current.last.action?.cause == step.action?.cause
        {
            current.last = step
            current.count += 1
            current.changes += changes
            run = current
            if kept.count < Self.least { kept.append(step) }
            return []
        }
        let rows = finish()
        run = StepRuns.Run(first: step, last: step, count: 1, changes: changes, unknown: 0, mark: nil)
        kept = [step]
        return rows
    }

    /// Ends the list.
    package mutating func finish() -> [Row] {
        guard let run else { return [] }
        defer { (self.run, kept) = (nil, []) }
        return run.count < Self.least ? kept.map { .item(.step($0)) } : [.run(run)]
    }

    /// How much a step changed that there is nothing else to say of; `nil` of any other.
    private func plainChanges(of step: Step) -> Int? {
        guard let action = step.action, action.type != ActionLine.external, !action.isDumped, action.omitted == nil,
            case .changed(let patch) = step.outcome, ending.words(at: step) == nil
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

    /// The steps that it stands for.
    package var count: Int {
        switch self {
        case .item(.step): 1
        case .item: 0
        case .run(let run): run.count
        }
    }
}
