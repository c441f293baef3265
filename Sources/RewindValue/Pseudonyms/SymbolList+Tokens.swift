/// Letters and digits of ASCII, and what becomes of each.
///
/// A word or a number keeps the kinds of its characters. A token does not: in a hash, a UUID or a text in Base64, which characters are digits and which
/// are capitals tells enough of them to find by trying what they stand for.
extension SymbolList {
    /// Finds what is masked of the letters and digits from a place on, with what joins them to a token, and returns where they end.
    ///
    /// - Parameters:
    ///   - range: from their first character to where the part of the text ends in which they stand.
    ///   - joins: whether `+`, `/`, `-` and `_` may be part of a token.
    mutating func findRun(in text: Text, _ range: Range<Int>, joins: Bool) -> Int {
        if let end = findHexadecimalGroups(in: text, range) { return end }
        if joins, range.lowerBound >= base64End {
            let run = TokenRun(text, range, joinedBy: UInt8(ascii: "+"), UInt8(ascii: "/"))
            if run.isToken, run.joiners > 0, run.hasFewJoiners, run.isPadded || Self.isBase64(run.range, of: text) {
                for position in run.range { append(position, .base64) }
                return run.range.upperBound
            }
            base64End = run.range.upperBound
        }
        let run = joins ? TokenRun(text, range, joinedBy: UInt8(ascii: "-"), UInt8(ascii: "_")) : TokenRun(text, range)
        if !run.isToken {
            findWords(in: text, run.range)
        } else if run.joiners > 0, run.hasFewJoiners {
            for position in run.range { append(position, .base64URL) }
        } else {
            for position in run.range where text[position].isASCIIAlphanumeric { append(position, .alphanumeric) }
        }
        return run.range.upperBound
    }

    /// Whether a token with `+` or `/` inside is more likely to be Base64 without padding than a path.
    private static func isBase64(_ range: Range<Int>, of text: Text) -> Bool {
        if range == 0..<text.count && text.count % 4 == 0 || range.count >= 40 { return true }
        if text[range].contains(UInt8(ascii: "+")) { return true }
        // As in `SHA256:` and `;base64,`.
        return range.lowerBound > 0 && (text[range.lowerBound - 1] == UInt8(ascii: ":") || text[range.lowerBound - 1] == UInt8(ascii: ","))
    }

    /// Finds the characters of words and numbers.
    ///
    /// Where one of them ends being either, that character still tells its kind: so none becomes a word by chance, and the pseudonym of another.
    private mutating func findWords(in text: Text, _ range: Range<Int>) {
        var word = TokenRun.Word.none
        for position in range {
            guard text[position].isASCIIAlphanumeric else {
                word = .none
                continue
            }
            let kind = text[position].kind
            append(position, word == .mixed ? .alphanumeric : kind)
            word.add(kind)
        }
    }
}

/// Letters and digits in a row, with what joins them.
private struct TokenRun {
    /// So many that mix are a token from end to end.
    static let length = 8

    /// Where it is, without joiners at its end.
    private(set) var range: Range<Int>
    /// How many joiners there are.
    private(set) var joiners = 0
    /// Whether a word of it is none: a letter follows a digit, or a capital stands inside.
    private var isMixed = false
    /// Whether `=` follows.
    let isPadded: Bool

    /// - Parameters:
    ///   - limits: from its first character to where it has to end.
    ///   - joiner: a character that may stand inside, and so may `other`; by default none that a text has.
    init(_ text: SymbolList.Text, _ limits: Range<Int>, joinedBy joiner: UInt8 = 0xFF, _ other: UInt8 = 0xFF) {
        var end = limits.lowerBound
        var word = Word.none
        var seen = 0
        for position in limits {
            if text[position].isASCIIAlphanumeric {
                word.add(text[position].kind)
                if word == .mixed { isMixed = true }
                (end, self.joiners) = (position + 1, seen)
            } else if text[position] == joiner || text[position] == other {
                word = .none
                seen += 1
            } else {
                break
            }
        }
        range = limits.lowerBound..<end
        isPadded = end < text.count && text[end] == UInt8(ascii: "=")
    }

    /// Whether nothing shall tell the kinds of its characters.
    var isToken: Bool { isMixed && range.count - joiners >= Self.length }

    /// Whether there are as few joiners as among the 64 characters of Base64, not as many as between words.
    var hasFewJoiners: Bool { joiners <= range.count / 8 }

    /// What letters and digits make together, as far as they are read.
    enum Word {
        case none, lower, capital, capitals, capitalised, number, numbered
        /// No word and no number.
        case mixed

        mutating func add(_ kind: MaskSymbol.Kind) {
            self =
                switch (self, kind) {
                case (.none, .lower), (.lower, .lower): .lower
                case (.none, .upper): .capital
                case (.capital, .upper), (.capitals, .upper): .capitals
                case (.capital, .lower), (.capitalised, .lower): .capitalised
                case (.none, .digit), (.number, .digit): .number
                case (.mixed, _): .mixed
                case (_, .digit): .numbered
                default: .mixed
                }
        }
    }
}

extension UInt8 {
    /// What a letter or digit of ASCII is.
    fileprivate var kind: MaskSymbol.Kind { isASCIIDigit ? .digit : self & 0x20 == 0 ? .upper : .lower }
}
