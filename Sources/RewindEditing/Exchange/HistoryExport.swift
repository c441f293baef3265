import RewindFormat
import RewindReplay
import RewindValue

/// The history of Redux DevTools: the "lifted state" that its Export button writes and its Import button takes
/// (`LiftedState` in packages/redux-devtools-instrument/src/instrument.ts of reduxjs/redux-devtools).
///
/// Redux actions are objects with a `type`; other actions become one with `type` and `payload`. Reads the recording twice: first the actions,
/// then the states.
struct HistoryExport {
    private let timeline: Timeline
    private let steps: ClosedRange<Int>
    private let store: String
    private let clock: WallClock

    init(_ export: Export) throws(RecordingError) {
        timeline = export.timeline
        steps = export.steps
        store = export.store ?? timeline.mainStore
        clock = try WallClock(of: timeline.recording)
    }

    func write(to output: inout ByteOutput, lost: inout UnknownSteps) throws {
        var ids: [Int] = [0]
        var time = 0
        output.write(#"{"monitorState":{},"actionsById":{"0":"#)
        output.write(initial)
        try forEachStep { step in
            ids.append(step.number)
            output.write(",\n\"\(step.number)\":")
            // A step whose action is lost has no time of its own.
            time = step.time ?? time
            output.write(lifted(step, at: time))
            try output.proceed()
        } gap: { steps in
            try timeline.add(steps, of: store, to: &lost)
        }
        output.write("},\n\"nextActionId\":\((ids.last ?? 0) + 1),\"stagedActionIds\":")
        output.write(.array(ids.map { .number(JSONNumber($0)) }))
        output.write(#","skippedActionIds":[],"currentStateIndex":"# + "\(ids.count - 1)")
        var index = 0
        var base = try entry(at: steps.lowerBound)
        // A store that began later has its first state just before its first step.
        if base["state"] == nil, ids.count > 1 { base = try entry(at: ids[1] - 1) }
        if let state = base["state"] {
            output.write(#","committedState":"#)
            output.write(JSANValue.rebased(state, at: "$.committedState") ?? state)
        }
        output.write(",\n\"computedStates\":[")
        output.write(Self.located(base, at: index))
        try forEachStep { step in
            index += 1
            var entry = try entry(at: step.number)
            if case .failed(let reason) = step.outcome { entry["error"] = .string(reason) }
            output.write(",\n")
            output.write(Self.located(entry, at: index))
            try output.proceed()
        }
        output.write("],\n\"isLocked\":false,\"isPaused\":false}\n")
    }

    private func forEachStep(_ body: (Step) throws -> Void, gap: (ClosedRange<Int>) throws -> Void = { _ in }) throws {
        guard steps.lowerBound < steps.upperBound else { return }
        try timeline.forEach(in: (steps.lowerBound + 1)...steps.upperBound) { item in
            switch item {
            case .step(let step): if step.store == store { try body(step) }
            case .gap(let steps, _): try gap(steps)
            case .swallowed, .mark, .log, .effect: break
            }
        }
    }

    /// An entry whose state's references are paths in the history.
    private static func located(_ entry: JSONObject, at index: Int) -> JSONObject {
        let place = "$.computedStates[\(index)].state"
        guard let state = entry["state"], let located = JSANValue.rebased(state, at: place) else { return entry }
        var entry = entry
        entry["state"] = located
        return entry
    }

    /// The state after a step; the reason, if it is unknown.
    private func entry(at step: Int) throws(RecordingError) -> JSONObject {
        switch try timeline.state(at: step, store: store) {
        case .known(let state): ["state": state]
        case .unknown(let reason): ["error": .string("\(reason)")]
        }
    }

    private var initial: JSONObject {
        ["type": "PERFORM_ACTION", "action": ["type": .string(ActionLine.initial)], "timestamp": milliseconds(0)]
    }

    private func lifted(_ step: Step, at time: Int) -> JSONObject {
        let place = "$.actionsById[\"\(step.number)\"].action"
        var action: JSONObject = ["type": .string(step.type)]
        if let object = step.action?.object, object["type"]?.string == step.type {
            action = JSANValue.rebased(.object(object), at: place)?.object ?? object
        } else {
            action["payload"] = step.action.map { JSANValue.rebased($0, at: place + ".payload") ?? $0 }
        }
        var lifted: JSONObject = ["type": "PERFORM_ACTION", "action": .object(action), "timestamp": milliseconds(time)]
        lifted["stack"] = step.line?.unknown["stack"]
        return lifted
    }

    /// Milliseconds since 1970, as from `Date.now()`.
    private func milliseconds(_ time: Int) -> JSONValue { .number(JSONNumber(clock.isKnown ? clock.wall(at: time) / 1_000_000 : 0)) }
}
