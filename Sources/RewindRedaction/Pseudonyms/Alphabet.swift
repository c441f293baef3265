import RewindValue

/// Characters that may replace each other, adjacent in Unicode and of the same length in bytes: the letters of a script and case, or ten
/// digits.
///
/// A letter beyond ASCII is replaced within its row of the table, if it has one, and otherwise within the 128 characters around it, as in
/// the scripts of India, Thai and many others. The table is for scripts that are not divided like this: without it, the neighbours would
/// reveal a part of each letter.
struct Alphabet {
    let first: UInt32
    /// The number of characters; 0 for a character that stays.
    let count: UInt16

    /// What is left of a short text: the same for all letters.
    var anyValue: UInt16 { count > 23 ? 23 : min(1, count - 1) }

    private static let none = Alphabet(first: 0, count: 0)

    /// The alphabet of the character at a place, and how many bytes that has.
    @inline(__always)
    static func of(_ text: Masker.Text, at place: Int) -> (Alphabet, width: Int) {
        if text[place] < 0x80 {
            let (first, count) = ofASCII(text[place])
            return (Alphabet(first: UInt32(first), count: UInt16(count)), 1)
        }
        let (scalar, width) = UnsafeBufferPointer(text).scalar(at: place)
        return (Unicode.Scalar(scalar).map(beyondASCII) ?? none, width)
    }

    /// The alphabet of a character of ASCII: the letters of its case, or the digits.
    @inline(__always)
    static func ofASCII(_ byte: UInt8) -> (first: UInt8, count: UInt8) {
        // Branch-free, since the kind of a character is unpredictable.
        let isLetter = (byte | 0x20) &- 0x61 < 26
        let isDigit = byte &- 0x30 < 10
        return (isLetter ? byte & 0x20 | 0x41 : isDigit ? 0x30 : 0, isLetter ? 26 : isDigit ? 10 : 0)
    }

    private static func beyondASCII(_ scalar: Unicode.Scalar) -> Alphabet {
        let value = scalar.value
        for row in table where row.contains(value) { return Alphabet(first: row.lowerBound, count: UInt16(row.count)) }
        if case .decimal? = scalar.properties.numericType, let digit = scalar.properties.numericValue {
            return Alphabet(first: value - UInt32(digit), count: 10)
        }
        return isLetter(scalar) ? Alphabet(first: value & ~127, count: 128) : none
    }

    /// Whether it is a letter, a number, or a combining mark of a letter.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber, .otherNumber: true
        // Unicode classifies the variation selectors of emoji as marks.
        case .nonspacingMark, .spacingMark, .enclosingMark: !(0xFE00...0xFE0F).contains(scalar.value)
        default: false
        }
    }

    private static let table: [ClosedRange<UInt32>] = [
        0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x3041...0x3096, 0x30A1...0x30FA,  // Han, Hangul, Hiragana, Katakana
        0x430...0x45F, 0x400...0x42F, 0x460...0x52F,  // Cyrillic: small, capital, others
        0xDF...0xFF, 0xC0...0xDE, 0x100...0x24F, 0x1E00...0x1EFF,  // Latin with marks: small, capital, others
        0x3AC...0x3CE, 0x386...0x3AB,  // Greek: small, capital
        0x300...0x36F,  // marks upon Latin and Greek letters
        0x5D0...0x5EA, 0x620...0x64A, 0x671...0x6D3, 0x561...0x587, 0x531...0x556,  // Hebrew, Arabic, Armenian
        0x1200...0x137F, 0x10D0...0x10FF,  // Ethiopic, Georgian
        0xFF41...0xFF5A, 0xFF21...0xFF3A, 0xFF66...0xFF9D,  // in the width of Han
        0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2EBE0, 0x30000...0x323AF,  // Han beyond the usual
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// The character beyond ASCII at a position of valid UTF-8, and its length in bytes; a single byte if it is cut off.
    func scalar(at place: Int) -> (scalar: UInt32, length: Int) {
        let lead = self[place]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard place + length <= count else { return (0x80, 1) }
        var scalar = UInt32(lead & (0xFF >> UInt8(length + 1)))
        for index in 1..<length { scalar = scalar << 6 | UInt32(self[place + index] & 0x3F) }
        return (scalar, length)
    }
}
