public import RewindRedaction
import RewindValue

/// What redaction rules remove from a finished recording, and what still looks like a secret.
public struct RedactionReport: Sendable, Equatable {
    /// What rules remove, by part, rule and place.
    public var removals: [Removal] = []
    /// What no rule removes and a person should look at.
    public var suspicions: [Suspicion] = []
    /// Where else a text is left that a rule removes from another place: as a whole, and of three characters or more; and where a part of a text is left
    /// that a rule removes from a title or note, or one of these holds a text that a rule removes elsewhere.
    public var leftovers: [Leftover] = []
    /// Entries that are not text and were not searched.
    public var unread: [String] = []

    /// What one rule removes at one place.
    public struct Removal: Sendable, Equatable {
        /// What part of the recording: `action`, `state`, `line`, `manifest`, or the name of an entry.
        public var part: String
        /// The rule, as in `Redactor.counts`.
        public var rule: String
        /// Where in that part.
        public var place: PointerPattern
        /// How often.
        public var count: Int
        /// The first step with a finding there, in lines.
        public var step: Int?
    }

    /// What looks like a secret at one place.
    public struct Suspicion: Sendable, Equatable {
        /// What part of the recording, as in ``Removal/part``.
        public var part: String
        /// Where in that part.
        public var place: PointerPattern
        /// What it looks like, where it was first seen.
        package var looks: SecretSuspicion
        /// How many texts at that place look like a secret.
        public var count: Int
        /// The first such step, in lines.
        public var step: Int?
    }

    /// Where a text is left that was removed elsewhere.
    public struct Leftover: Sendable, Equatable {
        /// What part of the recording, as in ``Removal/part``.
        public var part: String
        /// Where in that part.
        public var place: PointerPattern
        /// How often.
        public var count: Int
        /// The first such step, in lines.
        public var step: Int?
    }

    /// Whether there is nothing to remove and nothing to look at.
    public var isEmpty: Bool { removals.isEmpty && suspicions.isEmpty }

    /// Adds what a redactor found in another part, at the end.
    package mutating func add(_ findings: [RedactionFinding: Int], part: String) {
        removals += findings.sorted { ($0.key.rule, "\($0.key.place)") < ($1.key.rule, "\($1.key.place)") }.map { finding, count in
            Removal(part: part, rule: finding.rule, place: finding.place, count: count)
        }
    }

    /// How many texts each rule removes, as in `Redactor.counts`.
    public var counts: [String: Int] { removals.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count } }

    /// Whether a word that makes keys secret was found in any.
    package func hasMatched(key: String) -> Bool { counts["key \(key.lowercased())"] != nil }
}

/// Collects a report while parts go by.
struct ReportBuilder {
    private var removals: [FindingKey: (count: Int, step: Int?)] = [:]
    private var suspicions: [SuspicionKey: (looks: SecretSuspicion, count: Int, step: Int?)] = [:]
    private var leftovers: [SuspicionKey: (count: Int, step: Int?)] = [:]
    private var unread: [String] = []
    /// Texts that were removed somewhere.
    private var removed: Set<String> = []
    /// Parts of titles, notes and files that were removed, which are looked for in other texts.
    private var words: Set<String> = []
    /// Whether everything goes by a second time, to find the removed texts that are left.
    private(set) var isSecond = false

    /// The parts whose texts are pseudonyms, which look as random as what they stand for.
    var pseudonymous: Set<String> = []

    /// Removed texts that are looked for.
    private static let removedLimit = 100_000
    /// Removed words that are looked for, each of them in every text.
    private static let wordsLimit = 200

    private struct FindingKey: Hashable {
        var part: String
        var finding: RedactionFinding
    }

    private struct SuspicionKey: Hashable {
        var part: String
        var place: PointerPattern
    }

    /// Whether lines in which nothing is to be found may be passed by: what the second look is for may stand in any.
    var mayPassBy: Bool { !isSecond }

