import RewindCapture
import RewindFormat
import RewindValue

/// Takes secrets out of the lines of a sealed stream, member by member: what this version does not know is kept and looked through too.
struct LineRedaction {
    let redactor: Redactor
    /// Whether places are rules too: then a text that is the beginning of a value, where no place can be told, goes as a whole.
    let hasPointerRules: Bool
    var report = ReportBuilder()
    /// The state of each store that the lines have come to, as it was recorded.
    private var states: [String: JSONValue] = [:]
    /// What is left to the patches since each store's last keyframe.
    private var budgets: [String: PatchBudget] = [:]
    /// Whether they are kept: where texts are masked, and where a state has a field of a form, whose name tells what a change of its text is.
    private var keepsStates: Bool
    /// Whether a state has such a field.
    private var hasSecretFields = false

    /// What applies to the marks that people set.
    private let openRedactor: Redactor

    /// Where sets are in the states and actions of each store; empty where nothing is masked.
    var sets = StoreSets()
    /// The recordings that this one was merged from, by name.
    var parts: Set<String> = []

    /// - Parameter openRedactor: what applies to words that people added to be read.
    init(
        redactor: Redactor, openRedactor: Redactor = Redactor(level: .secrets), hasPointerRules: Bool,
        report: ReportBuilder = ReportBuilder()
    ) {
        (self.redactor, self.openRedactor, self.hasPointerRules, self.report) = (redactor, openRedactor, hasPointerRules, report)
        keepsStates = redactor.level == .masked
    }

    /// The stream without secrets, line for line.
    mutating func stream(_ bytes: [UInt8]) -> [UInt8] {
        if keepsStates { return lines(bytes) }
        let report = report
        hasSecretFields = false
        let clean = lines(bytes)
        guard hasSecretFields else { return clean }
        self.report = report
        keepsStates = true
        defer { keepsStates = false }
        return lines(bytes)
    }

    private mutating func lines(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        states = [:]
        var filter = report.mayPassBy && !hasSecretFields ? CleanLineFilter(redactor) : nil
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !result.isEmpty || line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
            if line.isEmpty { continue }
            if line.withUnsafeBytes({ filter?.passes($0) }) == true {
                result.append(contentsOf: line)
            } else if case .object(let object)? = try? JSONValue(parsing: line, limits: FormatLimits.default.json) {
                JSONValue.object(members(object)).write(into: &result)
            } else {
                let text = redactor.recorded(String(decoding: line, as: UTF8.self), at: .note)
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
            let type = key == "action" ? sets.action(of: store, named: line["type"]?.string ?? "") : nil
            clean[key] = member(key, value, step: step, store: store, sets: type, pointers: &pointers)
        }
        for pointer in line["redacted"]?.array ?? [] {
            guard let pointer = pointer.string.flatMap({ try? JSONPointer(parsing: $0) }) else { continue }
            let place = redactor.redacted(place: pointer, in: line["action"] ?? states[store])
            if !pointers.contains(place) { pointers.append(place) }
        }
        _ = redactor.takeFindings()
        // They were found in the order of the keys that are hidden.
        if redactor.level == .masked { pointers.sort { $0.description < $1.description } }
        if !pointers.isEmpty { clean["redacted"] = .array(pointers.map { .string($0.description) }) }
        return clean
    }

