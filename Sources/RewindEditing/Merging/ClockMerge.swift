import RewindArchive
import RewindFormat
import RewindValue

/// Merges recordings onto one clock, step by step.
///
/// Holds one state of each store, for the beginning of new segments, and the new number of each step.
struct ClockMerge {
    private let sources: [MergeSource]
    private let base: Int

    init(_ sources: [MergeSource]) {
        self.sources = sources
        base = sources.map(\.started).min() ?? 0
    }

    /// Reads all sources to their ends, and returns the contents of a bundle.
    func contents(through spool: SegmentSpool) throws(RecordingError) -> BundleContents {
        var merger = Merger(spool, base: base, sources: sources, sharedMarks: try sharedMarks())
        // Of two lines at the same time, that of the recording that was named first comes first.
        while let source = sources.filter({ $0.next != nil }).min(by: { ($0.next?.wall ?? .max) < ($1.next?.wall ?? .max) }) {
            try merger.addNextLine(of: source)
        }
        return try spool.finish(into: MergedFiles(sources: sources, base: base).contents)
    }

    /// Names of marks that occur in more than one of the recordings.
    private func sharedMarks() throws(RecordingError) -> Set<String> {
        var (seen, shared): (Set<String>, Set<String>) = ([], [])
        for source in sources {
            for name in try source.markNames() where !seen.insert(name).inserted { shared.insert(name) }
        }
        return shared
    }
}

/// The merged recording under construction.
private struct Merger {
    private let spool: SegmentSpool
    private let base: Int
    private let sources: [MergeSource]
    /// Names of marks that would be ambiguous: each is prefixed with the name of its recording.
    private let sharedMarks: Set<String>
    /// The last number that was assigned.
    private var last = 0
    /// The last number that is not in a gap.
    private var lastKnown = 0
    private var time = 0
    /// Whether the segment has an action or a gap, and whether it has steps whose actions are lost.
    ///
    /// A state line represents a step only if it precedes an action, or in a segment without actions and gaps.
    private var (hasActions, hasLostActions) = (false, false)
    /// The first of the last numbers without a line; the next step's lines say that the other stores did not change there.
    private var firstUncoveredNumber: Int?
    /// Stores that became unknown through a gap of another recording, although they did not change.
    private var suspended: Set<String> = []
    /// The state of each store seen so far; a missing value means that it is unknown.
    private var states: [String: JSONValue?] = [:]
    /// The new numbers of the sources' effects.
    private var effects = MergedEffects()
    /// The patch budget left since each store's last keyframe.
    private var budgets: [String: PatchBudget] = [:]

    init(_ spool: SegmentSpool, base: Int, sources: [MergeSource], sharedMarks: Set<String>) {
        self.spool = spool
        self.base = base
        self.sources = sources
        self.sharedMarks = sharedMarks
        addClock()
    }

    private func addClock() { spool.add(ClockLine(time: time, wall: base + time).json.object ?? [:]) }

    mutating func addNextLine(of source: MergeSource) throws(RecordingError) {
        guard let (entry, wall) = source.next else { return }
        time = wall - base
        try begin(source)
        switch entry.line {
        case .action(let action):
            try addWithoutActions(through: action.step - 1, of: source)
            try add(action, of: source)
        case .gap(let gap):
            try addWithoutActions(through: gap.steps.lowerBound - 1, of: source)
            try add(gap.steps, reason: gap.reason, of: source)
        case .mark(let mark):
            var changes: JSONObject = ["step": .number(JSONNumber(source.number(of: mark.step)))]
            if sharedMarks.contains(mark.name) { changes["name"] = .string("\(source.name)/\(mark.name)") }
            add(entry.object, "mark", changes)
        case .log(let log): add(entry.object, "log", ["step": .number(JSONNumber(source.number(of: log.step)))])
        case .swallowed(let swallowed):
            var changes: JSONObject = ["store": .string(source.store(swallowed.action.store))]
            changes["cause"] = swallowed.action.cause.map { .number(JSONNumber(source.number(of: $0))) }
            changes["effect"] = swallowed.action.effect.map { .number(JSONNumber(effects.number(of: $0, in: source.name))) }
            add(entry.object, "swallowed", changes)
        case .effect(let effect):
            if let line = effects.line(effect, of: source, after: last, at: time, since: base) { spool.add(line) }
        case .clock, nil: break  // the merged recording has a clock of its own
        case .unknown(let object): spool.add(object)
        }
        if source.isLastOfSegment, let end = source.lastStateStep {
            // Steps after the last action are in the state stream only, and such lines are steps only in a segment without actions.
            if hasActions, end > source.lastStep { try beginSegment() }
            try addWithoutActions(through: end, of: source)
        }
        try source.advance()
        // The segment's states may say more about the step that was just added.
        try begin(source)
    }

