import RewindFormat
import RewindValue

/// Steps in a row that are left out, and what stands in their place.
///
/// For each store, its last step of the run becomes an `@@EXTERNAL` that says how many actions of which type were left out and takes what they
/// changed together; the other numbers are a gap. So the step that follows is not blamed for what it did not do.
struct OmittedRun {
    /// The actions, in order, with no number missing between them.
    private(set) var actions: [ActionLine]

    /// Steps that one run may have: half of what one line of the state stream may stand for, since the first may stand for others already.
    static let limit = StateLine.mergedLimit / 2

    init(_ first: ActionLine) { actions = [first] }

    /// The numbers of its steps.
    var steps: ClosedRange<Int> { actions[0].step...actions[actions.count - 1].step }

    /// Takes the next action, if it is the next.
    mutating func add(_ action: ActionLine) -> Bool {
        guard action.step == steps.upperBound + 1, actions.count < Self.limit else { return false }
        actions.append(action)
        return true
    }

    /// The last step of each store.
    var lastSteps: [String: Int] { Dictionary(actions.map { ($0.store, $0.step) }, uniquingKeysWith: { $1 }) }

    /// The lines that stand for it in the action stream.
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

    /// Adds what an action stands for: itself, and what it says was left out before it.
    private static func count(_ action: ActionLine, in omitted: inout JSONObject) {
        func add(_ count: Int, _ type: String) {
            let sum = min(FormatLimits.gapSteps, ActionLine.omittedCount(omitted[type]) + count)
            omitted[type] = .number(JSONNumber(sum))
        }
        for (type, count) in action.omitted ?? [:] { add(ActionLine.omittedCount(count), type) }
        if action.type != ActionLine.external { add(1, action.type) }
    }

    /// The last number of it that is in a gap; `nil` if there is none.
    var lastGap: Int? {
        let kept = Set(lastSteps.values)
        return actions.last { !kept.contains($0.step) }?.step
    }
}