    private mutating func member(
        _ key: String, _ value: JSONValue, step: Int?, store: String, sets: TypedPlaces?, pointers: inout [JSONPointer]
    ) -> JSONValue {
        if let kind = JournalLine.Kind(rawValue: key) { return journal(kind, value, step: step) }
        if let kind = StateLine.Kind(rawValue: key) { return state(kind, value, step: step, store: store, sets: sets, pointers: &pointers) }
        switch (key, value) {
        case ("t", _), ("cause", _), ("bytes", _), ("took", _), ("merged", _), ("dumped", _):
            return value.isNumbers ? value : anything(key, value, step: step)
        case ("omitted", .object(let counts)):
            // The names of actions that were left out, and how many.
            let written = JSONObject(counts.map { (redactor.recorded(actionType: $0.key), $0.value) })
            return .object(written.sorted(unlessKeysAreThoseOf: counts))
        case ("prefix", .string) where hasPointerRules: return "[REDACTED]"
        case ("prefix", .string(let text)): return take(.string(redactor.recorded(text, at: .note)), part: "line", step: step, at: key)
        case ("error", .string(let text)): return take(.string(redactor.recorded(text, at: .error)), part: "line", step: step, at: key)
        case ("type", .string(let name)): return take(.string(redactor.recorded(actionType: name)), part: "line", step: step, at: key)
        case ("store", .string(let name)): return take(.string(redactor.recorded(store: name)), part: "line", step: step, at: key)
        case ("site", .string(let name)): return take(.string(redactor.recorded(name, at: .site)), part: "line", step: step, at: key)
        case ("thread", .string(let name)): return take(.string(redactor.recorded(name, at: .thread)), part: "line", step: step, at: key)
        default: return anything(key, value, step: step)
        }
    }

    /// What this version knows nothing of.
    private mutating func anything(_ key: String, _ value: JSONValue, step: Int?) -> JSONValue {
        take(redactor.redact(value, at: JSONPointer(tokens: [key])).value, part: "line", step: step, at: key)
    }

    /// The member that tells the kind of a line of the action stream.
    private mutating func journal(_ kind: JournalLine.Kind, _ value: JSONValue, step: Int?) -> JSONValue {
        switch kind {
        case .action: return value.isNumbers ? value : anything(kind.rawValue, value, step: step)
        case .clock:
            guard case .object(let object) = value else { return anything(kind.rawValue, value, step: step) }
            var (ours, others): (JSONObject, JSONObject) = ([:], [:])
            for (key, value) in object {
                if ["t", "wall"].contains(key), value.isNumbers { ours[key] = value } else { others[key] = value }
            }
            return .object(joined(ours, others, kind, step: step))
        case .swallowed:
            guard case .object(let object) = value else { return anything(kind.rawValue, value, step: step) }
            return .object(members(object))  // those of a step
        case .gap:
            guard case .object(var object) = value, let gap = GapLine(value) else { return anything(kind.rawValue, value, step: step) }
            // Which steps, and what became of them, is no secret: without that the line would be none.
            var members: JSONObject = [:]
            for name in ["from", "to", "kind"] { members[name] = object.removeValue(forKey: name) }
            let clean = anything(kind.rawValue, .object(object), step: step).object ?? [:]
            if clean != object { members["kind"] = .string(gap.reason.kind.rawValue) }  // no text says it any more
            for (name, value) in clean { members[name] = value }
            return .object(members)
        case .mark, .log:
            guard case .object(let object) = value else { return anything(kind.rawValue, value, step: step) }
            return .object(note(object, kind))
        }
    }

    /// What people wrote, or an app: the keys that we know are ours, and say nothing of what the texts hold.
    private mutating func note(_ note: JSONObject, _ kind: JournalLine.Kind) -> JSONObject {
        let step = note["step"]?.int(in: FormatLimits.stepNumbers)
        let isOpen = kind == .mark && redactor.level == .masked && note["byHand"] == true
        let words = isOpen ? openRedactor : redactor
        var clean: JSONObject = [:]
        var others: JSONObject = [:]
        for (key, value) in note {
            switch (key, value) {
            case ("t", .number), ("step", .number), ("byHand", .bool): clean[key] = value
            case ("level", .string(let level)):
                clean[key] = TextPlace.logLevels.contains(level) ? value : .string(redactor.recorded(level, at: .logLabel))
            case ("metadata", _):
                let metadata = redactor.redact(value).value
                report.remember(value, without: metadata)
                clean[key] = take(metadata, part: "line", step: step, at: key)
            case (_, .string(let text)):
                if let place = Self.texts[key] {
                    let clear = key == "name" && kind == .mark ? recorded(mark: text, by: words) : words.recorded(text, at: place)
                    clean[key] = take(.string(clear), part: isOpen ? kind.rawValue : "line", step: step, at: key)
                } else {
                    others[key] = value
                }
            default: others[key] = value
            }
        }
        return joined(clean, others, kind, step: step)
    }

