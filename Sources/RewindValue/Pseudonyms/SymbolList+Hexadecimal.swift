/// Hexadecimal digits inside a text: in groups, and where they stand for a byte or a character.
extension SymbolList {
    /// Finds hexadecimal digits in groups: of a UUID or an address, or bytes as they are shown, `3c 22 fb`, `0x3c, 0x22`, `\xe5\x8c`.
    ///
    /// What stands between two is the same each time, and so is their length, unless `:` joins them, or they are a UUID. Where no `:` and no prefix tells
    /// that they are bytes, one of them has digits and letters: `cafe 1990 bad` is text.
    ///
    /// - Returns: where they end; `nil` if there are no such groups.
    mutating func findHexadecimalGroups(in text: Text, _ range: Range<Int>) -> Int? {
        if range.lowerBound < groupsEnd { return nil }
        let prefix = Self.hexadecimalPrefix(in: text, range)
        guard let group = Self.hexadecimalGroup(in: text, range.lowerBound + prefix, range.upperBound) else { return nil }
        var groups = HexadecimalGroups(of: text, first: group)
        var joiner: Range<Int>?
        var isLast = false
        var isPlain = prefix == 0
        while !isLast {
            let end = groups.end
            var start = end
            while start < range.upperBound, start - end < 4, text[start] < 0x80, !text[start].isASCIIAlphanumeric { start += 1 }
            let between = joiner ?? end..<start
            // In an IPv6 address, `::` stands for zeros.
            func isColon(_ range: Range<Int>) -> Bool { range.count <= 2 && text[range].allSatisfy { $0 == UInt8(ascii: ":") } }
            let isAddress = isColon(between)
            let isUUID = text[between].elementsEqual([UInt8(ascii: "-")]) && groups.beginUUID
            let isSame = text[end..<start].elementsEqual(text[between]) || isAddress && isColon(end..<start)
            guard start > end, isSame, prefix == 0 || Self.hexadecimalPrefix(in: text, start..<range.upperBound) == prefix,
                let next = Self.hexadecimalGroup(in: text, start + prefix, range.upperBound),
                isAddress || isUUID || next.count <= group.count
            else { break }
            joiner = between
            groups.add(next, of: text)
            isLast = !isAddress && !groups.beginUUID && next.count < group.count  // the last of them may be shorter
            isPlain = isPlain && !isAddress
        }
        guard groups.count > (prefix > 0 ? 1 : 2), groups.digits > 0, groups.letters > 0, groups.digits + groups.letters >= 6,
            !isPlain || groups.haveMixed
        else {
            groupsEnd = groups.end
            return nil
        }
        let digits = HexadecimalCase(of: text[range.lowerBound..<groups.end]).any
        var isInGroup = false
        var position = range.lowerBound
        while position < groups.end {
            if !isInGroup, text[position].isASCIIAlphanumeric {
                position += prefix
                isInGroup = true
            }
            if text[position].isASCIIAlphanumeric {
                append(position, digits)
            } else {
                isInGroup = false
            }
            position += 1
        }
        return groups.end
    }

    /// How many characters stand in front of hexadecimal digits to say that they are: `0x`, the `x` of `\x` and `&#x`, the `U` of `\U`.
    private static func hexadecimalPrefix(in text: Text, _ range: Range<Int>) -> Int {
        guard let first = text[range].first else { return 0 }
        if first == UInt8(ascii: "0"), range.count > 1, text[range.lowerBound + 1] | 0x20 == UInt8(ascii: "x") { return 2 }
        let isMarked = first | 0x20 == UInt8(ascii: "x") || first | 0x20 == UInt8(ascii: "u")
        guard isMarked, range.lowerBound > 0 else { return 0 }
        let before = text[range.lowerBound - 1]
        return before == UInt8(ascii: "\\") || before == UInt8(ascii: "#") ? 1 : 0
    }

    /// Hexadecimal digits from a place on, with no letter behind them; `nil` if there are none.
    private static func hexadecimalGroup(in text: Text, _ start: Int, _ limit: Int) -> Range<Int>? {
        var end = start
        while end < limit, text[end].isHexDigit { end += 1 }
        return end > start && (end == limit || !text[end].isASCIIAlphanumeric) ? start..<end : nil
    }

