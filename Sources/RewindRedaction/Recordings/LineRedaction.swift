import RewindFormat
import RewindValue

/// Removes secrets from the lines of a sealed stream, member by member: members that this version does not know are kept, and searched too.
package struct LineRedaction {
    private let redactor: Redactor
    /// What was removed.
    package private(set) var report = RedactionReport()
    /// The state of each store after the lines read so far, as it was recorded.
    private var states: [String: JSONValue] = [:]
    /// What the patches since each store's last keyframe may still cost.
    private var budgets: [String: PatchBudget] = [:]

    /// The recordings that this one was merged from, by name.
    private let parts: Set<String>

    /// The redaction of one segment.
    package init(_ redaction: Redaction, parts: Set<String> = []) { (redactor, self.parts) = (Redactor(redaction), parts) }

    /// The stream without secrets, line for line.
    package mutating func stream(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        states = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            if line.isEmpty { continue }
            if case .object(let object)? = try? JSONValue(parsing: line, limits: FormatLimits.default.json) {
                JSONValue.object(members(object)).write(into: &result)
            } else {
                let text = redactor.redact(String(decoding: line, as: UTF8.self), at: .note)
                take(.string(text), part: "line", step: nil)
                result.append(contentsOf: text.utf8)
            }
        }
        return result
    }

    private mutating func members(_ line: JSONObject) -> JSONObject {
        let step = line["step"]?.int(in: FormatLimits.stepNumbers)
        let store = line["store"]?.string ?? ActionLine.mainStore
        var pointers: [JSONPointer] = []
        var clean: JSONObject = [:]
        for (key, value) in line where key != "redacted" {
            clean[key] = member(key, value, step: step, store: store, pointers: &pointers)
        }
        for pointer in line["redacted"]?.array ?? [] {
            guard let pointer = pointer.string.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
            let place = redactor.redact(pointer, in: line["action"] ?? states[store])
            if !pointers.contains(place) { pointers.append(place) }
        }
        _ = redactor.takeFindings()
        if !pointers.isEmpty { clean["redacted"] = .array(pointers.map { .string($0.description) }) }
        return clean
    }

    private mutating func member(
        _ key: String, _ value: JSONValue, step: Int?, store: String, pointers: inout [JSONPointer]
    ) -> JSONValue {
        if let kind = JournalLine.Kind(rawValue: key) { return journal(kind, value, step: step) }
        if let kind = StateLine.Kind(rawValue: key) { return state(kind, value, step: step, store: store, pointers: &pointers) }
        switch (key, value) {
        case ("t", _), ("cause", _), ("bytes", _), ("took", _), ("merged", _), ("dumped", _):
            return value.isNumbers ? value : anything(key, value, step: step)
        case ("omitted", .object(let counts)):
            // The names of omitted actions, and how many there were of each.
            return .object(JSONObject(counts.map { (redactor.redact($0.key, at: .actionType), $0.value) }))
        // The beginning of a value has no known places.
        case ("prefix", .string) where redactor.redaction.asksForPlaces: return "[REDACTED]"
        case (_, .string(let text)):
            guard let place = Self.texts[key] else { return anything(key, value, step: step) }
            return take(.string(redactor.redact(text, at: place)), part: "line", step: step, at: key)
        default: return anything(key, value, step: step)
        }
    }

    private static let texts: [String: RecordedPlace] = [
        "prefix": .note, "error": .error, "type": .actionType, "store": .store, "site": .site, "thread": .thread,
    ]

    /// Redacts a member that this version does not know.
    private mutating func anything(_ key: String, _ value: JSONValue, step: Int?) -> JSONValue {
        take(redactor.redact(value, at: .value(JSONPointer(tokens: [key]))).value, part: "line", step: step, at: key)
    }

    /// Redacts the member that determines the kind of a line of the action stream.
    private mutating func journal(_ kind: JournalLine.Kind, _ value: JSONValue, step: Int?) -> JSONValue {
        guard kind != .action else { return value.isNumbers ? value : anything(kind.rawValue, value, step: step) }
        guard case .object(let object) = value else { return anything(kind.rawValue, value, step: step) }
        switch kind {
        case .action, .swallowed: return .object(members(object))  // those of a step
        case .clock: return .object(members(of: object, kind, step: step) { $0 == "t" || $0 == "wall" ? $1.isNumbers ? $1 : nil : nil })
        case .gap:
            // Which steps are missing, and why, is no secret: without that, the line would not be one of a gap.
            guard let gap = GapLine(value) else { return anything(kind.rawValue, value, step: step) }
            var clean = members(of: object, kind, step: step) { ["from", "to", "kind"].contains($0) ? $1 : nil }
            if clean != object { clean["kind"] = .string(gap.reason.kind.rawValue) }  // no text says it any more
            return .object(clean)
        case .mark, .log:
            let step = object["step"]?.int(in: FormatLimits.stepNumbers)
            let isByHand = kind == .mark && object["byHand"] == true
            let (redactor, parts) = (redactor, parts)
            return .object(
                members(of: object, kind, step: step) { key, value in
                    switch (key, value) {
                    case ("t", .number), ("step", .number), ("byHand", .bool): value
                    case ("metadata", _): redactor.redact(value, at: .data).value
                    case (_, .string(let text)):
                        Self.notes[key].map { place in
                            let part = text.prefix { $0 != "/" }
                            let isMerged = place == .title && part.count < text.count && parts.contains(String(part))
                            let front = isMerged ? redactor.redact(String(part), at: .store) + "/" : ""
                            let words = String(text.dropFirst(isMerged ? part.count + 1 : 0))
                            return .string(front + redactor.redact(words, at: isByHand ? .words : place))
                        }
                    default: nil
                    }
                })
        }
    }

    /// The texts of marks and logged lines.
    private static let notes: [String: RecordedPlace] = [
        "name": .title, "note": .note, "message": .logMessage, "label": .logLabel, "level": .logLevel,
    ]

    /// Redacts an object's members: known ones by their meaning, others as data.
    private mutating func members(
        of object: JSONObject, _ kind: JournalLine.Kind, step: Int?, known: (String, JSONValue) -> JSONValue?
    ) -> JSONObject {
        var clean: JSONObject = [:]
        var others: JSONObject = [:]
        for (key, value) in object {
            // Not `if let`, for which JSON's null would be one.
            if let ours: JSONValue = known(key, value) {
                clean[key] = take(ours, part: "line", step: step, at: key)
            } else {
                others[key] = value
            }
        }
        if others.isEmpty { return clean }
        for (key, value) in anything(kind.rawValue, .object(others), step: step).object ?? [:] { clean[key] = value }
        return clean
    }

    /// The change in a line of the state stream; a step's line may hold an action too.
    private mutating func state(
        _ kind: StateLine.Kind, _ value: JSONValue, step: Int?, store: String, pointers: inout [JSONPointer]
    ) -> JSONValue {
        switch kind {
        case .action, .keyframe:
            if kind == .keyframe { (states[store], budgets[store]) = (value, PatchBudget()) }
            let redacted = redactor.redact(value)
            pointers += redacted.pointers
            return take(redacted.value, part: kind == .action ? "action" : "state", step: step)
        case .patch:
            guard let patch = try? JSONPatch(json: value) else { return anything(kind.rawValue, value, step: step) }
            var state = states.removeValue(forKey: store)
            let (clean, places) = redactor.redact(patch, of: &state, within: &budgets[store, default: PatchBudget()])
            states[store] = state
            pointers += places
            return take(clean.json, part: "state", step: step)
        case .failed, .unencodable:
            if kind == .unencodable { states[store] = nil }
            guard case .string(let text) = value else { return anything(kind.rawValue, value, step: step) }
            return take(.string(redactor.redact(text, at: .error)), part: "line", step: step, at: kind.rawValue)
        }
    }

    @discardableResult
    private mutating func take(_ value: JSONValue, part: String, step: Int?, at key: String? = nil) -> JSONValue {
        let found = redactor.takeFindings()
        if found.isEmpty { return value }
        let place = PointerPattern(JSONPointer(tokens: key.map { [$0] } ?? []))
        for (finding, count) in found {
            // A text has no place of its own.
            let known = RedactionFinding(rule: finding.rule, place: finding.place.tokens.isEmpty ? place : finding.place)
            report.add([known: count], part: part, step: step)
        }
        return value
    }
}

extension JSONValue {
    /// Whether it consists only of numbers and Booleans, like the members with times, steps and sizes.
    fileprivate var isNumbers: Bool {
        switch self {
        case .null, .bool, .number: true
        case .array(let elements): elements.allSatisfy(\.isNumbers)
        case .string, .object: false
        }
    }
}