    /// Whether everything has to go by once more, because something was removed.
    ///
    /// - Parameter names: what stands in the source: a word that is also a field's name says nothing where it is left.
    mutating func looksAgain(besides names: SourceNames) -> Bool {
        isSecond = true
        removed = removed.filter { !names.has(key: $0) }
        words = words.filter { !names.has(key: $0) }
        return !removed.isEmpty || !words.isEmpty
    }

    /// One that looks for the same, and has seen nothing yet: for a part that another thread goes through.
    var forOnePart: ReportBuilder {
        var builder = ReportBuilder()
        builder.pseudonymous = pseudonymous
        if isSecond { (builder.isSecond, builder.removed, builder.words) = (true, removed, words) }
        return builder
    }

    /// Adds what another saw, after everything that this one saw.
    mutating func add(_ other: ReportBuilder) {
        removals.merge(other.removals) { ($0.count + $1.count, $0.step ?? $1.step) }
        suspicions.merge(other.suspicions) { ($0.looks, $0.count + $1.count, $0.step ?? $1.step) }
        leftovers.merge(other.leftovers) { ($0.count + $1.count, $0.step ?? $1.step) }
        unread += other.unread
        if isSecond { return }
        for text in other.removed where removed.count < Self.removedLimit { removed.insert(text) }
    }

    /// Takes an entry that is no text.
    mutating func miss(_ part: String) { if !isSecond { unread.append(part) } }

    /// Remembers what of a file was removed.
    mutating func remember(file bytes: [UInt8], without clean: [UInt8]) {
        func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        }
        func text(of bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        if let value = try? JSONValue(parsing: bytes), let clean = try? JSONValue(parsing: clean) { return remember(value, without: clean) }
        // Line by line: what was removed from one may be left in another.
        let (before, after) = (lines(of: bytes), lines(of: clean))
        if before.count != after.count { return remember(wordsOf: text(of: bytes), without: text(of: clean)) }
        for (before, after) in zip(before, after) where before != after { remember(wordsOf: text(of: before), without: text(of: after)) }
    }

    /// Remembers which words of a title, a note or a file were removed; the shortest ones may stand anywhere.
    mutating func remember(wordsOf text: String, without clean: String) {
        if isSecond { return }
        func words(of text: String) -> [String] {
            text.split { $0.isWhitespace || "=:,;&\"'<>()[]{}".contains($0) }.map { word in
                let end = word.lastIndex { $0.isLetter || $0.isNumber }.map(word.index(after:)) ?? word.startIndex
                return String(word[(word.firstIndex { $0.isLetter || $0.isNumber } ?? end)..<end])
            }
        }
        let removed = Set(words(of: text)).subtracting(words(of: clean)).filter { $0.count >= Self.shortestPart }.sorted()
        self.words.formUnion(removed.prefix(max(0, Self.wordsLimit - self.words.count)))
    }

    /// A part of a text says something from so many characters on.
    private static let shortestPart = 6

    /// Remembers the texts of a value that are not as they were.
    mutating func remember(_ value: JSONValue, without clean: JSONValue) {
        if isSecond || value == clean { return }
        switch (value, clean) {
        case (.string(let text), _) where text.count >= 3 && removed.count < Self.removedLimit: removed.insert(text)
        case (.array(let before), .array(let after)):
            // A dictionary by keys that are no texts, or a set, may be in another order where it is masked: gone is what is there less often.
            var left: [String: Int] = [:]
            for element in after { element.forEachText { left[$0, default: 0] += 1 } }
            for element in before {
                element.forEachText { text in
                    left[text, default: 0] -= 1
                    if left[text, default: 0] < 0, text.count >= 3, removed.count < Self.removedLimit { removed.insert(text) }
                }
            }
        case (.object(let before), .object(let after)):
            // A key may have become another one, and then stands elsewhere: of what is below such keys, whatever text is no longer there is gone.
            var left: Set<String> = []
            for (key, value) in after where before[key] == nil { value.forEachText { left.insert($0) } }
            for (key, value) in before {
                if let clean = after[key] { remember(value, without: clean) } else { remember(textsOf: value, but: left) }
            }
        default: break
        }
    }

