package import RewindValue
internal import Synchronization

/// A value without its secrets.
package struct RedactedValue: Sendable, Hashable {
    /// The value, of the same shape.
    package var value: JSONValue
    /// Where something was removed: the topmost place whose key covers it, or the text itself.
    package var pointers: [JSONPointer]

    /// A value from which something was removed at these places.
    package init(value: JSONValue, pointers: [JSONPointer]) {
        self.value = value
        self.pointers = pointers
    }
}

/// Removes secrets from values, patches and texts before they are written; each recording has its own.
///
/// A key or place to which a rule applies covers everything below it: texts become `[REDACTED xxxxxxxx]` (UUIDs, URLs and Base64 become
/// others of their kind) and numbers 0; Booleans, null, empty texts and the shape stay, so that the redacted value still decodes. Keys
/// below it that could be data and not code (anything but up to 40 ASCII letters and underscores, `_0` to `_99`, and up to seven digits,
/// which can't be told from an index) become pseudonyms too. Elsewhere, texts and keys lose whatever has the shape of a secret. Equal
/// secrets get equal pseudonyms, so that you still see whether two agree, and so that redacted patches apply to redacted states.
///
/// Any thread. A value without secrets is returned as it is, at the cost of looking at it once.
public final class Redactor: Sendable {
    package let matcher: KeyMatcher
    package let scanner: SecretScanner
    let patterns: PatternTree
    let ownRules: [RedactionRules.OwnRule]
    let pseudonyms: Pseudonyms
    /// How much is recorded.
    public let level: RedactionLevel
    package let maskingPolicy: MaskingPolicy?
    /// The names in the app's source; what is masked without the types at hand is everything but these.
    let names: SourceNames
    /// Whether it remembers what was found where.
    let listsFindings: Bool
    /// Whether what has exactly the form of a placeholder stays, as one; in a finished recording that is masked it is a text like any other.
    var keepsPlaceholders: Bool { !listsFindings || level != .masked }
    /// Whether all rules are of the kind that can be told from bytes; own ones and places ask for values.
    package let looksAtBytes: Bool
    private let state = Mutex(State())

    private struct State {
        var counts: [String: Int] = [:]
        var verdicts: [String: KeyVerdict] = [:]
        var findings: [RedactionFinding: Int] = [:]
        var counted: Set<JSONPointer> = []
    }

    /// A redactor with pseudonyms of its own.
    ///
    /// - Parameters:
    ///   - rules: what is removed.
    ///   - level: how much is recorded; at `RedactionLevel.everything` no rule is asked.
    public convenience init(rules: RedactionRules = .default, level: RedactionLevel = .secrets) {
        self.init(rules: rules, level: level, names: SourceNames(), listsFindings: false, besides: nil)
    }

    /// A redactor for a finished recording.
    ///
    /// - Parameters:
    ///   - names: the names in the app's source, whose types are not at hand.
    ///   - listsFindings: whether to remember what was found where, for ``takeFindings()``.
    package convenience init(
        rules: RedactionRules = .default, level: RedactionLevel = .secrets, names: SourceNames = SourceNames(), listsFindings: Bool
    ) {
        self.init(rules: rules, level: level, names: names, listsFindings: listsFindings, besides: nil)
    }

    /// A redactor with the pseudonyms of another, for work on several threads: equal secrets get equal ones, and each tells of its own findings.
    package convenience init(besides other: Redactor, rules: RedactionRules) {
        self.init(rules: rules, level: other.level, names: other.names, listsFindings: other.listsFindings, besides: other)
    }

    private init(rules: RedactionRules, level: RedactionLevel, names: SourceNames, listsFindings: Bool, besides other: Redactor?) {
        pseudonyms = other?.pseudonyms ?? Pseudonyms()
        self.listsFindings = listsFindings
        self.names = names
        self.level = level
        let given = rules
        var rules = level == .everything ? RedactionRules(keys: [], shapes: []) : given
        // A text has another in its place: only what is declared safe is still looked through, where it is encoded.
        if level == .masked { rules.shapes = [] }
        matcher = KeyMatcher(rules.keys)
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
        patterns = PatternTree(rules.pointers)
        ownRules = rules.own
        maskingPolicy =
            level == .masked ? other?.maskingPolicy ?? MaskingPolicy(given, matcher: matcher, pseudonyms: pseudonyms) : nil
        looksAtBytes = rules.own.isEmpty && rules.pointers.isEmpty && rules.recordable.isEmpty
    }

