package import RewindValue

/// What redaction rules remove from a finished recording.
package struct RedactionReport: Sendable, Equatable {
    /// Entries that are not text and were not searched.
    package var unread: [String] = []
    /// How many pictures of the app were left out, because they show what is masked.
    package var leftOutPictures = 0
    /// The texts that rules removed from actions and states.
    package var removed: Set<String> = []
    /// Where such texts are left, because no rule covers them there.
    package var leftovers: [Removal] = []
    private var found: [Key: Removal] = [:]

    private struct Key: Hashable {
        var part: String
        var finding: RedactionFinding
    }

    /// What one rule removes at one place.
    package struct Removal: Sendable, Equatable {
        /// The part of the recording: `action`, `state`, `line`, `manifest`, or the name of an entry.
        package var part: String
        /// The rule, as in the manifest's counts.
        package var rule: String
        package var place: PointerPattern
        package var count: Int
        /// The first step with a finding there, in lines.
        package var step: Int?
    }

    package init() {}

    /// What rules remove, ordered by part, place and rule.
    package var removals: [Removal] { found.values.sorted { ($0.part, "\($0.place)", $0.rule) < ($1.part, "\($1.place)", $1.rule) } }

    /// Whether there is nothing to remove.
    package var isEmpty: Bool { found.isEmpty }

    /// How many texts each rule removes, as in the manifest's counts.
    package var counts: [String: Int] { found.values.reduce(into: [:]) { $0[$1.rule, default: 0] += $1.count } }

    /// Adds what a redactor found in a part.
    package mutating func add(_ findings: [RedactionFinding: Int], part: String, step: Int? = nil) {
        for (finding, count) in findings {
            add(Removal(part: part, rule: finding.rule, place: finding.place, count: count, step: step))
        }
    }

    /// Adds the report of a later part.
    package mutating func add(_ other: RedactionReport) {
        for removal in other.found.values { add(removal) }
        unread += other.unread
        removed.formUnion(other.removed)
    }

    private mutating func add(_ removal: Removal) {
        let key = Key(part: removal.part, finding: RedactionFinding(rule: removal.rule, place: removal.place))
        var sum = removal
        if let known = found[key] { (sum.count, sum.step) = (known.count + removal.count, known.step ?? removal.step) }
        found[key] = sum
    }

    /// Removes the entries for which a condition holds.
    package mutating func remove(where isOut: (Removal) -> Bool) { found = found.filter { !isOut($0.value) } }
}