    /// Adds the states of a source's stores at the beginning of one of its segments, once.
    private mutating func begin(_ source: MergeSource) throws(RecordingError) {
        let segmentStart = source.popKeyframes()
        if let step = segmentStart.step, step > source.lastStep {
            // Forgotten, not unknown: the keyframes below say what these stores have, and no line of the new segment need say it before.
            for line in segmentStart.lines { states[source.store(line.store)] = nil }
            try addHole(through: step, of: source)
            try beginSegment()
            (lastKnown, suspended) = (last, [])
        }
        for line in segmentStart.lines {
            let store = source.store(line.store)
            // A keyframe in the middle of the merged segment is needed only where the patches before it led elsewhere, or nowhere.
            guard case .keyframe(let state) = line.change, states[store] != .some(state) else { continue }
            var keyframe = line
            (keyframe.step, keyframe.store, keyframe.merged) = (lastKnown, store, nil)
            spool.add(keyframe)
            if lastKnown < last { suspended.insert(store) }
            states[store] = .some(state)
        }
    }

    // MARK: Steps

    /// Whether the segment is full, and the states are those after the last step, not within steps that share a patch.
    private var mayBeginSegment: Bool { spool.isFull && firstUncoveredNumber == nil && !sources.contains(where: \.isInsidePatch) }

    private mutating func add(_ action: ActionLine, of source: MergeSource) throws(RecordingError) {
        // With this action in their segment, the lines of steps without actions would no longer be steps.
        if mayBeginSegment || hasLostActions && !hasActions { try beginSegment() }
        hasActions = true
        last += 1
        source.note(action.step...action.step, became: last)
        var line = action
        (line.step, line.time, line.store) = (last, time, source.store(action.store))
        line.cause = action.cause.map { source.number(of: $0) }.flatMap { $0 > 0 ? $0 : nil }  // 0: the recording begins after its cause
        line.effect = action.effect.map { effects.number(of: $0, in: source.name) }
        spool.add(line)
        for (_, state) in source.popStates(through: action.step) { add(state, at: last, of: source) }
        if !source.hasState(of: action.store, at: action.step) { states[line.store] = .some(nil) }
        suspended.remove(line.store)
        addUntouched(by: source)
        lastKnown = last
    }

    /// Adds the next steps of a source, whose actions are lost, with the states that exist.
    private mutating func addWithoutActions(through end: Int, of source: MergeSource) throws(RecordingError) {
        for (step, line) in source.popStates(through: end) {
            let isNew = step > source.lastStep
            if isNew {
                try addHole(through: step - 1, of: source)
                if mayBeginSegment { try beginSegment() }
                addNumbers(through: step, of: source)
                lastKnown = last
                hasLostActions = true
            }
            add(line, at: source.number(of: step), of: source)
            // The first line of a step without an action determines its store.
            if isNew { addUntouched(by: source) }
        }
        // The action that follows would begin a segment; it has to begin before the hole, so that the action's lines can cover that.
        if source.lastStep < end, hasLostActions, !hasActions { try beginSegment() }
        try addHole(through: end, of: source)
    }

    /// Assigns numbers to the next steps of a source.
    private mutating func addNumbers(through end: Int, of source: MergeSource) {
        let steps = (source.lastStep + 1)...end
        source.note(steps, became: last + 1)
        last += steps.count
    }