    // MARK: Escaped characters

    /// Finds what is masked of an escaped byte (`%C3`, `\xc3`, `=C3=BC`) or character (`\u00fc`, `&#xfc;`), and returns where its digits end; `nil` if
    /// none is there.
    ///
    /// - Parameter isEncoded: whether the text has no other percent signs, and no blanks: then escaped blanks and punctuation stay some.
    mutating func findEscape(in text: Text, _ start: Int, isEncoded: Bool) -> Int? {
        if let end = Self.endOfEscapedBytes(in: text, start) {
            let digits = HexadecimalCase(of: text[start..<end]).any
            for position in start..<end where text[position].isASCIIAlphanumeric { append(position, digits) }
            return end
        }
        guard let digits = Self.escapedDigits(in: text, start, isEncoded: isEncoded) else { return nil }
        let letters = letterCaseOfEscapes(in: text, isEncoded: isEncoded)
        // Where other percent signs stand, what looks like one that is escaped may be the digits of a pattern.
        if !isEncoded { for position in start..<digits.lowerBound where text[position].isHexDigit { append(position, letters.any) } }
        guard text[start] == UInt8(ascii: "%"), digits.count == 2, isEncoded else {
            for position in digits {
                // The first of four digits tells the script. Where it is a letter it stays: d is that of a half of a character.
                if digits.count == 4, position == digits.lowerBound {
                    if text[position].isASCIIDigit { append(position, .digit) }
                } else {
                    append(position, letters.any)
                }
            }
            return digits.upperBound
        }
        let (high, low) = (digits.lowerBound, digits.lowerBound + 1)
        switch text[high] {
        case UInt8(ascii: "0")...UInt8(ascii: "1"):
            append(high, letters.any)
            append(low, letters.any)
        case UInt8(ascii: "2"): if text[low] | 0x20 != UInt8(ascii: "f") { append(low, letters.mark) }
        case UInt8(ascii: "3"): if text[low].isASCIIDigit { append(low, .digit) }
        case UInt8(ascii: "4")...UInt8(ascii: "7"):
            append(high, .hexadecimalASCII)
            append(low, letters.any)
        default:
            append(high, letters.high)
            append(low, letters.any)
        }
        return digits.upperBound
    }

    /// The digits of an escape that begins at a place; `nil` if none does.
    private static func escapedDigits(in text: Text, _ start: Int, isEncoded: Bool) -> Range<Int>? {
        func digits(_ first: Int, _ count: Int) -> Range<Int>? {
            first + count <= text.count && text[first..<(first + count)].allSatisfy { $0.isHexDigit } ? first..<(first + count) : nil
        }
        func digits(_ first: Int, endedBy end: UInt8) -> Range<Int>? {
            let count = text[min(first, text.count)...].prefix(7).prefix { $0.isHexDigit }.count
            return count > 0 && first + count < text.count && text[first + count] == end ? first..<(first + count) : nil
        }
        func has(_ character: Unicode.Scalar, _ position: Int) -> Bool {
            position < text.count && text[position] == UInt8(ascii: character)
        }
        switch text[start] {
        case UInt8(ascii: "%"):
            if has("u", start + 1) { return digits(start + 2, 4) }
            guard var byte = digits(start + 1, 2) else { return nil }
            // Nobody writes a byte with letters of both cases: it is a pattern, as in `LIKE '%Ada%'`.
            if !isEncoded, HexadecimalCase(of: text[byte]) == .mixed { return nil }
            // What is escaped twice begins with an escaped percent sign, `%25C3`, or with an escaped backslash, `%5Cu00fc`.
            while has("2", byte.lowerBound), has("5", byte.lowerBound + 1), let next = digits(byte.upperBound, 2) { byte = next }
            guard has("5", byte.lowerBound), text[byte.lowerBound + 1] | 0x20 == UInt8(ascii: "c"), has("u", byte.upperBound) else {
                return byte
            }
            return digits(byte.upperBound + 1, 4) ?? byte
        case UInt8(ascii: "\\"):
            if has("x", start + 1) { return digits(start + 2, 2) }
            if has("u", start + 1) { return has("{", start + 2) ? digits(start + 3, endedBy: UInt8(ascii: "}")) : digits(start + 2, 4) }
            return has("U", start + 1) ? digits(start + 2, 8) ?? digits(start + 2, 4) : nil
        case UInt8(ascii: "&"):
            return has("#", start + 1) && has("x", start + 2) ? digits(start + 3, endedBy: UInt8(ascii: ";")) : nil
        default: return nil
        }
    }

