package import RewindValue

/// A named moment: `{"mark":{"t":…,"step":…,"name":…,"note":…,"byHand":…}}`.
package struct MarkLine: Sendable, Equatable {
    /// Monotonic nanoseconds since the recording began.
    package var time: Int
    /// The last step numbered by then; 0 before the first.
    package var step: Int
    /// The name by which tools find the step.
    package var name: String
    /// A remark about the moment.
    package var note: String?
    /// Whether a person typed name and note, to be read.
    package var byHand: Bool

    package init(time: Int, step: Int, name: String, note: String? = nil, byHand: Bool = false) {
        self.time = time
        self.step = step
        self.name = name
        self.note = note
        self.byHand = byHand
    }

    init?(_ mark: JSONValue) {
        guard let time = mark["t"]?.int(clampedTo: FormatLimits.times), let step = mark["step"]?.int(in: FormatLimits.stepNumbers),
            let name = mark["name"]?.string
        else { return nil }
        self.init(time: time, step: step, name: name, note: mark["note"]?.string, byHand: mark["byHand"] == true)
    }

    /// The line as JSON.
    package var json: JSONValue {
        var object: JSONObject = ["t": .number(JSONNumber(time)), "step": .number(JSONNumber(step)), "name": .string(name)]
        object["note"] = note.map(JSONValue.string)
        if byHand { object["byHand"] = true }
        return ["mark": .object(object)]
    }
}

/// A line that the app logged, placed among its steps: `{"log":{"t":…,"step":…,"level":…,"label":…,"message":…,"metadata":…}}`.
package struct LogLine: Sendable, Equatable {
    /// Monotonic nanoseconds since the recording began.
    package var time: Int
    /// The last step numbered by then; 0 before the first.
    package var step: Int
    /// The severity: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    package var level: String
    /// The logger's name.
    package var label: String
    package var message: String
    package var metadata: JSONObject

    package init(time: Int, step: Int, level: String, label: String, message: String, metadata: JSONObject = [:]) {
        self.time = time
        self.step = step
        self.level = level
        self.label = label
        self.message = message
        self.metadata = metadata
    }

    init?(_ log: JSONValue) {
        guard let time = log["t"]?.int(clampedTo: FormatLimits.times), let step = log["step"]?.int(in: FormatLimits.stepNumbers),
            let message = log["message"]?.string
        else { return nil }
        self.init(
            time: time, step: step, level: log["level"]?.string ?? "info", label: log["label"]?.string ?? "", message: message,
            metadata: log["metadata"]?.object ?? [:])
    }

    /// The line as JSON.
    package var json: JSONValue {
        var object: JSONObject = [
            "t": .number(JSONNumber(time)), "step": .number(JSONNumber(step)), "level": .string(level), "label": .string(label),
            "message": .string(message),
        ]
        if !metadata.isEmpty { object["metadata"] = .object(metadata) }
        return ["log": .object(object)]
    }
}
