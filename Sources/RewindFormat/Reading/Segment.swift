package import RewindValue

/// A part of a recording that can be read alone, because it begins with the state before its first step.
package struct Segment: Sendable {
    /// The segment's number, counted from 0.
    package var index: Int
    /// Every sound line of the action stream, in order.
    package var journal: [JournalLine]
    /// Every sound line of the state stream, in order.
    package var states: [StateLine]
    /// Lines of the state stream that this version does not know, in order.
    package var unknownStates: [JSONObject]
    /// The bytes that were not sound lines.
    package var damage: [Damage]

    /// The segment's steps in order, with oversized actions completed from the state stream.
    package var actions: [ActionLine] {
        journal.compactMap { if case .action(let line) = $0 { line } else { nil } }
    }

    /// The steps of its actions, and of its states where the last or all actions are lost; `nil` for a segment with only a keyframe.
    package var steps: ClosedRange<Int>? {
        var covered = CoveredSteps()
        for line in states { covered.add(line) }
        return covered.steps(withActions: .hull(actions.map { $0.step...$0.step }), gaps: gaps)
    }

    /// The steps without an action that no gap line accounts for.
    package var lostActions: [ClosedRange<Int>] { steps.map(lostActions(in:)) ?? [] }

    /// The same among steps that it should have.
    package func lostActions(in steps: ClosedRange<Int>) -> [ClosedRange<Int>] {
        StepRanges.gaps(between: actions.map { $0.step }.sorted(), in: steps).flatMap(StepRanges(gaps).outside)
    }

    private var gaps: [ClosedRange<Int>] { journal.compactMap { if case .gap(let gap) = $0 { gap.steps } else { nil } } }

    /// Reads both streams of a segment; damage becomes a list, never an error.
    ///
    /// Needs about twice the streams' size in memory.
    package init(index: Int, actions: [UInt8], states: [UInt8], isLive: Bool, limits: FormatLimits = .default) {
        self.index = index
        var journal: [JournalLine] = []
        var stateLines: [StateLine] = []
        var unknownStates: [JSONObject] = []
        var whole: [Int: StateLine] = [:]

        let lines = SegmentScan(index: index, isLive: isLive, limits: limits)
        let journalDamage = lines.scan(actions: actions) { journal.append($0) }
        let stateDamage = lines.scan(states: states) { line in
            if case .action = line.change { whole[line.step] = line } else { stateLines.append(line) }
        } unknown: {
            unknownStates.append($0)
        }
        self.states = stateLines
        self.unknownStates = unknownStates
        damage = journalDamage + stateDamage
        self.journal = Self.placed(whole.isEmpty ? journal : journal.map { $0.completed(from: whole) })
    }

    /// The journal with each swallowed action placed after the step before it.
    private static func placed(_ journal: [JournalLine]) -> [JournalLine] {
        guard journal.contains(where: { if case .swallowed = $0 { true } else { false } }) else { return journal }
        let first = journal.lazy.compactMap { if case .action(let line) = $0 { line.step } else { nil } }.first
        var last = max(0, (first ?? 1) - 1)
        return journal.map { line in
            if case .action(let action) = line { last = action.step }
            guard case .swallowed(var swallowed) = line else { return line }
            swallowed.action.step = last
            return .swallowed(swallowed)
        }
    }
}

extension JournalLine {
    /// The line with its action in full, where the state stream had it.
    fileprivate func completed(from whole: [Int: StateLine]) -> JournalLine {
        guard case .action(var line) = self else { return self }
        line.complete(from: whole)
        return .action(line)
    }
}
