import RewindFormat
import RewindValue

/// The combined change of several lines of one store's state.
struct ChangeSum {
    private var change: Change = .patch([])
    private var steps: ClosedRange<Int>?
    private var redacted: [JSONPointer] = []
    private var budget = PatchBudget()

    private enum Change {
        case patch([JSONPatch.Operation])
        case keyframe(JSONValue)
        /// It leads to no state: what the line says instead of one.
        case lost(StateLine.Change)
    }

    mutating func add(_ line: StateLine) {
        steps = min(steps?.lowerBound ?? line.steps.lowerBound, line.steps.lowerBound)...line.steps.upperBound
        for place in line.redacted where !redacted.contains(place) { redacted.append(place) }
        switch (line.change, change) {
        case (.keyframe(let state), _):
            change = .keyframe(state)
            budget = PatchBudget()
        case (.unencodable, _), (.unknown, _): change = .lost(line.change)
        case (.patch(let patch), .patch(var operations)):
            change = .lost(.unknown(.notKnown))  // so that the operations are not copied
            operations.append(contentsOf: patch.operations)
            change = .patch(operations)
        case (.patch(let patch), .keyframe(var state)):
            change = .lost(.unknown(.notKnown))
            do {
                try patch.apply(to: &state, within: &budget)
                change = .keyframe(state)
            } catch {}  // the patch does not fit
        case (.patch, .lost), (.failed, _), (.action, _): break
        }
    }

    /// One line that combines all of them.
    ///
    /// - Parameter first: the first step of the omitted run. A line that covered earlier steps, which are kept, still covers them.
    func line(at step: Int, store: String, runFrom first: Int) -> StateLine {
        let sum: StateLine.Change =
            switch change {
            case .patch(let operations): .patch(JSONPatch(Self.shortened(operations)))
            case .keyframe(let state): .keyframe(state)
            case .lost(let line): line
            }
        var line = StateLine(step: step, store: store, change: sum)
        if let earlier = steps?.lowerBound, earlier < first { line.merged = max(earlier, step - StateLine.mergedLimit + 1)...step }
        line.redacted = redacted
        return line
    }

    /// The operations without those that a later one makes void: of consecutive replacements at a place, only the last is kept.
    ///
    /// Any other operation may change what the pointers refer to, so replacements are not merged across it.
    private static func shortened(_ operations: [JSONPatch.Operation]) -> [JSONPatch.Operation] {
        var kept: [JSONPatch.Operation] = []
        var replaced: Set<JSONPointer> = []
        for operation in operations.reversed() {
            guard case .replace(let place, _) = operation else {
                replaced = []
                kept.append(operation)
                continue
            }
            let isVoid = (0...place.tokens.count).contains { replaced.contains(JSONPointer(tokens: Array(place.tokens.prefix($0)))) }
            if isVoid { continue }
            replaced.insert(place)
            kept.append(operation)
        }
        return kept.reversed()
    }
}
