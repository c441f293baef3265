import RewindFormat
import RewindValue

/// A run of omitted steps, and the lines that replace it.
///
/// For each store, its last step of the run becomes an `@@EXTERNAL` that gives the number of omitted actions of each type and their
/// combined changes; the other numbers become a gap. The step that follows is therefore not credited with changes that it did not make.
struct OmittedRun {
    /// The actions, in order, with consecutive numbers.
    private(set) var actions: [ActionLine]

    /// The most steps in one run: half of what one line of the state stream may cover, since the first may cover others already.
    static let limit = StateLine.mergedLimit / 2

    init(_ first: ActionLine) { actions = [first] }

    var steps: ClosedRange<Int> { actions[0].step...actions[actions.count - 1].step }

    /// Adds an action; returns `false` if it does not directly follow the run, or the run is full.
    mutating func add(_ action: ActionLine) -> Bool {
        guard action.step == steps.upperBound + 1, actions.count < Self.limit else { return false }
        actions.append(action)
        return true
    }

    var lastSteps: [String: Int] { Dictionary(actions.map { ($0.store, $0.step) }, uniquingKeysWith: { $1 }) }

    /// Writes the lines that replace the run in the action stream.
    func write(into stream: inout StreamBytes) {
        var omitted: [String: JSONObject] = [:]
        let last = lastSteps
        var gap: ClosedRange<Int>?
        func writeGap(_ stream: inout StreamBytes) {
            if let gap { stream.add(GapLine(steps: gap, reason: .leftOut).json.object ?? [:]) }
            gap = nil
        }
        for action in actions {
            Self.count(action, in: &omitted[action.store, default: [:]])
            guard last[action.store] == action.step else {
                gap = (gap?.lowerBound ?? action.step)...action.step
                continue
            }
            writeGap(&stream)
            var line = ActionLine(step: action.step, time: action.time, type: ActionLine.external, store: action.store)
            if let counts = omitted[action.store], !counts.isEmpty { line.omitted = counts }
            stream.add(line)
        }
        writeGap(&stream)
    }

    /// Counts an action: itself, and the actions that it says were omitted before it.
    private static func count(_ action: ActionLine, in omitted: inout JSONObject) {
        func add(_ count: Int, _ type: String) {
            let sum = min(FormatLimits.gapSteps, ActionLine.omittedCount(omitted[type]) + count)
            omitted[type] = .number(JSONNumber(sum))
        }
        for (type, count) in action.omitted ?? [:] { add(ActionLine.omittedCount(count), type) }
        if action.type != ActionLine.external { add(1, action.type) }
    }

    /// The last number of the run that becomes part of a gap; `nil` if the run leaves no gap.
    var lastGapStep: Int? {
        let kept = Set(lastSteps.values)
        return actions.last { !kept.contains($0.step) }?.step
    }
}
