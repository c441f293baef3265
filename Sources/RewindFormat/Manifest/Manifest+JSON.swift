package import RewindValue

extension Manifest {
    /// Reads a manifest; refuses one that a newer rewind wrote in a format this version can't read.
    package init(parsing bytes: [UInt8], limits: FormatLimits = .default, path: String) throws(RecordingError) {
        try limits.checkManifest(size: Int64(bytes.count), path: path)
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes, limits: limits.json)
        } catch {
            throw RecordingError(.damaged, "the manifest is not JSON: \(error)", path: path, entry: Self.entryName)
        }
        try self.init(json: json, path: path)
    }

    /// The manifest that a JSON object describes; errors name `path`.
    package init(json: JSONValue, path: String) throws(RecordingError) {
        guard var rest = json.object, let format = rest.removeValue(forKey: "format"), let major = format["major"]?.int else {
            throw RecordingError(.notARecording, "the manifest names no format version", path: path, entry: Self.entryName)
        }
        var version = FormatVersion(
            major: major, minor: format["minor"]?.int ?? 0, required: (format["required"]?.array ?? []).compactMap { $0.string })
        version.unknown = format.object ?? [:]
        for known in ["major", "minor", "required"] { version.unknown[known] = nil }
        try version.checkReadable(path: path)
        self.init(
            recorder: rest.removeValue(forKey: "recorder")?.string ?? "",
            started: rest.removeValue(forKey: "started")?.int(clampedTo: FormatLimits.wallTimes) ?? 0)
        self.format = version
        title = rest.removeValue(forKey: "title")?.string
        note = rest.removeValue(forKey: "note")?.string
        byHand = (rest.removeValue(forKey: "byHand")?.array ?? []).compactMap { $0.string }.filter(["title", "note"].contains)
        wrong = rest.removeValue(forKey: "wrong").flatMap { WrongValue(json: $0) }
        app = rest.removeValue(forKey: "app")?.object ?? [:]
        device = rest.removeValue(forKey: "device")?.object ?? [:]
        stores = (rest.removeValue(forKey: "stores")?.array ?? []).compactMap { StoreInfo(json: $0) }
        types = rest.removeValue(forKey: "types")?.object ?? [:]
        ending = rest.removeValue(forKey: "ending").flatMap(Ending.init(json:)) ?? Ending(.recording)
        metadata = rest.removeValue(forKey: "metadata")?.object ?? [:]
        attachments = (rest.removeValue(forKey: "attachments")?.array ?? []).compactMap { AttachmentInfo(json: $0) }
        limits = rest.removeValue(forKey: "limits")?.object
        capture = rest.removeValue(forKey: "capture")?.string
        level = rest.removeValue(forKey: "level")?.string
        counts = RecordingCounts(json: rest.removeValue(forKey: "counts") ?? [:])
        removals = (rest.removeValue(forKey: "redaction")?.object ?? [:]).reduce(into: [:]) {
            $0[$1.key] = $1.value.int(in: FormatLimits.counts)
        }
        losses = (rest.removeValue(forKey: "losses")?.array ?? []).map { Loss(json: $0) }
        edits = (rest.removeValue(forKey: "edits")?.array ?? []).compactMap { RecordingEdit(json: $0) }
        derived = rest.removeValue(forKey: "derived")?.bool
        parts = (rest.removeValue(forKey: "parts")?.array ?? []).compactMap { PartInfo(json: $0) }
        segments = try (rest.removeValue(forKey: "segments")?.array ?? []).map { json throws(RecordingError) in
            guard let segment = SegmentInfo(json: json) else {
                let words =
                    "the manifest describes a segment incorrectly, or a number in it is beyond its limit (stepNumbers, segmentNumbers)"
                throw RecordingError(.damaged, words, path: path, entry: Self.entryName)
            }
            return segment
        }
        entries = try (rest.removeValue(forKey: "entries")?.array ?? []).map { json throws(RecordingError) in
            guard let entry = EntryInfo(json: json) else {
                throw RecordingError(.damaged, "the manifest describes an entry incorrectly", path: path, entry: Self.entryName)
            }
            return entry
        }
        unknown = rest
    }

    /// The manifest as its file has it.
    package var fileBytes: [UInt8] { Array((json.prettyText + "\n").utf8) }

    /// The manifest as JSON, unknown members at the end.
    package var json: JSONValue {
        var version: JSONObject = [
            "major": .number(JSONNumber(format.major)), "minor": .number(JSONNumber(format.minor)),
            "required": .array(format.required.map(JSONValue.string)),
        ]
        for (key, value) in format.unknown { version[key] = value }
        var object: JSONObject = ["format": .object(version), "recorder": .string(recorder)]
        object["title"] = title.map(JSONValue.string)
        object["note"] = note.map(JSONValue.string)
        if !byHand.isEmpty { object["byHand"] = .array(byHand.map(JSONValue.string)) }
        object["wrong"] = wrong?.json
        object["app"] = .object(app)
        object["device"] = .object(device)
        object["started"] = .number(JSONNumber(started))
        object["stores"] = .array(stores.map { $0.json })
        if !types.isEmpty { object["types"] = .object(types) }
        if !metadata.isEmpty { object["metadata"] = .object(metadata) }
        if !attachments.isEmpty { object["attachments"] = .array(attachments.map { $0.json }) }
        object["limits"] = limits.map(JSONValue.object)
        object["capture"] = capture.map(JSONValue.string)
        object["level"] = level.map(JSONValue.string)
        object["ending"] = ending.json
        object["counts"] = counts.json
        object["redaction"] = .object(
            JSONObject(removals.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) }))
        if !losses.isEmpty { object["losses"] = .array(losses.map { $0.json }) }
        if !edits.isEmpty { object["edits"] = .array(edits.map { .object($0.members) }) }
        object["derived"] = derived.map(JSONValue.bool)
        if !parts.isEmpty { object["parts"] = .array(parts.map { $0.json }) }
        if !segments.isEmpty { object["segments"] = .array(segments.map { $0.json }) }
        if !entries.isEmpty { object["entries"] = .array(entries.map { $0.json }) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.StoreInfo {
    init?(json: JSONValue) {
        guard var rest = json.object, let name = rest.removeValue(forKey: "name")?.string else { return nil }
        self.init(name: name, state: rest.removeValue(forKey: "state")?.string ?? "", action: rest.removeValue(forKey: "action")?.string)
        version = rest.removeValue(forKey: "version")?.int(in: FormatLimits.counts) ?? 1
        slow = (rest.removeValue(forKey: "slow")?.array ?? []).compactMap { $0.string }
        unrecorded = (rest.removeValue(forKey: "unrecorded")?.array ?? []).compactMap { $0.string }
        unknown = rest
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "state": .string(state)]
        object["action"] = action.map(JSONValue.string)
        if version != 1 { object["version"] = .number(JSONNumber(version)) }
        if !slow.isEmpty { object["slow"] = .array(slow.map(JSONValue.string)) }
        if !unrecorded.isEmpty { object["unrecorded"] = .array(unrecorded.map(JSONValue.string)) }
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension RecordingCounts {
    init(json: JSONValue) {
        var rest = json.object ?? [:]
        func count(_ name: String) -> Int { rest.removeValue(forKey: name)?.int(in: FormatLimits.counts) ?? 0 }
        steps = count("steps")
        external = count("external")
        swallowed = count("swallowed")
        effects = count("effects")
        failed = count("failed")
        merged = count("merged")
        sparse = count("sparse")
        omitted = count("omitted")
        paused = count("paused")
        dropped = count("dropped")
        unencodable = count("unencodable")
        unknown = rest
    }

    var json: JSONValue {
        var object: JSONObject = [:]
        func add(_ name: String, _ count: Int) { object[name] = .number(JSONNumber(count)) }
        add("steps", steps)
        add("external", external)
        add("swallowed", swallowed)
        if effects > 0 { add("effects", effects) }
        add("failed", failed)
        add("merged", merged)
        if sparse > 0 { add("sparse", sparse) }
        add("omitted", omitted)
        if paused > 0 { add("paused", paused) }
        add("dropped", dropped)
        add("unencodable", unencodable)
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Manifest.SegmentInfo {
    init?(json: JSONValue) {
        guard var rest = json.object, let index = rest.removeValue(forKey: "index")?.int(in: FormatLimits.segmentNumbers),
            let actions = rest.removeValue(forKey: "actions").flatMap(Manifest.EntryInfo.init(json:)),
            let states = rest.removeValue(forKey: "states").flatMap(Manifest.EntryInfo.init(json:))
        else { return nil }
        let listed = (steps: rest.removeValue(forKey: "steps"), times: rest.removeValue(forKey: "times"))
        let steps = ClosedRange(json: listed.steps, in: FormatLimits.stepNumbers)
        let times = listed.times.flatMap { times -> ClosedRange<Int>? in
            guard let pair = times.array, pair.count == 2, let first = pair[0].int(clampedTo: FormatLimits.times),
                let last = pair[1].int(clampedTo: FormatLimits.times), first <= last
            else { return nil }
            return first...last
        }
        guard (steps == nil) == (listed.steps == nil), (times == nil) == (listed.times == nil) else { return nil }
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
    /// Parses a file's entry; `nil` if the entry has no name.
    package init?(json: JSONValue) {
        guard let name = json["name"]?.string else { return nil }
        self.init(
            name: name, title: json["title"]?.string, type: json["type"]?.string, step: json["step"]?.int(in: FormatLimits.stepNumbers),
            time: json["t"]?.int(clampedTo: FormatLimits.times), bytes: json["bytes"]?.int(in: FormatLimits.counts))
    }

    /// The members besides name and size.
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
        guard var rest = json.object, let name = rest.removeValue(forKey: "name")?.string,
            let bytes = rest.removeValue(forKey: "bytes")?.int(in: FormatLimits.counts),
            let sha256 = rest.removeValue(forKey: "sha256")?.string
        else { return nil }
        self.init(name: name, bytes: bytes, sha256: sha256, unknown: rest)
    }

    var json: JSONValue {
        var object: JSONObject = ["name": .string(name), "bytes": .number(JSONNumber(bytes)), "sha256": .string(sha256)]
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}
