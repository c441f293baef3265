/// Tells of JSON text that no rule removes anything from it: what passes may be written as it stands.
///
/// It looks at bytes where ``RedactionWalk`` looks at values. Whatever could be the beginning of a secret is settled by the redactor's own
/// functions, so what passes here, a walk would leave as it is; what does not pass may still be harmless (an escaped key), and the walk decides.
/// Works for rules of keys and shapes; pointer patterns and rules of the app's own need the walk.
struct SecretSieve {
    private let redactor: Redactor
    private let findsCards: Bool
    /// Keys that fall under no rule and have no secret's shape, as they stand between their quotes.
    private var harmlessKeys = KnownTexts()
    /// The objects that the text begins with, each the first member of the one before.
    private(set) var leading: [LeadingObject] = []

    typealias Text = UnsafeBufferPointer<UInt8>

    init(redactor: Redactor) {
        self.redactor = redactor
        findsCards = redactor.scanner.shapes.contains(.cardNumber)
    }

    /// Deeper than this, the walk decides; a recorded value nests 120 levels at most.
    static let depthLimit = 100
    /// The digits of the shortest number that is taken for a card's.
    static let cardDigits = 15
    private static let leadingLimit = 16

    /// Whether nothing is to be removed from a text, which has to be JSON as this package writes it: valid, without blanks.
    mutating func passes(_ text: Text) -> Bool {
        leading.removeAll(keepingCapacity: true)
        var isLeading = true
        var objects: UInt128 = 0  // a bit for each open container, the innermost lowest: whether it is an object
        var depth = 0
        var isKeyNext = false
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "{"):
                depth += 1
                objects = objects << 1 | 1
                isKeyNext = true
                if isLeading, depth <= Self.leadingLimit { leading.append(LeadingObject()) }
            case UInt8(ascii: "["):
                depth += 1
                objects <<= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                objects >>= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: ","):
                isKeyNext = objects & 1 == 1
                isLeading = false
                if isKeyNext, depth <= leading.count { leading[depth - 1].isSingle = false }
            case UInt8(ascii: "\""):
                guard let end = end(ofString: text, from: position + 1, isKey: isKeyNext) else { return false }
                if isKeyNext, isLeading, depth == leading.count {
                    leading[depth - 1] = LeadingObject(key: (position + 1)..<end, isSingle: true)
                } else if !isKeyNext {
                    isLeading = false
                }
                isKeyNext = false
                position = end
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let end = end(ofNumber: text, from: position) else { return false }
                isLeading = false
                position = end - 1
            case UInt8(ascii: ":"): break
            default: isLeading = false  // a letter of true, false or null
            }
            if depth > Self.depthLimit { return false }
            position += 1
        }
        return true
    }

    /// Where a number ends; `nil` if it is that of a card.
    private func end(ofNumber text: Text, from start: Int) -> Int? {
        var end = start + 1
        var hasExponent = false
        scan: while end < text.count {
            switch text[end] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): break
            case UInt8(ascii: "e"), UInt8(ascii: "E"): hasExponent = true
            default: break scan
            }
            end += 1
        }
        guard findsCards, hasExponent || end - start >= Self.cardDigits else { return end }
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end]))) else {
            return nil
        }
        if case .number(.int(let number)) = value, CardNumber.isOne(number) { return nil }
        return end
    }

    /// Where the quote is that ends a string; `nil` if something may have to be removed from it.
    private mutating func end(ofString text: Text, from start: Int, isKey: Bool) -> Int? {
        let (end, isSuspect, isEscaped) = text.string(from: start)
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end]))
        if isKey {
            guard !isEscaped, isHarmless(key: content) else { return nil }
        } else if isSuspect || isEscaped {
            let quoted = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[(start - 1)...end]))
            var counts: [String: Int] = [:]
            guard case .string(let string)? = try? JSONValue(parsing: quoted), redactor.redacted(string, counting: &counts) == nil else {
                return nil
            }
        }
        return end
    }

    /// Whether a key, as it stands between its quotes and without escapes, falls under no rule and has no secret's shape.
    mutating func isHarmless(key: UnsafeRawBufferPointer) -> Bool {
        if harmlessKeys.contains(key) { return true }
        guard isHarmless(key: String(decoding: key, as: UTF8.self)) else { return false }
        harmlessKeys.insert(key)
        return true
    }

    /// Whether a key falls under no rule and has no secret's shape.
    func isHarmless(key: String) -> Bool { redactor.isHarmless(key: key) }

    /// Whether a key has nothing to be escaped, neither in JSON nor in a pointer.
    func isPlain(_ key: UnsafeRawBufferPointer) -> Bool {
        key.allSatisfy { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
    }
}

