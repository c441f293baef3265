package import RewindFormat
import RewindValue

extension History {
    /// Reads NDJSON or JSON that ``Export`` wrote.
    ///
    /// The steps keep their numbers, times and causes. If the export has no states, neither has the history: only actions and notes.
    ///
    /// - Throws: `RecordingError` that says which line is not part of an export.
    package init(exported bytes: [UInt8], path: String) throws(RecordingError) {
        let bytes = UserText.utf8(bytes)
        var source: JSONObject = [:]
        var reader: ExportedLines
        if let document = try? JSONValue(parsing: bytes, limits: FormatLimits.default.json), let items = document["items"]?.array {
            source = document["recording"]?.object ?? [:]
            reader = ExportedLines(path: path)
            for (index, item) in items.enumerated() { try reader.add(item, at: "item \(index + 1)") }
        } else {
            reader = ExportedLines(path: path)
            try JSONLines.forEach(in: bytes) { (number, line) throws(RecordingError) in
                try reader.add(try? JSONValue(parsing: line, limits: FormatLimits.default.json), at: "line \(number)")
            }
        }
        self = try reader.history(source)
        try checkNesting(path)
    }
}

/// Lines of JSON, as in logs and exports.
enum JSONLines {
    /// Calls `body` with each line that is not blank, and its number from 1.
    static func forEach(
        in bytes: [UInt8], _ body: (Int, ArraySlice<UInt8>) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
            try body(number, line)
        }
    }
}

/// Collects the lines that ``Export`` wrote.
private struct ExportedLines {
    private let path: String
    private var entries: [History.Entry] = []
    private var initials: [String: JSONValue] = [:]
    /// The known states after the last step; patches lead from one to the next.
    private var states: [String: JSONValue] = [:]
    private var notes: [(behind: Int, line: JSONObject)] = []
    private var gaps: [JSONValue] = []
    /// The wall clock time when the recording began, in nanoseconds since 1970.
    private var started: Int?
    private var firstStep: Int?
    private var withoutStates = 0

    init(path: String) { self.path = path }

    mutating func add(_ value: JSONValue?, at place: String) throws(RecordingError) {
        guard let object = value?.object, try add(object) else {
            throw RecordingError(
                .notARecording, "not an export of a recording: \(place) is not one of its objects", path: path,
                advice: "For a log of actions, name another format: --format actions")
        }
    }

    /// Handles a line; returns whether its kind is known.
    private mutating func add(_ line: JSONObject) throws(RecordingError) -> Bool {
        if line["mark"]?.object != nil || line["log"]?.object != nil {
            notes.append((entries.count, line))
        } else if let word = line["effect"]?.string {
            notes.append((entries.count, effect(line, word)))
        } else if let lost = line["lost"]?.array, lost.count == 2 {
            var gap: JSONObject = ["from": lost[0], "to": lost[1]]
            for key in ["kind", "part", "reason"] { gap[key] = line[key] }
            gaps.append(.object(gap))
        } else if let type = line["swallowed"]?.string {
            entries.append(entry(line, type: type, isSkipped: true))
        } else if let type = line["type"]?.string, let step = line["step"]?.int {
            let store = line["store"]?.string ?? ActionLine.mainStore
            // A step has an outcome, whatever its type.
            if type == ActionLine.initial, line["outcome"] == nil {
                (initials[store], states[store]) = (line["state"], line["state"])
                firstStep = firstStep ?? step
            } else {
                try add(line, type: type, store)
            }
        } else {
            return false
        }
        return true
    }

    private mutating func add(_ line: JSONObject, type: String, _ store: String) throws(RecordingError) {
        var entry = entry(line, type: type, isSkipped: false)
        if let time = line["time"]?.int, let wall = line["wall"]?.int { started = started ?? wall &- time }
        let outcome = line["outcome"]?.string
        if let state = line["state"] {
            entry.state = state
        } else if let known = states[store] {
            entry.state = try after(line, known, entry)
        }
        states[store] = entry.state
        switch outcome {
        case "failed": entry.error = line["reason"]?.string ?? "the reducer failed"
        case "changed", "unchanged", "keyframe":
            if entry.state == nil { withoutStates += 1 }
        case "unencodable": if entry.state == nil { entry.error = line["reason"]?.string ?? "the state could not be encoded" }
        default: break
        }
        entries.append(entry)
    }

    /// The state after a step, computed from its patch; `nil` if the patch does not determine it.
    private func after(_ line: JSONObject, _ state: JSONValue, _ entry: History.Entry) throws(RecordingError) -> JSONValue? {
        if line["outcome"] == "failed" { return state }
        guard let patch = line["patch"].flatMap({ try? JSONPatch(json: $0) }) else { return nil }
        var state = state
        do { try patch.apply(to: &state) } catch {
            throw RecordingError(
                .damaged, "the change of step \(entry.number ?? 0) does not fit the state before it: \(error)", path: path,
                advice: "Export the recording again")
        }
        return state
    }

    private func entry(_ line: JSONObject, type: String, isSkipped: Bool) -> History.Entry {
        var about: JSONObject = ["t": line["time"] ?? 0]
        for key in ["step", "took", "cause", "effect", "site", "thread", "dumped", "omitted", "outcome"] { about[key] = line[key] }
        if line["time"] == nil, !isSkipped { about["t"] = nil }
        return History.Entry(
            action: line["action"], type: type, store: line["store"]?.string, isSkipped: isSkipped, about: about)
    }

    /// The line of the beginning or the end of an effect.
    private func effect(_ row: JSONObject, _ word: String) -> JSONObject {
        var effect: JSONObject = ["t": row["time"] ?? 0, "step": row["after"] ?? 0]
        for key in ["id", "cause", "site", "store", "again", "reason"] { effect[key] = row[key] }
        if word == "begin" { effect["begin"] = row["name"] } else { effect["end"] = .string(word) }
        return ["effect": .object(effect)]
    }

    func history(_ manifest: JSONObject) throws(RecordingError) -> History {
        guard !entries.isEmpty || !initials.isEmpty else {
            throw RecordingError(.notARecording, "not an export of a recording: there are no steps", path: path)
        }
        var source = manifest
        for key in ["format", "stores", "segments", "entries", "counts", "shapes", "clocks"] { source[key] = nil }
        let first = manifest["stores"]?.array?.first
        let store = first?["name"]?.string ?? entries.lazy.compactMap(\.store).first ?? initials.keys.min() ?? ActionLine.mainStore
        source["store"] = .string(store)
        source["state"] = first?["state"]
        if !gaps.isEmpty { source["gaps"] = .array(gaps) }
        if source["started"] == nil, let started { source["started"] = .number(JSONNumber(started)) }
        var history = History(
            entries: entries, initial: initials[store], started: (source["started"]?.int ?? 0) / 1_000_000, source: source,
            firstStep: firstStep ?? 0)
        history.others = initials.filter { $0.key != store }
        history.notes = notes
        (history.origin, history.app) = ("an export of a recording", "Imported export")
        if withoutStates > 0 {
            history.remarks.append("the export has no states: with 'rewind export --states', the changes of its steps are kept, too")
        }
        return history
    }
}
