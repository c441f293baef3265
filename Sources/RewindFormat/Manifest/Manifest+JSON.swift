public import RewindValue

extension Manifest {
    /// Reads a manifest, and refuses one that a newer rewind wrote in a format this one can't read.
    public init(parsing bytes: [UInt8], limits: FormatLimits = .default, path: String) throws(RecordingError) {
        try limits.checkManifest(size: Int64(bytes.count), path: path)
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: limits.json)
        } catch {
            throw RecordingError(.damaged, "the manifest is not JSON: \(error)", path: path, entry: Self.entryName)
        }
        try self.init(json: json, path: path)
    }

    /// The manifest of a JSON object; errors name `path`.
    public init(json: JSONValue, path: String) throws(RecordingError) {
        guard var rest = json.object, let format = rest.take("format"), let major = format["major"]?.int else {
            throw RecordingError(.notARecording, "the manifest names no format version", path: path, entry: Self.entryName)
        }
        var version = FormatVersion(
            major: major, minor: format["minor"]?.int ?? 0, required: (format["required"]?.array ?? []).compactMap(\.string))
        version.unknown = format.object ?? [:]
        for known in ["major", "minor", "required"] { version.unknown[known] = nil }
        try version.checkReadable(path: path)
        self.init(recorder: rest.take("recorder")?.string ?? "", started: rest.take("started")?.int ?? 0)
        self.format = version
        title = rest.take("title")?.string
        note = rest.take("note")?.string
        app = rest.take("app")?.object ?? [:]
        device = rest.take("device")?.object ?? [:]
        stores = (rest.take("stores")?.array ?? []).compactMap { StoreInfo(json: $0) }
        types = rest.take("types")?.object ?? [:]
        ending = rest.take("ending").flatMap(Ending.init(json:)) ?? Ending(.recording)
        metadata = rest.take("metadata")?.object ?? [:]
        attachments = (rest.take("attachments")?.array ?? []).compactMap { AttachmentInfo(json: $0) }
        limits = rest.take("limits")?.object
        capture = rest.take("capture")?.string
        level = rest.take("level")?.string
        counts = Counts(json: rest.take("counts") ?? [:])
        redaction = (rest.take("redaction")?.object ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.int }
        losses = (rest.take("losses")?.array ?? []).compactMap(\.string)
        edits = (rest.take("edits")?.array ?? []).compactMap(\.string)
        segments = try (rest.take("segments")?.array ?? []).map { json throws(RecordingError) in
            guard let segment = SegmentInfo(json: json) else {
                throw RecordingError(.damaged, "a segment is not described as the format says", path: path, entry: Self.entryName)
            }
            return segment
        }
        entries = try (rest.take("entries")?.array ?? []).map { json throws(RecordingError) in
            guard let entry = EntryInfo(json: json) else {
                throw RecordingError(.damaged, "an entry is not described as the format says", path: path, entry: Self.entryName)
            }
            return entry
        }
        unknown = rest
    }

    /// The manifest as it stands in its file.
    package var fileBytes: [UInt8] { Array((json.prettyText + "\n").utf8) }

    /// The manifest as JSON, unknown members at the end.
    public var json: JSONValue {
        var version: JSONObject = [
            "major": .number(JSONNumber(format.major)), "minor": .number(JSONNumber(format.minor)),
            "required": .array(format.required.map(JSONValue.string)),
        ]
        for (key, value) in format.unknown { version[key] = value }
        var object: JSONObject = ["format": .object(version), "recorder": .string(recorder)]
        object["title"] = title.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["app"] = .object(app)
        object["device"] = .object(device)
        object["started"] = .number(JSONNumber(started))
        object["stores"] = .array(stores.map(\.json))
        if !types.isEmpty { object["types"] = .object(types) }
        if !metadata.isEmpty { object["metadata"] = .object(metadata) }
        if !attachments.isEmpty { object["attachments"] = .array(attachments.map(\.json)) }
        object["limits"] = limits.map(JSONValue.object)
        object["capture"] = capture.map(JSONValue.string)
        object["level"] = level.map(JSONValue.string)
        object["ending"] = ending.json
        object["counts"] = counts.json
        object["redaction"] = .object(
            JSONObject(redaction.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) }))
        if !losses.isEmpty { object["losses"] = .array(losses.map(JSONValue.string)) }
        if !edits.isEmpty { object["edits"] = .array(edits.map(JSONValue.string)) }
        if !segments.isEmpty { object["segments"] = .array(segments.map(\.json)) }
        if !entries.isEmpty { object["entries"] = .array(entries.map(\.json)) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.StoreInfo {
    init?(json: JSONValue) {
        guard var rest = json.object, let name = rest.take("name")?.string else { return nil }
        self.init(name: name, state: rest.take("state")?.string ?? "", action: rest.take("action")?.string)
        slow = (rest.take("slow")?.array ?? []).compactMap(\.string)
        unknown = rest
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "state": .string(state)]
        object["action"] = action.map(JSONValue.string)
        if !slow.isEmpty { object["slow"] = .array(slow.map(JSONValue.string)) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.Counts {
    /// Each counter's name in the manifest, in the order in which it is written.
    private static var counters: [(String, WritableKeyPath<Self, Int>)] {
        [
            ("steps", \.steps), ("external", \.external), ("swallowed", \.swallowed), ("failed", \.failed), ("merged", \.merged),
            ("sparse", \.sparse), ("omitted", \.omitted), ("paused", \.paused), ("dropped", \.dropped), ("unencodable", \.unencodable),
        ]
    }

    init(json: JSONValue) {
        unknown = json.object ?? [:]
        for (name, counter) in Self.counters { self[keyPath: counter] = unknown.take(name)?.int ?? 0 }
    }

    var json: JSONValue {
        var object: JSONObject = [:]
        for (name, counter) in Self.counters where (counter != \.sparse || sparse > 0) && (counter != \.paused || paused > 0) {
            object[name] = .number(JSONNumber(self[keyPath: counter]))
        }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.SegmentInfo {
    init?(json: JSONValue) {
        guard var rest = json.object, let index = rest.take("index")?.int, index >= 0,
            let actions = rest.take("actions").flatMap(Manifest.EntryInfo.init(json:)),
            let states = rest.take("states").flatMap(Manifest.EntryInfo.init(json:))
        else { return nil }
        let (steps, times) = (ClosedRange(json: rest.take("steps")), ClosedRange(json: rest.take("times")))
        self.init(index: index, steps: steps, times: times, actions: actions, states: states)
        unknown = rest
    }

    var json: JSONValue {
        var object: JSONObject = ["index": .number(JSONNumber(index))]
        object["steps"] = steps?.json
        object["times"] = times?.json
        object["actions"] = actions.json
        object["states"] = states.json
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.AttachmentInfo {
    /// What an object says of a file; `nil` if it names none.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.string else { return nil }
        self.init(
            name: name, title: json["title"]?.string, type: json["type"]?.string, step: json["step"]?.int, time: json["t"]?.int,
            bytes: json["bytes"]?.int)
    }

    /// What the manifest says besides name and size.
    package var details: JSONObject {
        var object: JSONObject = [:]
        object["title"] = title.map(JSONValue.string)
        object["type"] = type.map(JSONValue.string)
        object["step"] = step.map { .number(JSONNumber($0)) }
        object["t"] = time.map { .number(JSONNumber($0)) }
        return object
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        object["bytes"] = bytes.map { .number(JSONNumber($0)) }
        for (key, value) in details { object[key] = value }
        return .object(object)
    }
}

extension Manifest.EntryInfo {
    init?(json: JSONValue) {
        guard var rest = json.object, let name = rest.take("name")?.string, let bytes = rest.take("bytes")?.int, bytes >= 0,
            let sha256 = rest.take("sha256")?.string
        else { return nil }
        self.init(name: name, bytes: bytes, sha256: sha256, unknown: rest)
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "bytes": .number(JSONNumber(bytes)), "sha256": .string(sha256)]
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension ClosedRange<Int> {
    init?(json: JSONValue?) {
        guard let pair = json?.array, pair.count == 2, let first = pair[0].int, let last = pair[1].int, first <= last else { return nil }
        self = first...last
    }

    var json: JSONValue { [.number(JSONNumber(lowerBound)), .number(JSONNumber(upperBound))] }
}
