import RewindFormat
import RewindReplay
import RewindValue

/// A trace in Chrome's format, which ui.perfetto.dev and chrome://tracing show.
///
/// (Google, "Trace Event Format".) Each store is a track: a step is a slice as long as its reducer took, or an instant if that was not
/// recorded. An effect is a span from its beginning to its end, on the track of its store; where the recording has no effects recorded, it
/// is one from the step that started it to the step that it sent. An arrow leads from that step's slice to this one's. Counters show the
/// bytes of each change and of the state.
struct TraceExport {
    private let export: Export
    private let timeline: Timeline
    private let stores: [String]

    init(_ export: Export) {
        self.export = export
        timeline = export.timeline
        stores = export.store.map { [$0] } ?? timeline.storeNames
    }

    func write(to output: inout ByteOutput, lost: inout UnknownSteps) throws {
        var trace = TraceEvents(output)
        name(&trace)
        var sizes = Dictionary(uniqueKeysWithValues: stores.map { ($0, StateSize(store: $0)) })
        var starts: [Int: (time: Int, track: Int, isSlice: Bool)] = [:]
        try export.forEach { item in
            switch item {
            case .step(let step):
                let track = (stores.firstIndex(of: step.store) ?? 0) + 1
                guard let time = step.time else { break }
                add(step, at: time, on: track, to: &trace)
                if let cause = step.cause, let start = starts[cause] {
                    if !timeline.recordsEffects { add(effect: step, from: start.time, at: time, on: track, to: &trace) }
                    if start.isSlice, step.took != nil { arrow(step, from: start, at: time, on: track, to: &trace) }
                }
                starts[step.number] = (time, track, step.took != nil)
                try sizes[step.store]?.note(step, at: time, in: timeline, to: &trace)
            case .mark(let mark):
                trace.add("i", "mark", mark.time, 0, name: ":" + mark.name) { output in
                    output.write(#","s":"p","args":"#)
                    output.write(["step": .number(JSONNumber(mark.step)), "note": .string(mark.note ?? "")] as JSONObject)
                }
            case .log(let log):
                trace.add("i", "log", log.time, stores.count + 1, name: log.message) { output in
                    output.write(#","s":"t","args":"#)
                    output.write(
                        ["level": .string(log.level), "label": .string(log.label), "metadata": .object(log.metadata)] as JSONObject)
                }
            case .swallowed(let action):
                let track = (stores.firstIndex(of: action.store) ?? 0) + 1
                trace.add("i", "swallowed", action.time, track, name: action.type) { $0.write(#","s":"t""#) }
            case .effect(let effect): add(effect, to: &trace)
            case .gap(let gap, _): try timeline.add(gap, of: export.store, to: &lost)
            }
            try trace.proceed()
        }
        let ending = timeline.recording.manifest.ending
        if ending.how != .finished, let last = timeline.times?.upperBound {
            let end = max(last, ending.at ?? last)
            trace.add("i", "ending", end, 0, name: "the process ended: \(ending.how.rawValue)") { $0.write(#","s":"g""#) }
        }
        output = trace.finished()
    }

    /// Names the process and its tracks.
    private func name(_ trace: inout TraceEvents) {
        let manifest = timeline.recording.manifest
        let process = manifest.title ?? manifest.app["name"]?.string ?? "recording"
        trace.add(["ph": "M", "pid": 1, "tid": 0, "name": "process_name", "args": ["name": .string(process)]])
        for (index, name) in (stores.map { "store \($0)" } + ["log"]).enumerated() {
            let track = JSONValue.number(JSONNumber(index + 1))
            trace.add(["ph": "M", "pid": 1, "tid": track, "name": "thread_name", "args": ["name": .string(name)]])
            trace.add(["ph": "M", "pid": 1, "tid": track, "name": "thread_sort_index", "args": ["sort_index": track]])
        }
    }

    private func add(_ step: Step, at time: Int, on track: Int, to trace: inout TraceEvents) {
        trace.add(step.took == nil ? "i" : "X", "action", time, track, name: step.type) { output in
            if let took = step.took {
                output.write(#","dur":"#)
                output.write(microseconds: max(0, took))
            } else {
                output.write(#","s":"t""#)
            }
            output.write(#","args":{"step":"#)
            output.write(step.number)
            output.write(#","outcome":""#)
            output.write(step.outcome.name)
            output.write(UInt8(ascii: "\""))
            if let count = step.patch?.operations.count {
                output.write(#","changes":"#)
                output.write(count)
            }
            guard let line = step.line else { return output.write(UInt8(ascii: "}")) }
            if let site = line.site {
                output.write(#","site":"#)
                output.write(quoted: site)
            }
            if let thread = line.thread {
                output.write(#","thread":"#)
                output.write(quoted: thread)
            }
            if let cause = line.cause {
                output.write(#","cause":"#)
                output.write(cause)
            }
            if let action = line.action {
                let text = action.jsonText
                output.write(#","action":"#)
                output.write(quoted: text.utf8.count > Self.textLimit ? String(text.prefix(Self.textLimit)) + "…" : text)
            }
            output.write(UInt8(ascii: "}"))
        }
    }

    /// The number of characters of an action that are shown with its slice.
    private static let textLimit = 1_000

    /// Adds the span of an effect, which ends with the action that it sent.
    private func add(effect step: Step, from start: Int, at time: Int, on track: Int, to trace: inout TraceEvents) {
        let (number, cause) = (step.number, step.cause ?? 0)
        trace.add("b", "effect", start, track, name: "effect: \(step.type)") {
            $0.write(#","id":"effect-\#(number)","args":{"from":\#(cause),"to":\#(number)}"#)
        }
        trace.add("e", "effect", time, track, name: "effect: \(step.type)") { $0.write(#","id":"effect-\#(number)""#) }
    }

    /// Adds the beginning or the end of an effect.
    ///
    /// A span without an end reaches to the end of the trace; an end without a beginning is left out.
    private func add(_ effect: EffectItem, to trace: inout TraceEvents) {
        guard let begin = effect.begin else { return }
        let track = (stores.firstIndex(of: begin.store) ?? 0) + 1
        let id = effect.line.id
        guard let end = effect.end else {
            return trace.add("b", "effect", effect.line.time, track, name: "effect: \(begin.name)") { output in
                output.write(#","id":"effect-\#(id)","args":"#)
                var facts: JSONObject = ["id": .number(JSONNumber(id))]
                facts["from"] = begin.cause.map { .number(JSONNumber($0)) }
                facts["site"] = begin.site.map(JSONValue.string)
                output.write(facts)
            }
        }
        trace.add("e", "effect", effect.line.time, track, name: "effect: \(begin.name)") { output in
            output.write(#","id":"effect-\#(id)","args":"#)
            var facts: JSONObject = ["end": .string(end.word)]
            if case .failed(let reason) = end { facts["reason"] = .string(reason) }
            output.write(facts)
        }
    }

    private func arrow(
        _ step: Step, from start: (time: Int, track: Int, isSlice: Bool), at time: Int, on track: Int, to trace: inout TraceEvents
    ) {
        trace.add("s", "cause", start.time, start.track, name: "cause") { $0.write(#","id":\#(step.number)"#) }
        trace.add("f", "cause", time, track, name: "cause") { $0.write(#","id":\#(step.number),"bp":"e""#) }
    }
}

/// The size counters of a store's state.
///
/// Measuring the state takes time proportional to its size, so it is done only when the changes since add up to a fraction of that size.
private struct StateSize {
    let store: String
    private var size = 0
    private var changed = Int.max / 2
    private var steps = 0
    private var scratch: [UInt8] = []

    /// Changes below this number of bytes are not worth measuring any state for.
    private static let smallChange = 1_024

    init(store: String) { self.store = store }

    private mutating func size(_ write: (inout [UInt8]) -> Void) -> Int {
        scratch.removeAll(keepingCapacity: true)
        write(&scratch)
        return scratch.count
    }

    mutating func note(_ step: Step, at time: Int, in timeline: Timeline, to trace: inout TraceEvents) throws {
        guard let patch = step.patch else { return }
        let bytes = patch.isEmpty ? 0 : size { patch.write(into: &$0) }
        trace.count("change bytes of \(store)", bytes, time)
        changed = min(changed + bytes, Int.max / 2)
        steps += 1
        guard changed > 0, changed > max(size / 16, Self.smallChange) || steps >= 1_000 else { return }
        guard case .known(let state) = try timeline.state(at: step.number, store: store) else { return }
        size = size { state.write(into: &$0) }
        (changed, steps) = (0, 0)
        trace.count("state bytes of \(store)", size, time)
    }
}

private struct TraceEvents {
    private var output: ByteOutput
    private var isFirst = true

    init(_ output: ByteOutput) {
        self.output = output
        self.output.write(#"{"displayTimeUnit":"ms","traceEvents":["#)
    }

    mutating func add(_ event: JSONObject) {
        output.write(isFirst ? "\n" : ",\n")
        isFirst = false
        output.write(event)
    }

    /// Adds an event, whose other members a closure writes.
    mutating func add(
        _ phase: StaticString, _ category: StaticString, _ time: Int, _ track: Int, name: String, _ more: (inout ByteOutput) -> Void
    ) {
        output.write(isFirst ? "\n" : ",\n")
        isFirst = false
        output.write(#"{"ph":""#)
        output.write(phase)
        output.write(#"","name":"#)
        output.write(quoted: name)
        output.write(#","cat":""#)
        output.write(category)
        output.write(#"","ts":"#)
        output.write(microseconds: time)
        output.write(#","pid":1,"tid":"#)
        output.write(track)
        more(&output)
        output.write(UInt8(ascii: "}"))
    }

    mutating func count(_ name: String, _ value: Int, _ time: Int) {
        output.write(isFirst ? "\n" : ",\n")
        isFirst = false
        output.write(#"{"ph":"C","pid":1,"name":"#)
        output.write(quoted: name)
        output.write(#","ts":"#)
        output.write(microseconds: time)
        output.write(#","args":{"bytes":"#)
        output.write(value)
        output.write("}}")
    }

    mutating func proceed() throws { try output.proceed() }

    func finished() -> ByteOutput {
        var output = output
        output.write("\n]}\n")
        return output
    }
}
