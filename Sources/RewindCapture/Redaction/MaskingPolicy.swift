import RewindValue
internal import Synchronization

/// What a recording masks: everything but what the app declares safe.
final class MaskingPolicy: Sendable {
    let masker = Masker()
    /// Types whose values are recorded as they are.
    let types: Set<ObjectIdentifier>
    /// Places that are recorded as they are.
    let places: PatternTree
    /// Places that a rule covers, and rules of the app's own: they know the app's keys and values, and what is masked has others.
    let covered: PatternTree
    let ownRules: [RedactionRules.OwnRule]
    /// Whether it takes the place of a value to know what becomes of it.
    let asksForPlaces: Bool
    private let matcher: KeyMatcher
    /// Takes secrets out of what is recorded as it is.
    private let scanner: SecretScanner
    private let findsPairs: Bool
    private let entries = Mutex<[KeyName: Entry]>([:])
    private let hasSafe: Atomic<Bool>

    private struct KeyName: Hashable {
        var text: String
        var isNumber: Bool
    }

    /// What becomes of a dictionary's key.
    struct Entry {
        var written: String
        /// Whether that is another text.
        var isHidden: Bool
        /// Whether a rule covers what is below it.
        var isSecret: Bool
        /// Whether it makes a secret of what a member such as `code` below it says.
        var isAbove: Bool
        /// Whether it is such a member.
        var isMember: Bool
        /// Whether it may be a private part of a JSON Web Key.
        var isKeyMember: Bool
    }

    init(_ rules: RedactionRules, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        types = rules.recordableTypes
        places = PatternTree(rules.recordable)
        covered = PatternTree(rules.pointers)
        ownRules = rules.own
        asksForPlaces = !(rules.recordable.isEmpty && rules.pointers.isEmpty && rules.own.isEmpty)
        self.matcher = matcher
        scanner = SecretScanner(shapes: rules.shapes, matcher: matcher, pseudonyms: pseudonyms)
        findsPairs = rules.shapes.contains(.pair)
        hasSafe = Atomic(!(rules.recordable.isEmpty && rules.recordableTypes.isEmpty))
    }

    /// Whether anything was recorded as it is, or may be: arrays of numbers are then searched for texts.
    var mayHaveSafe: Bool { hasSafe.load(ordering: .relaxed) }

    /// Takes note that something is recorded as it is, because of its type.
    func noteSafe() { if !mayHaveSafe { hasSafe.store(true, ordering: .relaxed) } }

    /// Whether what a member such as `code` says is a secret below a key.
    func isAbove(_ key: String) -> Bool { matcher.isAbove(key) }

    /// What becomes of a dictionary's key; remembered, since keys return.
    func entry(_ key: String, isNumber: Bool) -> Entry {
        let name = KeyName(text: key, isNumber: isNumber)
        if let known = entries.withLock({ $0[name] }) { return known }
        let isShort = isNumber && key.utf8.count(where: \.isASCIIDigit) <= Masker.digitLimit
        let number = isNumber ? JSONNumber(literal: key) : nil
        let written = isShort ? key : number.map { masker.masked($0).text } ?? masker.masked(key)
        let entry = Entry(
            written: written, isHidden: !isShort,
            isSecret: matcher.rule(for: key) != nil, isAbove: isAbove(key),
            isMember: KeyMatcher.member(of: key).map(WordLists.membersBelow.contains) ?? false,
            isKeyMember: WordLists.keyMembers.contains(key))
        entries.withLock { entries in
            if entries.count >= 4_096 { entries = [:] }
            entries[name] = entry
        }
        return entry
    }

    /// A text that is declared safe, without what has the shape of a secret.
    func recorded(_ text: String) -> String {
        var counts: [String: Int] = [:]
        return redacted(text, counting: &counts) ?? text
    }

    /// The same; `nil` if all of it stays.
    func redacted(_ text: String, counting counts: inout [String: Int]) -> String? {
        let clean = scanner.redacted(text, counting: &counts)
        guard findsPairs, PairScanner.mayFind(in: clean ?? text) else { return clean }
        var pairs = PairScanner(clean ?? text, matcher: matcher, pseudonyms: scanner.pseudonyms)
        return pairs.redacted(counting: &counts) ?? clean
    }

    /// A number that is declared safe, if it is no card's.
    func recorded(_ number: JSONNumber) -> JSONNumber {
        if case .int(let value) = number, scanner.shapes.contains(.cardNumber), CardNumber.isOne(value) { return .int(0) }
        return number
    }
}
