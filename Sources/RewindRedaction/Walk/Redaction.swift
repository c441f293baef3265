package import RewindFormat
package import RewindValue

/// The level and rules of one recording, prepared for use.
///
/// Values that a rule covers keep their shape: texts become `[REDACTED xxxxxxxx]` (UUIDs, URLs and Base64 become others of their kind) and
/// numbers become 0, so that they still decode. At `RedactionLevel.masked`, every other text and long number gets a pseudonym
/// (``Masker``). Equal secrets get equal pseudonyms, so redacted patches apply to redacted states.
package struct Redaction: Sendable {
    /// How much is recorded.
    package let level: RedactionLevel
    package let matcher: KeyMatcher
    package let scanner: SecretScanner
    package let maskingPolicy: MaskingPolicy?
    /// Whether all rules can be decided from bytes; the app's own rules and places need values.
    package let looksAtBytes: Bool
    let patterns: PatternTree
    let ownRules: [RedactionRules.OwnRule]
    let pseudonyms: Pseudonyms
    /// The names in the app's source; masking without the types at hand applies to everything except these.
    let names: SourceNames
    /// Whether it is for a finished recording, whose findings are listed by place.
    let listsFindings: Bool

    /// Whether everything but what is meant to be read has a pseudonym already, which may look like anything.
    let isOfMasked: Bool

    /// - Parameters:
    ///   - names: the names in the source of the app that made a finished recording, if its types are not at hand.
    ///   - isOfMasked: whether that recording is masked.
    package init(
        _ rules: RedactionRules, level: RedactionLevel, names: SourceNames = SourceNames(), listsFindings: Bool = false,
        isOfMasked: Bool = false
    ) {
        pseudonyms = Pseudonyms()
        (self.level, self.names, self.listsFindings) = (level, names, listsFindings)
        self.isOfMasked = isOfMasked && level == .secrets
        let given = rules
        var rules = level == .everything ? RedactionRules(keys: [], shapes: []) : given
        // All texts are replaced, so only what is declared safe is still searched, when it is encoded.
        if level == .masked { rules.shapes = [] }
        matcher = KeyMatcher(rules.keys)
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
        patterns = PatternTree(rules.pointers)
        ownRules = rules.own
        maskingPolicy =
            level == .masked ? MaskingPolicy(given, matcher: matcher, pseudonyms: pseudonyms, keepsNamed: !listsFindings) : nil
        looksAtBytes = rules.own.isEmpty && rules.pointers.isEmpty && rules.recordable.isEmpty
    }

    /// Whether a key falls under no rule and has no secret's shape.
    package func isHarmless(key: String) -> Bool {
        var counts: [String: Int] = [:]
        // A part of such a key may make a value below it a secret.
        return matcher.rule(for: key) == nil && !matcher.hasSecretParts(key) && scanner.redacted(key, counting: &counts) == nil
    }

    /// A rule's name in a masked recording: a place, a word or a name from the app may contain what must not be seen.
    package static func masked(rule: String) -> String {
        guard let name = RuleName(rule) else { return rule }
        return switch name.kind {
        case .path, .rule: name.kind.rawValue
        case .key: knownKeys.contains(name.subject) ? rule : name.kind.rawValue
        case .shape, .type: rule
        }
    }

    private static let knownKeys = Set(RedactionRules.default.keys).union(["private key"])
}

/// A value without secrets.
package struct RedactedValue: Sendable, Hashable {
    /// The value, of the same shape.
    package var value: JSONValue
    /// The places where something was removed: the topmost place whose key covers it, or the text itself.
    package var pointers: [JSONPointer]
}

/// Something that a rule removes.
package struct RedactionFinding: Sendable, Hashable {
    /// The rule, as in the manifest's counts: `key password`, `path /users/*/notes`, `shape jwt`, `rule staff`, `type Redacted`.
    package var rule: String
    /// The place; an index matches any index.
    package var place: PointerPattern
}
