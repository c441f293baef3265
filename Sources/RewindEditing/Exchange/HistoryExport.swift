import RewindFormat
import RewindReplay
import RewindValue

/// The history of Redux DevTools: the "lifted state" that its Export button writes and its Import button takes
/// (`LiftedState` in packages/redux-devtools-instrument/src/instrument.ts of reduxjs/redux-devtools).
///
/// Redux actions are objects with a `type`; other actions become one with `type` and `payload`. Data that Redux DevTools has no place for
/// goes under `rewind`, which it ignores. Reads the recording twice: first the actions, then the states.
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
        var gaps: [JSONValue] = []
        output.write(#"{"monitorState":{},"actionsById":{"0":"#)
        output.write(initial)
        try forEachStep { step in
            ids.append(step.number)
            output.write(",\n\"\(step.number)\":")
            output.write(lifted(step))
            try output.proceed()
        } gap: { steps, reason in
            gaps.append(Self.gap(steps, reason))
            try timeline.add(steps, of: store, to: &lost)
        }
        output.write("},\n\"nextActionId\":\((ids.last ?? 0) + 1),\"stagedActionIds\":")
        output.write(.array(ids.map { .number(JSONNumber($0)) }))
        output.write(#","skippedActionIds":[],"currentStateIndex":"# + "\(ids.count - 1)" + #","committedState":"#)
        var base = try state(at: steps.lowerBound)
        // A store that began later has its first state just before its first step.
        if base.error != nil, ids.count > 1 { base = try state(at: ids[1] - 1) }
        var last = base.state
        output.write(last)
        output.write(",\n\"computedStates\":[")
        output.write(entry(base.state, error: base.error))
        try forEachStep { step in
            let (found, unknown) = try state(at: step.number)
            if unknown == nil { last = found }
            var error = unknown
            if case .failed(let reason) = step.outcome { error = reason }
            output.write(",\n")
            output.write(entry(last, error: error))
            try output.proceed()
        }
        output.write("],\n\"isLocked\":false,\"isPaused\":false,\"rewind\":")
        output.write(source(gaps))
        output.write("}\n")
    }

    private func forEachStep(
        _ body: (Step) throws -> Void, gap: (ClosedRange<Int>, GapLine.Reason?) throws -> Void = { _, _ in }
    ) throws {
        guard steps.lowerBound < steps.upperBound else { return }
        try timeline.forEach(in: (steps.lowerBound + 1)...steps.upperBound) { item in
            switch item {
            case .step(let step): if step.store == store { try body(step) }
            case .gap(let steps, let reason): try gap(steps, reason)
            case .swallowed, .mark, .log: break
            }
        }
    }

    /// A gap as a JSON object with the members of its line; the kind is left out if it is unknown.
    private static func gap(_ steps: ClosedRange<Int>, _ reason: GapLine.Reason?) -> JSONValue {
        let line = reason.flatMap { GapLine(steps: steps, reason: $0).json["gap"] }
        return line ?? ["from": .number(JSONNumber(steps.lowerBound)), "to": .number(JSONNumber(steps.upperBound))]
    }

    private func state(at step: Int) throws(RecordingError) -> (state: JSONValue, error: String?) {
        switch try timeline.state(at: step, store: store) {
        case .known(let state): (state, nil)
        case .unknown(let reason): (.null, "\(reason)")
        }
    }

    private func entry(_ state: JSONValue, error: String?) -> JSONObject {
        var entry: JSONObject = ["state": state]
        entry["error"] = error.map(JSONValue.string)
        return entry
    }

    private var initial: JSONObject {
        [
            "type": "PERFORM_ACTION", "action": ["type": .string(ActionLine.initial)], "timestamp": milliseconds(0),
            "rewind": ["step": .number(JSONNumber(steps.lowerBound))],
        ]
    }

    private func lifted(_ step: Step) -> JSONObject {
        var about: JSONObject = ["step": .number(JSONNumber(step.number)), "outcome": .string(step.outcome.name)]
        about["t"] = step.time.map { .number(JSONNumber($0)) }
        about["took"] = step.took.map { .number(JSONNumber($0)) }
        about["cause"] = step.action?.cause.map { .number(JSONNumber($0)) }
        about["site"] = step.action?.site.map(JSONValue.string)
        about["thread"] = step.action?.thread.map(JSONValue.string)
        if step.action?.isDumped == true { about["dumped"] = true }
        about["omitted"] = step.action?.omitted.map(JSONValue.object)
        var action: JSONObject = ["type": .string(step.type)]
        if let value = step.action?.action {
            if let object = value.object, object["type"]?.string == step.type {
                action = object
            } else {
                action["payload"] = value
                about["wrapped"] = true
            }
        } else {
            about["wrapped"] = true
        }
        var lifted: JSONObject = ["type": "PERFORM_ACTION", "action": .object(action), "timestamp": milliseconds(step.time ?? 0)]
        lifted["stack"] = step.action?.unknown["stack"]
        lifted["rewind"] = .object(about)
        return lifted
    }

    /// Milliseconds since 1970, as from `Date.now()`.
    private func milliseconds(_ time: Int) -> JSONValue { .number(JSONNumber(clock.isKnown ? clock.wall(at: time) / 1_000_000 : 0)) }

    private func source(_ gaps: [JSONValue]) -> JSONObject {
        let manifest = timeline.recording.manifest.json.object ?? [:]
        var source: JSONObject = ["store": .string(store)]
        if !gaps.isEmpty { source["gaps"] = .array(gaps) }
        for key in [
            "recorder", "title", "note", "app", "device", "started", "ending", "capture", "metadata", "losses", "edits", "level",
            "redaction",
        ] {
            source[key] = manifest[key]
        }
        // In a recording that was merged from several, the store's own app.
        if let part = timeline.recording.manifest.part(ofStore: store)?.json {
            for key in ["recorder", "title", "note", "app", "device", "ending"] { source[key] = part[key] }
        }
        // The ending of the process belongs to the last step.
        if steps.upperBound < timeline.steps.upperBound { source["ending"] = nil }
        source["state"] = timeline.recording.manifest.stores.first { $0.name == store }.map { .string($0.state) }
        return source
    }
}