    /// How often each rule removed something: `key password`, `path /users/*/notes`, `shape jwt`, `rule staff`,
    /// `type Redacted`.
    package var counts: [String: Int] {
        let counts = state.withLock { $0.counts }
        guard level == .masked else { return counts }
        return counts.reduce(into: [:]) { $0[Self.masked(rule: $1.key), default: 0] += $1.value }
    }

    /// A rule as a masked recording names it: a place, a word or a name that the app gives may be made of what is not to be seen.
    package static func masked(rule: String) -> String {
        for kind in ["path", "rule"] where rule.hasPrefix(kind + " ") { return kind }
        return rule.hasPrefix("key ") && !knownKeys.contains(String(rule.dropFirst(4))) ? "key" : rule
    }

    private static let knownKeys = Set(RedactionRules.default.keys).union(["private key"])

    /// What was found since the last call, by rule and place, and how often; empty unless ``init(rules:listsFindings:)`` asked for it.
    package func takeFindings() -> [RedactionFinding: Int] {
        state.withLock { state in
            defer { state.findings = [:] }
            return state.findings
        }
    }

    /// The value without its secrets; at ``RedactionLevel/masked``, with pseudonyms for all texts, long numbers and keys in it.
    ///
    /// - Parameter pointer: The place of the value, because keys above may cover it.
    package func redact(_ value: JSONValue, at pointer: JSONPointer = .root) -> RedactedValue {
        removing(from: value, at: pointer, masks: maskingPolicy)
    }

    /// What may be recorded of a value beside actions and states, such as metadata or an attachment: no place in it is declared safe.
    package func redact(beside value: JSONValue) -> JSONValue {
        removing(from: value, at: .root, masks: maskingPolicy, hasPlaces: false).value
    }

    /// A value that was masked while it was encoded, without what the rules cover.
    package func covering(_ value: JSONValue) -> RedactedValue { removing(from: value, at: .root, masks: nil) }

    private func removing(
        from value: JSONValue, at pointer: JSONPointer, masks: MaskingPolicy?, hasPlaces: Bool = true
    ) -> RedactedValue {
        walk(masks: masks, hasPlaces: hasPlaces) { walk in
            let place = walk.enter(pointer, in: nil)
            let redacted = walk.redact(value, at: place) ?? value
            return RedactedValue(value: redacted, pointers: walk.pointers)
        }
    }

    /// The patch without secrets in its values and pointers, and where something was removed.
    ///
    /// The patch applies to a redacted state as the original does to the original state. A move or copy only carries along what is already
    /// redacted, so it stays as it is; except from an open place into one that a rule covers at least partly, where a text placeholder is
    /// added instead. (The diffs of this package move only within one array.)
    ///
    /// - Parameter state: what the patch applies to, as it is not redacted, which it is applied to; `nil` if that is not known. Where texts are masked,
    ///   this alone tells the index of an array from a key, which may be a code of digits; of what is not known, all such keys are masked.
    /// - Parameter budget: what the patches of the state's chain may still cost.
    /// - Parameter sets: where sets are in the state: masked, they are sorted anew, as are those that ``TypedPlaces/sorted(_:)`` returns.
    package func redact(
        _ patch: JSONPatch, of state: inout JSONValue?, within budget: inout PatchBudget, sets: TypedPlaces? = nil
    ) -> (JSONPatch, [JSONPointer]) {
        guard let maskingPolicy else { return covering(patch, of: &state, within: &budget) }
        return walk(masks: maskingPolicy) { walk in
            var masking = PatchMasking(walk: walk, state: state.take(), budget: budget, sets: sets)
            masking.mask(patch)
            (walk, state, budget) = (masking.walk, masking.state, masking.budget)
            return (JSONPatch(masking.operations[...].writtenInOrder()), walk.pointers)
        }
    }

    /// The same for a patch that is in no chain.
    package func redact(_ patch: JSONPatch, of state: inout JSONValue?, sets: TypedPlaces? = nil) -> (JSONPatch, [JSONPointer]) {
        var budget = PatchBudget()
        return redact(patch, of: &state, within: &budget, sets: sets)
    }

    /// The patch without what the rules cover, which may hang on what stands beside it in the state.
    private func covering(
        _ patch: JSONPatch, of state: inout JSONValue?, within budget: inout PatchBudget
    ) -> (JSONPatch, [JSONPointer]) {
        guard let before = state.take() else { return covering(patch) }
        var after = before
        guard (try? patch.apply(to: &after, within: &budget)) != nil else { return covering(patch) }
        state = after
        return walk { walk in
            let operations = patch.operations.flatMap { operation in
                // A field may have got its name with this patch.
                let clean = walk.redact(operation, in: before)
                return clean == [operation] ? walk.redact(operation, in: after) : clean
            }
            return (JSONPatch(operations), walk.pointers)
        }
    }

