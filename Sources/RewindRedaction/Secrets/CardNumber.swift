import RewindValue

/// Numbers of payment cards.
enum CardNumber {
    /// The number of digits of the shortest number that counts as a card's.
    static var shortest: Int { 12 }

    /// Whether an integer is a card's number of at most 16 digits; a longer one may be a part of a `Duration`, in attoseconds.
    static func isOne(_ number: Int64) -> Bool {
        guard number >= 300_000_000_000, number < 10_000_000_000_000_000 else { return false }
        return Array(String(number).utf8).withUnsafeBufferPointer { $0.cardNumber(0) == 0..<$0.count }
    }

    /// The lengths of a brand's numbers, by their first four digits; empty if no brand begins like this.
    fileprivate static func lengths(beginning first: Int) -> [Int] {
        switch first {
        case 4_000...4_999: [19, 16]  // 13 digits are no longer issued, and barcodes have as many
        case 5_100...5_599, 2_221...2_720: [16]
        case 3_400...3_499, 3_700...3_799: [15]
        case 6_011, 6_440...6_599, 6_200...6_299, 3_528...3_589, 8_100...8_199: [19, 18, 17, 16]
        case 3_000...3_059, 3_095, 3_600...3_699, 3_800...3_999: [19, 16, 14]
        case 5_000...5_099, 5_600...5_899, 6_300...6_399, 6_700...6_799: [19, 18, 17, 16, 15, 14, 13, 12]
        case 2_200...2_204, 6_050...6_099, 9_792: [19, 16]
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
    /// The range of a card's number that begins at an index, also in groups of at least four digits with the same separator.
    func cardNumber(_ start: Int) -> Range<Int>? {
        // "0.4111…" is a fraction, "+639…" a phone's number.
        if start > 1, self[start - 1] == UInt8(ascii: "."), self[start - 2].isASCIIDigit { return nil }
        if start > 0, self[start - 1] == UInt8(ascii: "+") { return nil }
        guard start + CardNumber.shortest <= count, self[start..<(start + 4)].allSatisfy({ $0.isASCIIDigit }) else { return nil }
        var digits: [Int] = []
        var ends: [Int] = []
        var group = 0
        var divider: Slice<Self>?
        var index = start
        while index < count, digits.count < 19 {
            if self[index].isASCIIDigit {
                digits.append(Int(self[index] & 0xF))
                group += 1
                ends.append(index + 1)
                index += 1
                continue
            }
            // The separator is the same throughout.
            guard group >= 4, let next = groupDivider(index), divider?.elementsEqual(self[index..<next]) ?? true else { break }
            divider = self[index..<next]
            group = 0
            index = next
        }
        guard digits.count >= CardNumber.shortest else { return nil }
        for length in CardNumber.lengths(beginning: digits[..<4].reduce(0) { $0 * 10 + $1 }) where length <= digits.count {
            let end = ends[length - 1]
            if end < count, self[end].isASCIIAlphanumeric { continue }
            // A `Duration` measured by a clock has attoseconds that end with nine zeros, and no card's number does.
            if digits[..<length].suffix(9).allSatisfy({ $0 == 0 }) { continue }
            if CardNumber.hasCheckDigit(digits[..<length]) { return start..<end }
        }
        return nil
    }
}
