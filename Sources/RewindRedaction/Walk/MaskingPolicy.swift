package import RewindValue

/// What a recording masks: everything but what the app declares safe.
package final class MaskingPolicy: Sendable {
    package let masker = Masker()
    /// Types whose values are recorded as they are.
    package let types: Set<ObjectIdentifier>
    /// Places that are recorded as they are.
    package let places: PatternTree
    /// Places that a rule covers, and rules of the app's own: they know the app's keys and values, and what is masked has others.
    package let covered: PatternTree
    package let ownRules: [RedactionRules.OwnRule]
    /// Whether it takes the place of a value to know what becomes of it.
    package let asksForPlaces: Bool
    private let matcher: KeyMatcher
    /// Takes secrets out of what is recorded as it is.
    let scanner: SecretScanner

    /// What becomes of a dictionary's key.
    package struct Entry: Sendable {
        package var written: String
        /// Whether that is another text.
        package var isHidden: Bool
        /// Whether a rule covers what is below it.
        package var isSecret: Bool
    }

    init(_ rules: RedactionRules, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        types = rules.recordableTypes
        places = PatternTree(rules.recordable)
        covered = PatternTree(rules.pointers)
        ownRules = rules.own
        asksForPlaces = !(rules.recordable.isEmpty && rules.pointers.isEmpty && rules.own.isEmpty)
        self.matcher = matcher
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
    }

    /// What becomes of a dictionary's key.
    package func entry(_ key: String, isNumber: Bool) -> Entry {
        let isShort = isNumber && key.utf8.count { $0.isASCIIDigit } <= Masker.digitLimit
        let number = isNumber ? JSONNumber(literal: key) : nil
        var written = isShort ? key : number.map { masker.masked($0).text } ?? masker.masked(key: key)
        // A pseudonym that is called as a secret is would cover what is below it, so another is taken (cycle walking).
        if number == nil { while written != key, matcher.rule(for: written) != nil { written = masker.masked(key: written) } }
        return Entry(written: written, isHidden: !isShort, isSecret: matcher.rule(for: key) != nil)
    }

    /// A text that is declared safe, without what has the shape of a secret.
    package func recorded(_ text: String) -> String {
        var counts: [String: Int] = [:]
        return scanner.redacted(text, counting: &counts) ?? text
    }

    /// A number that is declared safe, if it is no card's.
    package func recorded(_ number: JSONNumber) -> JSONNumber {
        if case .int(let value) = number, scanner.shapes.contains(.cardNumber), CardNumber.isOne(value) { return .int(0) }
        return number
    }
}
