import RewindValue

/// Tells of JSON text that no rule removes anything from it: what passes may be written as it stands.
///
/// It looks at bytes where ``RedactionWalk`` looks at values. Whatever could be the beginning of a secret is settled by the redactor's own
/// functions, so what passes here, a walk would leave as it is; what does not pass may still be harmless (an escaped key), and the walk decides.
/// Works for rules of keys and shapes; pointer patterns and rules of the app's own need the walk.
struct SecretByteFilter {
    private let redactor: Redactor
    private let findsCards: Bool
    /// Whether any shape is looked for: where all texts have pseudonyms, none is.
    private let findsShapes: Bool
    /// Keys that fall under no rule and have no secret's shape, as they stand between their quotes.
    private var harmlessKeys = KnownTexts()
    /// What the numbers of the innermost array say, if they are the bytes of a text.
    private var byteText: [UInt8] = []
    /// The objects that the text begins with, each the first member of the one before.
    private(set) var leading: [LeadingObject] = []

    typealias Text = UnsafeBufferPointer<UInt8>

    init(redactor: Redactor) {
        self.redactor = redactor
        findsCards = redactor.scanner.shapes.contains(.cardNumber)
        findsShapes = !redactor.scanner.shapes.isEmpty
    }

    /// Deeper than this, the walk decides; a recorded value nests 120 levels at most.
    static let depthLimit = 100
    private static let leadingLimit = 16

    /// Whether a number may be a byte of a text.
    static func isTextByte(_ number: Int64) -> Bool {
        number >= 0x20 && number != 0x7F && number <= 0xF4 || number == 9 || number == 10 || number == 13
    }