extension Redactor {
    /// Whether a key falls under no rule and has no secret's shape.
    func isHarmless(key: String) -> Bool {
        var counts: [String: Int] = [:]
        return matcher.rule(for: key) == nil && scanner.redacted(key, counting: &counts) == nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the string that begins at an index, behind its quote, and ends the text has no escape and nothing that could begin a secret.
    func isHarmlessString(from start: Int) -> Bool {
        let (end, isSuspect, isEscaped) = string(from: start)
        return !isSuspect && !isEscaped && end == count - 1
    }

    /// Looks at a JSON string once: where its closing quote is, whether anything in it could begin a secret, whether anything is escaped.
    ///
    /// The shapes of ``SecretScanner`` and the pairs of ``PairScanner`` all have a colon, an equals sign, two hyphens, thirteen digits, or begin
    /// a word with one of a few letters.
    fileprivate func string(from start: Int) -> (end: Int, isSuspect: Bool, isEscaped: Bool) {
        let kinds = ByteKind.table
        var position = start
        var digits = 0
        var isSuspect = false
        var isEscaped = false
        while position < count {
            let byte = self[position]
            switch kinds[Int(byte)] {
            case .plain: break
            case .digit: digits += 1
            case .mark: isSuspect = true
            case .hyphen: if self[position - 1] == UInt8(ascii: "-") { isSuspect = true }
            case .beginning: if !isSuspect, mayBeginSecret(position) { isSuspect = true }
            case .escape:
                isEscaped = true
                position += 1
            case .quote: return (position, isSuspect || digits >= 13, isEscaped)
            }
            position += 1
        }
        return (count, true, true)
    }

    /// Whether a word begins here with the first letters of a shape's.
    private func mayBeginSecret(_ start: Int) -> Bool {
        let before = self[start - 1]
        if before.isASCIIAlphanumeric || before == UInt8(ascii: "_") || start + 3 > count { return false }
        let (second, third) = (self[start + 1], self[start + 2])
        func goesOn(_ letters: StaticString) -> Bool { second == letters.utf8Start[0] && third == letters.utf8Start[1] }
        return switch self[start] {
        case UInt8(ascii: "e"): goesOn("yJ")
        case UInt8(ascii: "B"), UInt8(ascii: "b"): second | 0x20 == UInt8(ascii: "e") || second | 0x20 == UInt8(ascii: "a")
        case UInt8(ascii: "A"): goesOn("KI") || goesOn("SI") || goesOn("Iz")
        case UInt8(ascii: "g"): second == UInt8(ascii: "h") || goesOn("it") || goesOn("lp")
        case UInt8(ascii: "s"), UInt8(ascii: "r"): second == UInt8(ascii: "k")
        case UInt8(ascii: "x"): goesOn("ox") || goesOn("ap")
        case UInt8(ascii: "n"): goesOn("pm")
        case UInt8(ascii: "h"): goesOn("f_")
        case UInt8(ascii: "w"): goesOn("hs")
        case UInt8(ascii: "y"): goesOn("a2")
        case UInt8(ascii: "S"): goesOn("G.")
        default: false
        }
    }
}

/// What a byte of a JSON string may mean to the sieve.
private enum ByteKind: UInt8 {
    case plain, digit, mark, hyphen, beginning, escape, quote

    /// Each byte's; never freed.
    nonisolated(unsafe) static let table: UnsafePointer<ByteKind> = {
        let table = UnsafeMutablePointer<ByteKind>.allocate(capacity: 256)
        for byte in UInt8.min...UInt8.max { (table + Int(byte)).initialize(to: of(byte)) }
        return UnsafePointer(table)
    }()

    private static func of(_ byte: UInt8) -> ByteKind {
        switch byte {
        case UInt8(ascii: "\""): .quote
        case UInt8(ascii: "\\"): .escape
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case UInt8(ascii: ":"), UInt8(ascii: "="): .mark
        case UInt8(ascii: "-"): .hyphen
        case UInt8(ascii: "e"), UInt8(ascii: "B"), UInt8(ascii: "b"), UInt8(ascii: "A"), UInt8(ascii: "g"), UInt8(ascii: "s"),
            UInt8(ascii: "r"), UInt8(ascii: "x"), UInt8(ascii: "n"), UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "y"),
            UInt8(ascii: "S"):
            .beginning
        default: .plain
        }
    }
}
