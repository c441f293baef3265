import RewindFormat
package import RewindValue

/// What a recording masks: everything except what the app declares safe.
package final class MaskingPolicy: Sendable {
    package let masker = Masker()
    /// Types whose values are recorded as they are.
    package let types: Set<ObjectIdentifier>
    /// Places whose values are recorded as they are.
    package let places: PatternTree
    /// Keys that are kept.
    private let named: Set<String>
    private let matcher: KeyMatcher
    /// Removes secrets from what is recorded as it is.
    let scanner: SecretScanner

    /// The treatment of a dictionary's key.
    package struct Entry: Sendable {
        package var written: String
        /// Whether the key is replaced.
        package var isHidden: Bool
        /// What a rule hides below it.
        package var secret: SecretKind?
    }

    /// - Parameter keepsNamed: whether a key that one of the places names is kept: of an app's own places it is in the source, and rules by
    ///   place have to find it once everything is encoded. Places that are given for a finished recording may name anything.
    init(_ rules: RedactionRules, matcher: KeyMatcher, pseudonyms: Pseudonyms, keepsNamed: Bool) {
        types = rules.recordableTypes
        places = PatternTree(rules.recordable)
        named = keepsNamed ? Set((rules.pointers + rules.recordable).flatMap { $0.tokens.compactMap { $0 } }) : []
        self.matcher = matcher
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
    }

    /// The treatment of a dictionary's key.
    package func entry(_ key: String, isNumber: Bool) -> Entry {
        if named.contains(key) { return Entry(written: key, isHidden: false) }
        let isShort = isNumber && key.utf8.count { $0.isASCIIDigit } <= JSONNumber.digitLimit
        let number = isNumber ? JSONNumber(literal: key) : nil
        var written = isShort ? key : number.map { masker.masked($0).text } ?? masker.masked(key: key)
        // A pseudonym that looks like a secret's key would cover the values below it, so another is taken (cycle walking).
        if number == nil {
            while written != key, matcher.rule(for: written) != nil || named.contains(written) { written = masker.masked(key: written) }
        }
        return Entry(written: written, isHidden: !isShort, secret: matcher.rule(for: key).map { SecretWords.kinds[$0] ?? .anything })
    }

    /// A number below a key whose rule covers it.
    package func covered(_ number: JSONNumber, as secret: SecretKind) -> JSONNumber {
        secret.hides(number) ? .int(0) : masker.masked(number)
    }

    /// A text that is declared safe, without anything in the shape of a secret.
    package func recorded(_ text: String) -> String {
        var counts: [String: Int] = [:]
        return scanner.redacted(text, counting: &counts) ?? text
    }

    /// A number that is declared safe, unless it is a card's.
    package func recorded(_ number: JSONNumber) -> JSONNumber { scanner.finds(in: number) ? .int(0) : number }
}
