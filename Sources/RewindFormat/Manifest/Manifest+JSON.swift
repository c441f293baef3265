public import RewindValue

extension Manifest {
    /// Reads a manifest, and refuses one that a newer rewind wrote in a format this one can't read.
    public init(parsing bytes: [UInt8], limits: FormatLimits = .default, path: String) throws(RecordingError) {
        try limits.checkManifest(size: Int64(bytes.count), path: path)
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: limits.json)
        } catch {
            throw RecordingError(.damaged, "it is not JSON: \(error)", path: path, entry: Self.entryName)
        }
        try self.init(json: json, path: path)
    }

    /// The manifest of a JSON object; errors name `path`.
    public init(json: JSONValue, path: String) throws(RecordingError) {
        guard var rest = json.object, let format = rest.take("format"), let major = format["major"]?.int else {
            throw RecordingError(.notARecording, "its manifest names no format version", path: path, entry: Self.entryName)
        }
        let version = FormatVersion(
            major: major, minor: format["minor"]?.int ?? 0, required: (format["required"]?.array ?? []).compactMap(\.string))
        try version.checkReadable(path: path)
        self.init(recorder: rest.take("recorder")?.string ?? "", started: rest.take("started")?.int ?? 0)
        self.format = version
        title = rest.take("title")?.string
        note = rest.take("note")?.string
        app = rest.take("app")?.object ?? [:]
        device = rest.take("device")?.object ?? [:]
        stores = (rest.take("stores")?.array ?? []).compactMap { StoreInfo(json: $0) }
        ending = rest.take("ending").flatMap(Ending.init(json:)) ?? Ending(.recording)
        counts = Counts(json: rest.take("counts") ?? [:])
        redaction = (rest.take("redaction")?.object ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value.int }
        losses = (rest.take("losses")?.array ?? []).compactMap(\.string)
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

    /// The manifest as JSON, unknown members at the end.
    public var json: JSONValue {
        var object: JSONObject = [
            "format": [
                "major": .number(JSONNumber(format.major)), "minor": .number(JSONNumber(format.minor)),
                "required": .array(format.required.map(JSONValue.string)),
            ],
            "recorder": .string(recorder),
        ]
        object["title"] = title.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        object["app"] = .object(app)
        object["device"] = .object(device)
        object["started"] = .number(JSONNumber(started))
        object["stores"] = .array(stores.map(\.json))
        object["ending"] = ending.json
        object["counts"] = counts.json
        object["redaction"] = .object(
            JSONObject(redaction.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) }))
        if !losses.isEmpty { object["losses"] = .array(losses.map(JSONValue.string)) }
        if !segments.isEmpty { object["segments"] = .array(segments.map(\.json)) }
        if !entries.isEmpty { object["entries"] = .array(entries.map(\.json)) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.StoreInfo {
    init?(json: JSONValue) {
        guard let name = json["name"]?.string else { return nil }
        self.init(name: name, state: json["state"]?.string ?? "", action: json["action"]?.string)
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "state": .string(state)]
        object["action"] = action.map(JSONValue.string)
        return .object(object)
    }
}

extension Manifest.Counts {
    init(json: JSONValue) {
        steps = json["steps"]?.int ?? 0
        merged = json["merged"]?.int ?? 0
        dropped = json["dropped"]?.int ?? 0
        unencodable = json["unencodable"]?.int ?? 0
    }

    var json: JSONValue {
        [
            "steps": .number(JSONNumber(steps)), "merged": .number(JSONNumber(merged)), "dropped": .number(JSONNumber(dropped)),
            "unencodable": .number(JSONNumber(unencodable)),
        ]
    }
}

extension Manifest.SegmentInfo {
    init?(json: JSONValue) {
        guard let index = json["index"]?.int, index >= 0, let actions = json["actions"].flatMap(Manifest.EntryInfo.init(json:)),
            let states = json["states"].flatMap(Manifest.EntryInfo.init(json:))
        else { return nil }
        self.init(
            index: index, steps: ClosedRange(json: json["steps"]), times: ClosedRange(json: json["times"]), actions: actions, states: states
        )
    }

    var json: JSONValue {
        var object: JSONObject = ["index": .number(JSONNumber(index))]
        object["steps"] = steps?.json
        object["times"] = times?.json
        object["actions"] = actions.json
        object["states"] = states.json
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