    private mutating func remember(textsOf value: JSONValue, but left: Set<String>) {
        value.forEachText { if !left.contains($0), $0.count >= 3, removed.count < Self.removedLimit { removed.insert($0) } }
    }

    /// Takes what the redactor found in a part.
    mutating func take(_ found: [RedactionFinding: Int], part: String, step: Int?) {
        if isSecond { return }
        for (finding, count) in found {
            let known = removals[FindingKey(part: part, finding: finding)]
            removals[FindingKey(part: part, finding: finding)] = ((known?.count ?? 0) + count, known?.step ?? step)
        }
    }

    /// Looks at every text and key of what is left.
    mutating func suspect(_ value: JSONValue, part: String, step: Int?, at pointer: JSONPointer = .root) {
        switch value {
        case .string(let text): suspect(text, part: part, step: step, at: pointer)
        case .array(let elements):
            for element in elements { suspect(element, part: part, step: step, at: pointer.appending("-")) }
        case .object(let object):
            for (key, value) in object {
                suspect(key, part: part, step: step, at: pointer)
                suspect(value, part: part, step: step, at: pointer.appending(key))
            }
        case .null, .bool, .number: break
        }
    }

    /// Looks at one text.
    mutating func suspect(_ text: String, part: String, step: Int?, at pointer: JSONPointer = .root) {
        if isSecond {
            guard removed.contains(text) || words.contains(where: text.contains) || part == "manifest" && hasRemoved(text) else { return }
            let key = SuspicionKey(part: part, place: PointerPattern(pointer))
            leftovers[key] = ((leftovers[key]?.count ?? 0) + 1, leftovers[key]?.step ?? step)
            return
        }
        if pseudonymous.contains(part) { return }
        guard let looks = SecretSuspicion(in: text) else { return }
        let key = SuspicionKey(part: part, place: PointerPattern(pointer))
        let known = suspicions[key]
        suspicions[key] = (known?.looks ?? looks, (known?.count ?? 0) + 1, known?.step ?? step)
    }

    /// Whether a text holds one that was removed elsewhere.
    private func hasRemoved(_ text: String) -> Bool { removed.contains { $0.count >= Self.shortestPart && text.contains($0) } }

    /// The report, ordered by part, place and rule.
    var report: RedactionReport {
        var report = RedactionReport()
        report.removals = removals.map { key, value in
            .init(part: key.part, rule: key.finding.rule, place: key.finding.place, count: value.count, step: value.step)
        }
        .sorted { ($0.part, "\($0.place)", $0.rule) < ($1.part, "\($1.place)", $1.rule) }
        report.suspicions = suspicions.map { key, value in
            .init(part: key.part, place: key.place, looks: value.looks, count: value.count, step: value.step)
        }
        .sorted { ($0.part, "\($0.place)") < ($1.part, "\($1.place)") }
        report.leftovers = leftovers.map { key, value in
            .init(part: key.part, place: key.place, count: value.count, step: value.step)
        }
        .sorted { ($0.part, "\($0.place)") < ($1.part, "\($1.place)") }
        report.unread = unread
        return report
    }
}

extension JSONPointer {
    fileprivate func appending(_ token: String) -> JSONPointer { JSONPointer(tokens: tokens + [token]) }
}

extension JSONValue {
    /// Calls a closure with each text in the value, but for keys.
    fileprivate func forEachText(_ body: (String) -> Void) {
        switch self {
        case .string(let text): body(text)
        case .array(let elements): for element in elements { element.forEachText(body) }
        case .object(let object): for (_, value) in object { value.forEachText(body) }
        case .null, .bool, .number: break
        }
    }
}