    /// Whether nothing is to be removed from a text, which has to be JSON as this package writes it: valid, without blanks.
    mutating func passes(_ text: Text) -> Bool {
        leading.removeAll(keepingCapacity: true)
        var isLeading = true
        var objects: UInt128 = 0  // a bit for each open container, the innermost lowest: whether it is an object
        var depth = 0
        var isKeyNext = false
        var position = 0
        var holdsBytes = false  // whether the innermost array has had nothing but numbers so far
        var key = 0..<0  // the last key
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "{"):
                holdsBytes = false
                depth += 1
                objects = objects << 1 | 1
                isKeyNext = true
                if isLeading, depth <= Self.leadingLimit { leading.append(LeadingObject()) }
            case UInt8(ascii: "["):
                holdsBytes = true
                byteText.removeAll(keepingCapacity: true)
                depth += 1
                objects <<= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if holdsBytes, byteText.count >= Redactor.shortestBytes, redactor.redactedBytes(byteText) { return false }
                holdsBytes = false
                depth -= 1
                objects >>= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: ","):
                isKeyNext = objects & 1 == 1
                isLeading = false
                if isKeyNext, depth <= leading.count { leading[depth - 1].isSingle = false }
            case UInt8(ascii: "\""):
                holdsBytes = false
                guard let end = end(ofString: text, from: position + 1, isKey: isKeyNext) else { return false }
                if isKeyNext {
                    key = (position + 1)..<end
                } else if position > 0, text[position - 1] == UInt8(ascii: ":"),
                    namesSecretField(text[(position + 1)..<end], key: text[key])
                {
                    return false
                }
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
                if holdsBytes { holdsBytes = takeByte(text[position..<end]) }
                position = end - 1
            case UInt8(ascii: ":"): break
            default:  // a letter of true, false or null
                isLeading = false
                holdsBytes = false
            }
            if depth > Self.depthLimit { return false }
            position += 1
        }
        return true
    }

    /// Whether a text may name a field that a rule covers, beside which the walk finds what is in the field.
    private func namesSecretField(_ text: Slice<Text>, key: Slice<Text>) -> Bool {
        guard key.count <= 10, WordLists.fieldNames.contains(String(decoding: key, as: UTF8.self)), KeyMatcher.mayNameField(text) else {
            return false
        }
        return redactor.matcher.rule(for: String(decoding: text, as: UTF8.self)) != nil
    }

    /// Takes a number as a byte of a text; `false` if it is none.
    private mutating func takeByte(_ digits: Slice<Text>) -> Bool {
        guard digits.count <= 3, byteText.count < Redactor.byteLimit, digits.allSatisfy(\.isASCIIDigit) else { return false }
        let number = digits.reduce(0) { $0 * 10 + Int64($1 & 0xF) }
        guard Self.isTextByte(number) else { return false }
        byteText.append(UInt8(truncatingIfNeeded: number))
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
        guard findsCards, hasExponent || end - start >= CardNumber.shortest else { return end }
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end]))) else {
            return nil
        }
        if case .number(.int(let number)) = value, CardNumber.isOne(number) { return nil }
        return end
    }

    /// Where the quote is that ends a string; `nil` if something may have to be removed from it.
    private mutating func end(ofString text: Text, from start: Int, isKey: Bool) -> Int? {
        if !isKey, !findsShapes { return text.endOfString(from: start) }
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
        // What is below it, or beside the `kty` of a JSON Web Key, may be a secret by that.
        return matcher.rule(for: key) == nil && !matcher.hasSecretMembers(key) && key != "kty" && redacted(key, counting: &counts) == nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the string that begins at an index, behind its quote, and ends the text has no escape and nothing that could begin a secret.
    func isHarmlessString(from start: Int) -> Bool {
        let (end, isSuspect, isEscaped) = string(from: start)
        return !isSuspect && !isEscaped && end == count - 1
    }

    /// Where the quote is that ends a JSON string; `nil` if there is none.
    fileprivate func endOfString(from start: Int) -> Int? {
        var position = start
        while position < count, self[position] != UInt8(ascii: "\"") { position += self[position] == UInt8(ascii: "\\") ? 2 : 1 }
        return position < count ? position : nil
    }

    /// Looks at a JSON string once: where its closing quote is, whether anything in it could be part of a secret, whether anything is escaped.
    ///
    /// The signs of a secret are a word that begins as a row of ``SecretBeginning`` does, and what the other shapes of ``SecretScanner`` and the pairs of
    /// ``PairScanner`` can't do without: a colon, an equals sign, an arrow, two hyphens, `is`, `was`, four digits in a row or twelve in all, a word of
    /// sixteen letters and more, twelve words of three to eight letters.
    fileprivate func string(from start: Int) -> (end: Int, isSuspect: Bool, isEscaped: Bool) {
        let kinds = ByteKind.table
        var position = start
        var digits = 0
        var isSuspect = false
        var isEscaped = false
        var wordStart = start
        var words = 0
        var digitsBefore = 0  // the present word
        if mayBeginSecret(start) { isSuspect = true }
        while position < count {
            let byte = self[position]
            switch kinds[Int(byte)] {
            case .plain: break
            case .digit:
                digits += 1
                if position >= start + 3, self[position - 1].isASCIIDigit, self[position - 2].isASCIIDigit, self[position - 3].isASCIIDigit
                {
                    isSuspect = true
                }
            case .mark: isSuspect = true
            case .joint:
                if byte == UInt8(ascii: "-"), self[position - 1] == byte { isSuspect = true }
                if !isSuspect, mayBeginSecret(position + 1) || byte == UInt8(ascii: "-") && mayBeginSecret(position) { isSuspect = true }
            case .end:
                let length = position - wordStart
                if length >= EncodedText.shortest || length >= 8 && digits > digitsBefore { isSuspect = true }
                digitsBefore = digits
                if length > 0, !isSuspect {
                    words = length >= 3 && length <= 8 ? words + 1 : 0
                    if words >= Mnemonic.shortest - 1 {
                        words = mnemonicWords(before: position)
                        if words >= Mnemonic.shortest - 1 { isSuspect = true }
                    }
                    if isVerb(wordStart, length) { isSuspect = true }
                }
                wordStart = position + 1
                if !isSuspect, mayBeginSecret(position + 1) { isSuspect = true }
            case .escape:
                isEscaped = true
                position += 1
            case .quote:
                if position - start == 36, !isEscaped, isUUID(start) { return (position, false, false) }
                let length = position - wordStart
                return (
                    position,
                    isSuspect || digits >= CardNumber.shortest || length >= EncodedText.shortest || length >= 8 && digits > digitsBefore,
                    isEscaped
                )
            }
            position += 1
        }
        return (count, true, true)
    }

    /// How many words that end at an index, one after the other, may be a mnemonic's.
    @inline(never)
    private func mnemonicWords(before end: Int) -> Int {
        var words = 0
        var end = end
        while words < Mnemonic.shortest {
            while end > 0, !(self[end - 1] | 0x20).isASCIILetter, self[end - 1] != UInt8(ascii: "\"") { end -= 1 }
            var start = end
            while start > 0, (self[start - 1] | 0x20).isASCIILetter { start -= 1 }
            guard start < end, Mnemonic.mayHave(self[start..<end]) else { break }
            words += 1
            end = start
        }
        return words
    }

    /// Whether 36 bytes are a UUID, which says nothing.
    private func isUUID(_ start: Int) -> Bool {
        for index in 0..<36 {
            let byte = self[start + index]
            let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
            if isHyphen ? byte != UInt8(ascii: "-") : !byte.isHexDigit { return false }
        }
        return true
    }

    /// Whether a word is `is`, `was`, `ist`, `es` or `est`, which join a key and a value in a sentence.
    @inline(__always)
    private func isVerb(_ start: Int, _ length: Int) -> Bool {
        guard length == 2 || length == 3 else { return false }
        if self[start] == UInt8(ascii: "w"), length == 3 {
            return self[start + 1] == UInt8(ascii: "a") && self[start + 2] == UInt8(ascii: "s")
        }
        guard self[start] == UInt8(ascii: "i") || self[start] == UInt8(ascii: "e"), self[start + 1] == UInt8(ascii: "s") else {
            return false
        }
        return length == 2 || self[start + 2] == UInt8(ascii: "t")
    }
}

/// What a byte of a JSON string may mean to the filter.
private enum ByteKind: UInt8 {
    /// A letter, or an underscore.
    case plain
    case digit
    /// It joins a key and a value.
    case mark
    /// It divides words, and yet may be part of a token.
    case joint
    /// It ends a word.
    case end
    case escape, quote

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
        // 0xEF begins the full-width colon.
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"), 0xEF: .mark
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "%"), 0x80...0xFF: .joint
        case UInt8(ascii: "_"): .plain
        default: byte.isASCIIAlphanumeric ? .plain : .end
        }
    }
}
