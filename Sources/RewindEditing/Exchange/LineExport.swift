import RewindFormat
import RewindReplay
import RewindValue

/// Exports steps, and the items between them, as JSON objects.
struct LineExport {
    private let export: Export
    private let clock: WallClock

    init(_ export: Export) throws(RecordingError) {
        self.export = export
        clock = try WallClock(of: export.timeline.recording)
    }

    /// Writes the objects, one a line, or as an array in one document.
    func write(to output: inout ByteOutput, asDocument: Bool) throws {
        if asDocument {
            var manifest = export.timeline.recording.manifest.json.object ?? [:]
            for key in ["segments", "entries"] { manifest[key] = nil }
            output.write(#"{"recording":"#)
            output.write(manifest)
            output.write(#","items":["#)
        }
        var isFirst = true
        func begin(_ output: inout ByteOutput) {
            if asDocument { output.write(isFirst ? "\n" : ",\n") }
            isFirst = false
        }
        func end(_ output: inout ByteOutput) throws {
            if !asDocument { output.write("\n") }
            try output.proceed()
        }
        if export.steps.lowerBound == export.timeline.steps.lowerBound, export.withStates {
            for store in stores {
                guard let state = try state(at: export.steps.lowerBound, store) else { continue }
                begin(&output)
                output.write(initial(export.steps.lowerBound, store, state))
                try end(&output)
            }
        }
        try export.forEach { item in
            begin(&output)
            if case .step(let step) = item { try write(step, to: &output) } else { output.write(object(item)) }
            try end(&output)
        }
        if asDocument { output.write("\n]}\n") }
    }

    private var stores: [String] {
        if let store = export.store { return [store] }
        let names = export.timeline.recording.manifest.stores.map(\.name)
        return names.isEmpty ? [export.timeline.mainStore] : names
    }

    private func initial(_ step: Int, _ store: String, _ state: JSONValue) -> JSONObject {
        ["step": .number(JSONNumber(step)), "store": .string(store), "type": .string(ActionLine.initial), "state": state]
    }

    /// The state, if it is wanted and known.
    private func state(at step: Int, _ store: String) throws(RecordingError) -> JSONValue? {
        if case .known(let state) = try export.timeline.state(at: step, store: store) { state } else { nil }
    }

    private func object(_ item: Timeline.Item) -> JSONObject {
        guard case .swallowed(let action) = item else { return item.json(ending: export.timeline.recording.manifest.ending).object ?? [:] }
        var object: JSONObject = ["swallowed": .string(action.type), "after": .number(JSONNumber(action.step))]
        object["time"] = .number(JSONNumber(action.time))
        object["store"] = .string(action.store)
        object["action"] = action.action
        addRest(action, to: &object)
        return object
    }

    /// Writes a step member by member: there may be a million steps, while other items are rare.
    private func write(_ step: Step, to output: inout ByteOutput) throws {
        output.write(#"{"step":"#)
        output.write(step.number)
        if let time = step.time {
            output.write(#","time":"#)
            output.write(time)
            if clock.isKnown {
                output.write(#","wall":"#)
                output.write(clock.wall(at: time))
            }
        }
        output.write(#","store":"#)
        output.write(quoted: step.store)
        output.write(#","type":"#)
        output.write(quoted: step.type)
        if let line = step.line {
            if let action = line.action {
                output.write(#","action":"#)
                output.write(action)
            }
            var rest: JSONObject = [:]
            addRest(line, to: &rest)
            for (key, value) in rest { member(key, value, &output) }
        }
        output.write(#","outcome":"#)
        output.write(quoted: step.outcome.name)
        switch step.outcome {
        case .merged(let steps, _): member("merged", steps.json, &output)
        case .failed(let reason), .unencodable(let reason): member("reason", .string(reason), &output)
        case .changed, .keyframe, .underWay, .lost, .notCaptured, .pending: break
        }
        if let took = step.took {
            output.write(#","took":"#)
            output.write(took)
        }
        if let patch = step.patch {
            output.write(#","patch":"#)
            output.write(patch)
        }
        if export.withStates, let state = try state(at: step.number, step.store) { member("state", state, &output) }
        output.write(UInt8(ascii: "}"))
    }

    private func member(_ key: String, _ value: JSONValue, _ output: inout ByteOutput) {
        output.write(UInt8(ascii: ","))
        output.write(quoted: key)
        output.write(UInt8(ascii: ":"))
        output.write(value)
    }

    private func addRest(_ action: ActionLine, to object: inout JSONObject) {
        object["cause"] = action.cause.map { .number(JSONNumber($0)) }
        object["effect"] = action.effect.map { .number(JSONNumber($0)) }
        object["site"] = action.site.map(JSONValue.string)
        object["thread"] = action.thread.map(JSONValue.string)
        if action.isDumped { object["dumped"] = true }
        object["omitted"] = action.omitted.map(JSONValue.object)
        object["error"] = action.error.map(JSONValue.string)
    }
}
