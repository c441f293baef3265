import RewindFormat
import RewindValue

/// Removes secrets from the lines of a sealed stream, member by member: members that this version does not know are kept, and searched too.
package struct LineRedaction {
    private let redactor: Redactor
    package private(set) var report = RedactionReport()
    /// The state of each store after the lines read so far, as it was recorded.
    private var states: [String: JSONValue] = [:]
    /// What the patches since each store's last keyframe may still cost.
    private var budgets: [String: PatchBudget] = [:]

    /// The recordings that this one was merged from, by name.
    private let parts: Set<String>

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
                let text = redactor.redact(String(decoding: line, as: UTF8.self), at: .appText)
                result.append(contentsOf: reported(text, step: nil).utf8)
            }
        }
        report.removed.formUnion(redactor.removedTexts)
        return result
    }

    // MARK: Lines of steps

    private static let step: [String: RecordedMember] = [
        "step": .numbers, "t": .numbers, "cause": .numbers, "effect": .numbers, "bytes": .numbers, "took": .numbers, "merged": .numbers,
        "dumped": .numbers,
        "prefix": .text(.appText), "type": .text(.actionType), "store": .text(.store), "site": .text(.site), "thread": .text(.appText),
        "error": .text(.appText), StateLine.Kind.failed.rawValue: .text(.appText), StateLine.Kind.unencodable.rawValue: .text(.appText),
        StateLine.Kind.unknown.rawValue: .text(.sourceName),
    ]

    private mutating func members(_ line: JSONObject) -> JSONObject {
        let step = line["step"]?.int(in: FormatLimits.stepNumbers)
        let store = line["store"]?.string ?? ActionLine.mainStore
        var pointers: [JSONPointer] = []
        var clean: JSONObject = [:]
        for (key, value) in line where key != "redacted" {
            if let kind = JournalLine.Kind(rawValue: key), kind != .action, case .object(let object) = value {
                clean[key] = .object(members(object, kind))
            } else if let kind = StateLine.Kind(rawValue: key), let changed = changed(kind, value, step: step, store: store, &pointers) {
                clean[key] = changed
            } else if key == "omitted", case .object(let counts) = value {
                // The names of omitted actions, and how many there were of each.
                clean[key] = .object(JSONObject(counts.map { (redactor.redact($0.key, at: .actionType), $0.value) }))
            } else if key == "prefix", !redactor.redaction.patterns.start.isEmpty {
                clean[key] = "[REDACTED]"  // the beginning of a value has no known places
            } else {
                for (key, value) in reported(redactor.redact([key: value], by: Self.step), step: step) { clean[key] = value }
            }
        }
        for pointer in line["redacted"]?.array ?? [] {
            guard let pointer = pointer.string.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
            let place = redactor.redact(pointer, in: line["action"] ?? states[store])
            if !pointers.contains(place) { pointers.append(place) }
        }
        _ = redactor.drainFindings()
        if !pointers.isEmpty { clean["redacted"] = .array(pointers.map { .string($0.description) }) }
        return clean
    }

    /// The action or the change that a line holds; `nil` if it is neither.
    private mutating func changed(
        _ kind: StateLine.Kind, _ value: JSONValue, step: Int?, store: String, _ pointers: inout [JSONPointer]
    ) -> JSONValue? {
        switch kind {
        case .action, .keyframe:
            if kind == .keyframe { (states[store], budgets[store]) = (value, PatchBudget()) }
            let redacted = redactor.redact(value)
            pointers += redacted.pointers
            return reported(redacted.value, part: kind == .action ? "action" : "state", step: step)
        case .patch:
            guard let patch = try? JSONPatch(json: value) else { return nil }
            var state = states.removeValue(forKey: store)
            let (clean, places) = redactor.redact(patch, of: &state, within: &budgets[store, default: PatchBudget()])
            states[store] = state
            pointers += places
            return reported(clean.json, part: "state", step: step)
        case .failed: return nil
        case .unencodable, .unknown:
            states[store] = nil
            return nil
        }
    }

    // MARK: Other lines

    private static let log: [String: RecordedMember] = [
        "t": .numbers, "step": .numbers, "level": .ours, "label": .text(.appText), "message": .text(.appText),
        "metadata": .data,
    ]

    private static let effect: [String: RecordedMember] = [
        "t": .numbers, "step": .numbers, "id": .numbers, "cause": .numbers, "again": .numbers, "begin": .text(.actionType),
        "site": .text(.site), "store": .text(.store), "reason": .text(.appText),
    ]

    private static func mark(isByHand: Bool) -> [String: RecordedMember] {
        [
            "t": .numbers, "step": .numbers, "byHand": .numbers, "name": .text(isByHand ? .words : .appText),
            "note": .text(isByHand ? .words : .appText),
        ]
    }

    /// The object by which a line is of a kind.
    private mutating func members(_ object: JSONObject, _ kind: JournalLine.Kind) -> JSONObject {
        let step = object["step"]?.int(in: FormatLimits.stepNumbers)
        switch kind {
        case .action, .swallowed: return members(object)  // those of a step
        case .clock: return reported(redactor.redact(object, by: ["t": .numbers, "wall": .numbers]), step: step)
        case .log: return reported(redactor.redact(object, by: Self.log), step: step)
        case .effect:
            // How an effect ended is one of our words, or it is whatever a stranger wrote there.
            var table = Self.effect
            table["end"] = EffectLine.EffectEnd.words.contains(object["end"]?.string ?? "") ? .ours : .text(.appText)
            return reported(redactor.redact(object, by: table), step: step)
        case .gap:
            // Which steps are missing, and why, is no secret: without that, the line would not be one of a gap.
            let gap = GapLine(.object(object))
            let kind: RecordedMember = gap == nil ? .text(.appText) : .ours
            var clean = reported(
                redactor.redact(object, by: ["from": .numbers, "to": .numbers, "kind": kind, "part": .text(.store)]), step: step)
            if let gap, clean != object { clean["kind"] = .string(gap.reason.kind.rawValue) }  // no text says it any more
            return clean
        case .mark:
            // A merge puts the name of the part before that of the mark.
            let name = object["name"]?.string ?? ""
            let part = parts.first { name.hasPrefix($0 + "/") }
            var own = object
            if let part { own["name"] = .string(String(name.dropFirst(part.count + 1))) }
            var clean = reported(redactor.redact(own, by: Self.mark(isByHand: object["byHand"] == true)), step: step)
            if let part { clean["name"] = .string(redactor.redact(part, at: .store) + "/" + (clean["name"]?.string ?? "")) }
            return clean
        }
    }

    /// Takes what was found since the last call into the report.
    private mutating func reported<Clean>(_ clean: Clean, part: String = "line", step: Int?) -> Clean {
        let found = redactor.drainFindings()
        if !found.isEmpty { report.add(found, part: part, step: step) }
        return clean
    }
}
