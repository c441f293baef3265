package import RewindFormat
package import RewindValue
internal import Synchronization

/// Removes secrets from values, patches and texts before they are written; each recording has its own.
///
/// Everything that goes into a recording names its ``RecordedPlace``: values and texts to ``redact(_:at:)``, patches to their own variants.
/// Thread-safe. A value without secrets is returned as it is, at the cost of looking at it once.
package final class Redactor: Sendable {
    /// The level and the rules.
    package let redaction: Redaction
    private let state = Mutex(State())

    private struct State {
        var counts: [String: Int] = [:]
        var verdicts: [String: KeyVerdict] = [:]
        var findings: [RedactionFinding: Int] = [:]
        var removed: Set<String> = []
    }

    /// A redactor with its own pseudonyms.
    ///
    /// - Parameters:
    ///   - rules: what to remove.
    ///   - level: how much is recorded; at `RedactionLevel.everything` no rule applies.
    package convenience init(rules: RedactionRules = .default, level: RedactionLevel = .secrets) {
        self.init(Redaction(rules, level: level))
    }

    package init(_ redaction: Redaction) { self.redaction = redaction }

    /// A redactor for words and files that people add to a recording: the rules apply, unless its level is `everything`.
    ///
    /// - Parameter level: that of the recording; `nil` if it is lost.
    package convenience init(addingTo level: RedactionLevel?, rules: RedactionRules = .default) {
        self.init(Redaction(rules, level: level == .everything ? .everything : .secrets, listsFindings: true))
    }

    /// How much is recorded.
    package var level: RedactionLevel { redaction.level }

    /// How often each rule removed something, by the names of ``RedactionFinding/rule``.
    package var counts: [String: Int] {
        let counts = state.withLock { $0.counts }
        guard level == .masked else { return counts }
        return counts.reduce(into: [:]) { $0[Redaction.masked(rule: $1.key), default: 0] += $1.value }
    }

    /// What was found in a finished recording since the last call, by rule and place, and how often.
    package func drainFindings() -> [RedactionFinding: Int] {
        state.withLock { state in
            defer { state.findings = [:] }
            return state.findings
        }
    }

    /// The texts that rules removed from a finished recording.
    package var removedTexts: Set<String> { state.withLock { $0.removed } }

    // MARK: Values

    /// The value as it may be written at a place, and the places where something was removed.
    package func redact(_ value: JSONValue, at place: RecordedPlace = .value(.root)) -> RedactedValue {
        if redaction.isOfMasked, place == .data { return RedactedValue(value: value, pointers: []) }
        return walk(masks: place == .encoded ? nil : redaction.maskingPolicy) { walk in
            let pointer = if case .value(let pointer) = place { pointer } else { JSONPointer.root }
            let target = walk.descend(to: pointer, in: nil)
            return RedactedValue(value: walk.redact(value, at: target) ?? value, pointers: walk.pointers)
        }
    }

    /// A value that the rule of a key covers, or the app's types, reduced to its shape; `nil` if it reveals nothing.
    ///
    /// The caller counts it.
    ///
    /// - Parameters:
    ///   - rule: the rule; `nil` for a value that the app's types mark.
    ///   - dataKeys: keys in such a value that are data.
    package func covered(_ value: JSONValue, by rule: String?, dataKeys: Set<String> = []) -> JSONValue? {
        var walk = RedactionWalk(redaction, verdicts: [:], masks: nil)
        return walk.covered(value, by: rule.map { .init($0, depth: 0) } ?? .init(markedWith: dataKeys))
    }

    /// The recordable form of a patch made from encoded values, and the places where something was removed.
    package func redact(encoded patch: JSONPatch) -> (JSONPatch, [JSONPointer]) {
        walk { walk in (JSONPatch(patch.operations.flatMap { walk.redact($0, in: nil) }), walk.pointers) }
    }

    /// The recordable form of a patch of a finished recording, and the places where something was removed.
    ///
    /// It applies to a redacted state as the original does to the original state. A move or copy only carries along what is already
    /// redacted, so it stays as it is; except from an open place into one that a rule covers at least partly, where a text placeholder is
    /// added instead. (The diffs of this package move only within one array.)
    ///
    /// - Parameters:
    ///   - state: the unredacted state to which the patch applies, and to which it is applied; `nil` if it is unknown. Only the state tells
    ///     an array's index from a key, which may be a code of digits, and a field's name from its contents.
    ///   - budget: what the patches of the state's chain may still cost.
    package func redact(
        _ patch: JSONPatch, of state: inout JSONValue?, within budget: inout PatchBudget
    ) -> (JSONPatch, [JSONPointer]) {
        walk(masks: redaction.maskingPolicy) { walk in
            var clean: [[JSONPatch.Operation]] = []
            var fits = state != nil
            for operation in patch.operations {
                clean.append(walk.redact(operation, in: state))
                // Taken out, so that it is changed in place.
                guard var next = state.take() else { continue }
                if (try? JSONPatch([operation]).apply(to: &next, within: &budget)) != nil { state = next } else { fits = false }
            }
            // A later operation of the patch may have given a field its name.
            if fits, level == .secrets {
                for (index, operation) in patch.operations.enumerated() where clean[index] == [operation] {
                    clean[index] = walk.redact(operation, in: state)
                }
            }
            return (JSONPatch(clean.flatMap(\.self)), walk.pointers)
        }
    }

    /// A pointer into a value, in the form in which it may be written.
    ///
    /// - Parameter value: the unredacted value that it leads into; `nil` if it is unknown.
    package func redact(_ pointer: JSONPointer, in value: JSONValue?) -> JSONPointer {
        walk(masks: redaction.maskingPolicy) { $0.descend(to: pointer, in: value).pointer }
    }

    // MARK: Texts

    /// The text as it may be recorded at a place: masked, or without anything in the shape of a secret and without values next to a
    /// secret's key (`password=…`, `"token": "…"`).
    ///
    /// Removes too much rather than too little: an unquoted value after a colon extends to the end of the line.
    ///
    /// - Parameter key: that of the member that the text is, by which findings are listed.
    package func redact(_ text: String, at place: RecordedPlace, of key: String? = nil) -> String {
        if redaction.isOfMasked, place != .words { return text }
        switch place {
        case .value, .encoded, .data: return redact(.string(text), at: place).value.string ?? ""
        default: break
        }
        if level == .everything { return text }
        if let policy = redaction.maskingPolicy, place != .words { return redaction.masked(text, at: place, by: policy.masker) }
        var counts: [String: Int] = [:]
        let clean = (redaction.maskingPolicy?.scanner ?? redaction.scanner).redacted(text, counting: &counts) ?? text
        if !counts.isEmpty { walk { $0.note(counts, of: key) } }
        return clean
    }

    // MARK: What is remembered

    package func walk<Result>(masks: MaskingPolicy? = nil, _ body: (inout RedactionWalk) -> Result) -> Result {
        var walk = RedactionWalk(redaction, verdicts: state.withLock { $0.verdicts }, masks: masks)
        let result = body(&walk)
        walk.verdicts = [:]  // shared: changing those of the state would copy them
        if walk.learned.isEmpty, walk.counts.isEmpty { return result }
        state.withLock { state in
            // Bounded: an app has few keys, but many identities may be used as keys.
            if state.verdicts.count + walk.learned.count > 4_096 { state.verdicts = [:] }
            if walk.learned.count <= 4_096 { state.verdicts.merge(walk.learned) { $1 } }
            state.counts.merge(walk.counts, uniquingKeysWith: +)
            state.findings.merge(walk.findings, uniquingKeysWith: +)
            state.removed.formUnion(walk.removed)
        }
        return result
    }

    /// Counts what was removed while a value was encoded, by rule.
    package func count(_ counts: [String: Int]) {
        if !counts.isEmpty { state.withLock { $0.counts.merge(counts, uniquingKeysWith: +) } }
    }
}

extension RedactionRules {
    /// Declares that a type says nothing about the person who uses the app, as `RecordedAsIs` does for your own types:
    /// `addRecordable(Locale.self)`.
    ///
    /// At `RedactionLevel.masked`, its values are recorded as they are, except what the other rules find by key, place and shape.
    public mutating func addRecordable(_ type: Any.Type) { recordableTypes.insert(ObjectIdentifier(type)) }
}
