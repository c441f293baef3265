/// Numbers of payment cards.
enum CardNumber {
    /// Whether an integer is one, of the 15 or 16 digits that most cards have.
    static func isOne(_ number: Int64) -> Bool {
        guard (340_000_000_000_000...9_999_999_999_999_999).contains(number) else { return false }
        return Array(String(number).utf8).withUnsafeBufferPointer { $0.cardNumber(0) == 0..<$0.count }
    }

    /// How many digits the cards of a brand have, by their first four; none where no brand begins so.
    fileprivate static func lengths(beginning first: Int) -> [Int] {
        switch first {
        case 4_000...4_999: [16, 19, 13]
        case 5_100...5_599, 2_221...2_720: [16]
        case 3_400...3_499, 3_700...3_799: [15]
        case 6_011, 6_440...6_599, 6_200...6_299, 3_528...3_589: [16, 19]
        case 3_000...3_059, 3_600...3_699, 3_800...3_999: [14]
        case 5_000...5_099, 5_600...5_899, 6_300...6_399, 6_700...6_799: [16, 19, 18]
        default: []
        }
    }

    /// Whether the last digit is the one that follows from the others (Luhn).
    fileprivate static func hasCheckDigit(_ digits: ArraySlice<Int>) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let doubled = place % 2 == 1 ? digit * 2 : digit
            sum += doubled > 9 ? doubled - 9 : doubled
        }
        return sum % 10 == 0
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The range of a card's number that begins at an index, also in groups of at least four digits divided by blanks or hyphens.
    func cardNumber(_ start: Int) -> Range<Int>? {
        // "0.4111…" is a fraction.
        if start > 1, self[start - 1] == UInt8(ascii: "."), self[start - 2].isASCIIDigit { return nil }
        var digits: [Int] = []
        var ends: [Int] = []
        var group = 0
        var index = start
        while index < count, digits.count < 19 {
            if self[index].isASCIIDigit {
                digits.append(Int(self[index] & 0xF))
                group += 1
                ends.append(index + 1)
            } else {
                guard group >= 4, self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "-") else { break }
                group = 0
            }
            index += 1
        }
        guard digits.count >= 13 else { return nil }
        for length in CardNumber.lengths(beginning: digits[..<4].reduce(0) { $0 * 10 + $1 }) where length <= digits.count {
            let end = ends[length - 1]
            if end < count, self[end].isASCIIAlphanumeric { continue }
            if CardNumber.hasCheckDigit(digits[..<length]) { return start..<end }
        }
        return nil
    }
}
