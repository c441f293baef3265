package import RewindValue

/// What is kept out of one recording: its level and its rules, made ready to be asked.
///
/// Values that a rule covers keep their shape: texts become `[REDACTED xxxxxxxx]` (UUIDs, URLs and Base64 become others of their kind)
/// and numbers 0, so that what has them still decodes. At ``RedactionLevel/masked``, every other text and long number gets a pseudonym (``Masker``).
/// Equal secrets get equal pseudonyms, so redacted patches apply to redacted states.
package struct Redaction: Sendable {
    /// How much is recorded.
    package let level: RedactionLevel
    package let matcher: KeyMatcher
    package let scanner: SecretScanner
    package let maskingPolicy: MaskingPolicy?
    /// Whether all rules are of the kind that can be told from bytes; own ones and places ask for values.
    package let looksAtBytes: Bool
    /// Whether places are rules too.
    var asksForPlaces: Bool { !patterns.start.isEmpty }
    let patterns: PatternTree
    let ownRules: [RedactionRules.OwnRule]
    let pseudonyms: Pseudonyms
    /// The names in the app's source; what is masked without the types at hand is everything but these.
    let names: SourceNames
    /// Whether it is for a finished recording, of which it is remembered what was found where.
    let listsFindings: Bool

    /// Whether what has exactly the form of a placeholder stays, as one; in a finished recording that is masked it is a text like any other.
    var keepsPlaceholders: Bool { !listsFindings || level != .masked }

    /// - Parameter names: the names in the source of the app that made a finished recording, whose types are not at hand.
    package init(
        _ rules: RedactionRules, level: RedactionLevel, names: SourceNames = SourceNames(), listsFindings: Bool = false
    ) {
        pseudonyms = Pseudonyms()
        (self.level, self.names, self.listsFindings) = (level, names, listsFindings)
        let given = rules
        var rules = level == .everything ? RedactionRules(keys: [], shapes: []) : given
        // A text has another in its place: only what is declared safe is still looked through, where it is encoded.
        if level == .masked { rules.shapes = [] }
        matcher = KeyMatcher(rules.keys)
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
        patterns = PatternTree(rules.pointers)
        ownRules = rules.own
        maskingPolicy = level == .masked ? MaskingPolicy(given, matcher: matcher, pseudonyms: pseudonyms) : nil
        looksAtBytes = rules.own.isEmpty && rules.pointers.isEmpty && rules.recordable.isEmpty
    }

    /// A pseudonym for a text, where texts get some.
    func masked(_ text: String) -> String { maskingPolicy?.masker.masked(text) ?? text }

    /// A text within a value without its secrets; `nil` if it has none.
    func redacted(_ text: String, counting counts: inout [String: Int]) -> String? { scanner.redacted(text, counting: &counts) }

    /// Whether a key falls under no rule and has no secret's shape.
    package func isHarmless(key: String) -> Bool {
        var counts: [String: Int] = [:]
        // What is below it, or beside the `kty` of a JSON Web Key, may be a secret by that.
        return matcher.rule(for: key) == nil && !matcher.hasSecretParts(key) && key != "kty" && redacted(key, counting: &counts) == nil
    }

    /// A rule as a masked recording names it: a place, a word or a name that the app gives may be made of what is not to be seen.
    package static func masked(rule: String) -> String {
        for kind in ["path", "rule"] where rule.hasPrefix(kind + " ") { return kind }
        return rule.hasPrefix("key ") && !knownKeys.contains(String(rule.dropFirst(4))) ? "key" : rule
    }

    private static let knownKeys = Set(RedactionRules.default.keys).union(["private key"])
}

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

/// Something that a rule removes.
package struct RedactionFinding: Sendable, Hashable {
    /// The rule, as in the manifest's counts: `key password`, `path /users/*/notes`, `shape jwt`, `rule staff`, `type Redacted`.
    package var rule: String
    /// The place; an index matches any index.
    package var place: PointerPattern

    /// What a rule removes at a place.
    package init(rule: String, place: PointerPattern) {
        self.rule = rule
        self.place = place
    }
}