    /// Where bytes beyond ASCII end that are escaped as mail has them, `=C3=BC` (RFC 2045), or a distinguished name, `\C3\BC` (RFC 4514): two or more, of
    /// which the first begins a character.
    private static func endOfEscapedBytes(in text: Text, _ start: Int) -> Int? {
        let mark = text[start]
        guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "\\") else { return nil }
        var end = start
        while end + 2 < text.count, text[end] == mark, text[end + 1].isHexDigit, text[end + 2].isHexDigit {
            if end == start, text[end + 1] < UInt8(ascii: "C") { break }
            end += 3
        }
        return end > start + 3 ? end : nil
    }

    /// Which letters the escapes of a text have: one case for all, or a capital would tell of digits without a letter.
    private mutating func letterCaseOfEscapes(in text: Text, isEncoded: Bool) -> HexadecimalCase {
        if let escapes { return escapes }
        let found = text.indices.lazy.compactMap { start in
            Self.escapedDigits(in: text, start, isEncoded: isEncoded).map { text[start..<$0.upperBound] }
        }
        let letters = HexadecimalCase(of: found.joined())
        escapes = letters
        return letters
    }

    /// Whether each percent sign of a text escapes a byte, and no blank stands between.
    static func isEncoded(_ text: Text) -> Bool {
        for (position, byte) in text.enumerated() {
            if byte <= 0x20 { return false }
            guard byte == UInt8(ascii: "%") else { continue }
            guard position + 2 < text.count, text[position + 1].isHexDigit, text[position + 2].isHexDigit else { return false }
        }
        return true
    }
}

/// Which letters hexadecimal digits have.
///
/// Where they have both, a capital is another digit than the small letter is.
enum HexadecimalCase {
    case lower, upper, mixed

    /// The case of the hexadecimal digits in a text.
    init(of text: some Sequence<UInt8>) {
        var (lower, upper) = (false, false)
        for byte in text where byte.isHexDigit && !byte.isASCIIDigit {
            if byte & 0x20 != 0 { lower = true } else { upper = true }
        }
        self = lower && upper ? .mixed : lower ? .lower : .upper
    }

    /// Any digit.
    var any: MaskSymbol.Kind {
        switch self {
        case .lower: .hexadecimalLower
        case .upper: .hexadecimalUpper
        case .mixed: .hexadecimalMixed
        }
    }

    /// The first digit of an escaped byte beyond ASCII.
    var high: MaskSymbol.Kind {
        switch self {
        case .lower: .hexadecimalHighLower
        case .upper: .hexadecimalHighUpper
        case .mixed: .hexadecimalHighMixed
        }
    }

    /// The second digit of an escaped blank or mark.
    var mark: MaskSymbol.Kind {
        switch self {
        case .lower: .markLower
        case .upper: .markUpper
        case .mixed: .markMixed
        }
    }
}

/// What groups of hexadecimal digits have in them.
private struct HexadecimalGroups {
    private(set) var count = 0
    private(set) var (digits, letters) = (0, 0)
    /// Whether one of them has digits and letters.
    private(set) var haveMixed = false
    /// Whether they are as long as the first ones of a UUID, and more have to follow.
    private(set) var beginUUID = true
    /// Where the last of them ends.
    private(set) var end = 0

    /// The lengths of a UUID's groups (RFC 9562).
    private static let uuid = [8, 4, 4, 4, 12]

    init(of text: SymbolList.Text, first group: Range<Int>) { add(group, of: text) }

    mutating func add(_ group: Range<Int>, of text: SymbolList.Text) {
        var (own, all) = (0, 0)
        for byte in text[group] {
            all += 1
            if byte.isASCIIDigit { own += 1 }
        }
        digits += own
        letters += all - own
        if own > 0, own < all { haveMixed = true }
        beginUUID = beginUUID && count < Self.uuid.count - 1 && all == Self.uuid[count]
        count += 1
        end = group.upperBound
    }
}
