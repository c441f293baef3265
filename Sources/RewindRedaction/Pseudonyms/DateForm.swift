import RewindValue

/// A date by ISO 8601, with or without a time: `2026-03-01`, `2026-03-01T12:30:45.25Z`.
struct DateForm {
    /// The positions of the digits that a pseudonym changes: all but the century's and the zone's.
    let digits: [Int]

    /// `nil` for a text that is no date, or one that no calendar has.
    init?(_ text: Masker.Text) {
        guard text.count >= 10, text.count <= 35, text[4] == UInt8(ascii: "-"), text.has("0000-00-00", at: 0) else { return nil }
        func number(at start: Int) -> Int { Int(text[start] & 0xF) * 10 + Int(text[start + 1] & 0xF) }
        let (year, month, day) = (number(at: 0) * 100 + number(at: 2), number(at: 5), number(at: 8))
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard year > 0, (1...12).contains(month), (1...days).contains(day) else { return nil }
        var end = 10
        if text.count > end {
            guard text[end].isOne(of: "T "), text.has("00:00", at: 11), number(at: 11) < 24, number(at: 14) < 60 else { return nil }
            end = 16
            if text.has(":00", at: end) {
                guard number(at: 17) < 60 else { return nil }
                end = 19
                if text.has(".0", at: end) { end = UnsafeBufferPointer(text).run(from: 20) { $0.isASCIIDigit } }
            }
        }
        let zones = ["", "Z", "+00:00", "-00:00", "+0000", "-0000"]
        let isZoned = zones.contains { text.has($0, at: end) && end + $0.utf8.count == text.count }
        guard isZoned else { return nil }
        digits = (2..<end).filter { text[$0].isASCIIDigit }
    }

    /// How many digits may stand at a position, from 0 on.
    static func count(at position: Int) -> UInt16 {
        switch position {
        case 5: 2
        case 8: 4
        case 11: 3
        case 14, 17: 6
        default: 10
        }
    }
}

extension Masker.Text {
    /// Whether the text has a form at a place; a zero in the form matches any digit.
    fileprivate func has(_ form: String, at start: Int) -> Bool {
        start + form.utf8.count <= count
            && zip(self[start...], form.utf8).allSatisfy { $1 == UInt8(ascii: "0") ? $0.isASCIIDigit : $0 == $1 }
    }

    /// Whether it is a UUID, in capitals or in small letters.
    var isUUID: Bool {
        guard count == Pseudonyms.uuidCount, self[8] == UInt8(ascii: "-"), Pseudonyms.isUUID(self) else { return false }
        return !(contains { (65...70).contains($0) } && contains { (97...102).contains($0) })
    }
}