    /// Assigns numbers to the next steps of a source, which have no lines; a merged patch after them may contain their changes.
    private mutating func addHole(through end: Int, of source: MergeSource) throws(RecordingError) {
        guard end > source.lastStep else { return }
        let steps = (source.lastStep + 1)...end
        let first = last + 1
        addNumbers(through: end, of: source)
        for store in states.keys where source.has(store) && !source.hasState(of: store, at: steps) { states[store] = .some(nil) }
        firstUncoveredNumber = first
        if steps.count >= StateLine.mergedLimit { try beginSegment() }  // no line covers so many steps; keyframes do without one
    }

    /// Records that stores of other sources did not change in a hole or gap before the last step.
    private mutating func addUntouched(by source: MergeSource) {
        if firstUncoveredNumber == nil, suspended.isEmpty { return }
        for (store, state) in states.sorted(by: { $0.key < $1.key }) {
            var line = StateLine(step: last, store: store, change: .patch(JSONPatch()))
            if let firstUncoveredNumber, case .some = state, !source.has(store) { line.merged = firstUncoveredNumber...last }
            if line.merged != nil || suspended.contains(store) { spool.add(line) }
        }
        (firstUncoveredNumber, suspended) = (nil, [])
    }

    private mutating func add(_ line: StateLine, at number: Int, of source: MergeSource) {
        var line = line
        let store = source.store(line.store)
        if let merged = line.merged {
            // Steps of the other recordings are between now, perhaps more than a line may cover.
            line.merged = max(source.number(of: merged.lowerBound), number - StateLine.mergedLimit + 1, 1)...number
        }
        (line.step, line.store) = (number, store)
        spool.add(line)
        switch line.change {
        case .keyframe(let state):
            states[store] = .some(state)
            budgets[store] = PatchBudget()
        case .patch(let patch):
            // Taken out, so that the patch changes it in place.
            guard var state = states.removeValue(forKey: store).flatMap({ $0 }) else {
                states[store] = .some(nil)
                return
            }
            // Not `? nil :`, which would produce JSON's null, a valid state.
            if (try? patch.apply(to: &state, within: &budgets[store, default: PatchBudget()])) == nil {
                states[store] = .some(.none)
            } else {
                states[store] = .some(state)
            }
        case .unencodable, .unknown: states[store] = .some(nil)
        case .failed, .action: break
        }
    }

    // MARK: What stands between

    /// Adds a gap; the next step records that the stores of the other recordings did not change in it.
    private mutating func add(_ gap: ClosedRange<Int>, reason: GapLine.Reason, of source: MergeSource) throws(RecordingError) {
        // The step after the gap may be of another recording, which can't say what a hole of this one did.
        if firstUncoveredNumber != nil || hasLostActions && !hasActions { try beginSegment() }
        hasActions = true
        let new = (last + 1)...(last + gap.count)
        last = new.upperBound
        source.note(gap, became: new.lowerBound)
        var reason = reason
        reason.part = source.name(of: reason.part)
        spool.add(GapLine(steps: new, reason: reason).json.object ?? [:])
        suspended.formUnion(states.keys.filter { !source.has($0) })
    }

    /// Adds a line whose members are nested in one, with some of them changed and the time of this recording.
    private func add(_ line: JSONObject, _ kind: String, _ changes: JSONObject) {
        var (line, inner) = (line, line[kind]?.object ?? [:])
        inner["t"] = .number(JSONNumber(time))
        for (key, value) in changes { inner[key] = value }
        line[kind] = .object(inner)
        spool.add(line)
    }

    /// Ends the segment; the next one begins with the state of each store.
    private mutating func beginSegment() throws(RecordingError) {
        try spool.beginSegment()
        (hasActions, hasLostActions, firstUncoveredNumber) = (false, false, nil)
        addClock()
        for line in effects.underWay(after: last) { spool.add(line) }
        for (store, state) in states.sorted(by: { $0.key < $1.key }) {
            let change = state.map { StateLine.Change.keyframe($0) } ?? .unknown(.notKnown)
            spool.add(StateLine(step: last, store: store, change: change))
        }
    }
}