    /// Whether an object in a value names a field of a form whose text a rule covers.
    package func namesSecretField(in value: JSONValue) -> Bool {
        switch value {
        case .object(let object):
            walk { $0.namesSecretField(object) } || object.contains { namesSecretField(in: $0.value) }
        case .array(let elements): elements.contains { namesSecretField(in: $0) }
        case .null, .bool, .number, .string: false
        }
    }

    /// The patch without what the rules cover; where texts are masked, one that was masked while it was made.
    package func covering(_ patch: JSONPatch) -> (JSONPatch, [JSONPointer]) {
        walk { walk in
            let operations = patch.operations.flatMap { walk.redact($0, in: nil) }
            return (JSONPatch(operations), walk.pointers)
        }
    }

    /// A place in the form in which it may be written.
    ///
    /// - Parameter value: what it is a place of, as it is not redacted; `nil` if that is not known.
    package func redacted(place: JSONPointer, in value: JSONValue?) -> JSONPointer {
        walk(masks: maskingPolicy) { $0.enter(place, in: value).pointer }
    }

    /// The text without what has the shape of a secret, and without values that are written beside a secret's key: `password=…`, `"token": "…"`.
    ///
    /// For standard error, crash reasons and the like. Rather takes too much than too little: an unquoted value after a colon ends with the line.
    package func redact(text: String) -> String {
        var counts: [String: Int] = [:]
        let clean = scanner.redacted(text, counting: &counts) ?? text
        if !counts.isEmpty { walk { $0.note(counts) } }
        return clean
    }

    /// A name from the code, such as an action's type or a call site, without what has the shape of a secret; remembered, since names return.
    func redact(name: String) -> String {
        if let known = state.withLock({ $0.verdicts[name] }) { return known.replacement ?? name }
        return walk { walk in
            let verdict = walk.verdict(name)
            if !verdict.counts.isEmpty { walk.note(verdict.counts) }
            return verdict.replacement ?? name
        }
    }

    /// A text within a value without its secrets; `nil` if it has none.
    func redacted(_ text: String, counting counts: inout [String: Int]) -> String? {
        scanner.redacted(text, counting: &counts)
    }

    package func walk<Result>(masks: MaskingPolicy? = nil, hasPlaces: Bool = true, _ body: (inout RedactionWalk) -> Result) -> Result {
        var walk = RedactionWalk(redactor: self, verdicts: state.withLock { $0.verdicts }, masks: masks, hasPlaces: hasPlaces)
        let result = body(&walk)
        let (counts, learned) = walk.finish()
        if !walk.findings.isEmpty { state.withLock { $0.findings.merge(walk.findings, uniquingKeysWith: +) } }
        if !learned.isEmpty {
            state.withLock { state in
                // Bounded: an app's keys are few, but identities in the place of keys are many.
                if state.verdicts.count + learned.count > 4_096 { state.verdicts = [:] }
                if learned.count <= 4_096 { state.verdicts.merge(learned) { $1 } }
            }
        }
        count(counts)
        return result
    }

    /// Takes note that what is removed at a place was counted under the rule of a key, although it was found while it was encoded.
    package func noteCounted(_ place: JSONPointer) {
        state.withLock { if $0.counted.count < 4_096 { $0.counted.insert(place) } }
    }

    package func isCounted(_ place: JSONPointer) -> Bool { state.withLock { $0.counted.contains(place) } }

    package func count(_ counts: [String: Int]) {
        if !counts.isEmpty { state.withLock { $0.counts.merge(counts, uniquingKeysWith: +) } }
    }
}

/// Something that a rule removes.
package struct RedactionFinding: Sendable, Hashable {
    /// The rule, as in ``Redactor/counts``.
    package var rule: String
    /// The place; an index stands for any index.
    package var place: PointerPattern

    /// What a rule removes at a place.
    package init(rule: String, place: PointerPattern) {
        self.rule = rule
        self.place = place
    }
}

/// What is known of a key.
struct KeyVerdict: Sendable {
    /// The rule that it falls under.
    var rule: String?
    /// What stands in its place, if it has the shape of a secret itself.
    var replacement: String?
    var counts: [String: Int] = [:]
    /// Whether it is also what parts of apps are called: then the rule covers what has no name of its own below.
    var isName = false
    /// Whether the keys below are names of fields, about which something is said.
    var isAboutFields = false
    /// The word of it that is read together with the key above.
    var part: String?
}