    /// The name of a mark; what a merge put in front of it is called as it is in the names of stores.
    private func recorded(mark name: String, by words: Redactor) -> String {
        guard redactor.level == .masked, let slash = name.firstIndex(of: "/"), parts.contains(String(name[..<slash])) else {
            return words.recorded(name, at: .title)
        }
        return redactor.recorded(store: String(name[..<slash])) + "/" + words.recorded(String(name[slash...].dropFirst()), at: .title)
    }

    /// Members that we know, and behind them, looked through, those that we don't.
    private mutating func joined(_ known: JSONObject, _ others: JSONObject, _ kind: JournalLine.Kind, step: Int?) -> JSONObject {
        var joined = known
        if others.isEmpty { return joined }
        for (key, value) in anything(kind.rawValue, .object(others), step: step).object ?? [:] { joined[key] = value }
        return joined
    }

    /// The change of a line of the state stream; an action stands in a step's line too.
    private mutating func state(
        _ kind: StateLine.Kind, _ value: JSONValue, step: Int?, store: String, sets actionSets: TypedPlaces?, pointers: inout [JSONPointer]
    ) -> JSONValue {
        switch kind {
        case .action, .keyframe:
            if kind == .keyframe, keepsStates { (states[store], budgets[store]) = (value, PatchBudget()) }
            if kind == .keyframe { lookForSecretFields(in: value) }
            let redacted = redactor.redact(value)
            pointers += redacted.pointers
            report.remember(value, without: redacted.value)
            let places = kind == .action ? actionSets : sets.state(of: store)
            return take(places?.sorted(redacted.value) ?? redacted.value, part: kind == .action ? "action" : "state", step: step)
        case .patch:
            guard let patch = try? JSONPatch(json: value) else { return anything(kind.rawValue, value, step: step) }
            for operation in patch.operations { if let value = operation.value { lookForSecretFields(in: value) } }
            var state = states.removeValue(forKey: store)
            let (clean, places) = redactor.redact(
                patch, of: &state, within: &budgets[store, default: PatchBudget()], sets: sets.state(of: store))
            states[store] = state
            pointers += places
            for (before, after) in zip(patch.operations, clean.operations) where before.pointer == after.pointer {
                if let value = before.value, let left = after.value { report.remember(value, without: left) }
            }
            report.take(redactor.takeFindings(), part: "state", step: step)
            for operation in clean.operations {
                if let value = operation.value { report.suspect(value, part: "state", step: step, at: operation.pointer) }
            }
            return clean.json
        case .failed, .unencodable:
            if kind == .unencodable { states[store] = nil }
            guard case .string(let text) = value else { return anything(kind.rawValue, value, step: step) }
            return take(.string(redactor.recorded(text, at: .error)), part: "line", step: step, at: kind.rawValue)
        }
    }

    private mutating func lookForSecretFields(in value: JSONValue) {
        if !keepsStates, !hasSecretFields { hasSecretFields = redactor.namesSecretField(in: value) }
    }

    /// The texts of marks and logged lines.
    private static let texts: [String: TextPlace] = ["name": .title, "note": .note, "message": .logMessage, "label": .logLabel]

    @discardableResult
    private mutating func take(_ value: JSONValue, part: String, step: Int?, at key: String? = nil) -> JSONValue {
        let place = JSONPointer(tokens: key.map { [$0] } ?? [])
        let found = redactor.takeFindings().map { finding, count in
            // A text knows no place of its own.
            (finding.place.description.isEmpty ? RedactionFinding(rule: finding.rule, place: PointerPattern(place)) : finding, count)
        }
        report.take(Dictionary(found, uniquingKeysWith: +), part: part, step: step)
        report.suspect(value, part: part, step: step, at: place)
        return value
    }
}

extension JSONValue {
    /// Whether it is numbers and Booleans only, as the members are that tell times, steps and sizes.
    fileprivate var isNumbers: Bool {
        switch self {
        case .null, .bool, .number: true
        case .array(let elements): elements.allSatisfy(\.isNumbers)
        case .string, .object: false
        }
    }
}
