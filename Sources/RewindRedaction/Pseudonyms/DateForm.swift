import RewindValue

/// The positions of the numbers in an ISO 8601 date, with or without a time: `2026-03-01`, `2026-03-01T12:30:45.25Z`.
///
/// The first two digits of the year and the zone are kept.
struct DateForm {
    struct Field {
        var position: Int
        var width = 2
        /// How many values the number may have, from ``first`` on.
        var count: UInt16
        var first: UInt16 = 0

        func value(in text: Masker.Text) -> UInt16 {
            text[position..<(position + width)].reduce(0) { $0 * 10 + UInt16($1 & 0xF) } - first
        }

        func put(_ value: UInt16, into text: Masker.Text) {
            var rest = value + first
            for index in (position..<(position + width)).reversed() {
                text[index] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
    }

    /// Year, month and day, and optionally hour, minute, second and fraction.
    private(set) var fields: [Field]
    private let century: Int

    init?(_ text: Masker.Text) {
        guard text.count >= 10, text.count <= 35, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text.has("0000-00-00", at: 0)
        else { return nil }
        fields = [Field(position: 2, count: 100), Field(position: 5, count: 12, first: 1), Field(position: 8, count: 31, first: 1)]
        century = Int(text[0] & 0xF) * 10 + Int(text[1] & 0xF)
        var end = 10
        if text.count > end {
            guard text[end].isOne(of: "T "), text.has("00:00", at: end + 1) else { return nil }
            fields += [Field(position: end + 1, count: 24), Field(position: end + 4, count: 60)]
            end += 6
            if text.has(":00", at: end) {
                fields.append(Field(position: end + 1, count: 60))
                end += 3
            }
            if text.has(".0", at: end) {
                end += 1
                while end < text.count, text[end].isASCIIDigit {
                    fields.append(Field(position: end, width: 1, count: 10))
                    end += 1
                }
            }
        }
        let isZone = end == text.count || text.has("Z", at: end) && end + 1 == text.count
        let isOffset = ["+00:00", "-00:00", "+0000", "-0000"].contains { text.has($0, at: end) && end + $0.utf8.count == text.count }
        guard isZone || end > 10 && isOffset else { return nil }
        let isSound = fields.allSatisfy { field in
            let digits = text[field.position..<(field.position + field.width)].reduce(0) { $0 * 10 + UInt16($1 & 0xF) }
            return digits >= field.first && digits - field.first < field.count
        }
        guard isSound, isDay(fields.prefix(3).map { $0.value(in: text) }) else { return nil }
    }

    /// Whether the calendar has the day given by the first three values.
    func isDay(_ values: some RandomAccessCollection<UInt16>) -> Bool {
        let values = values.prefix(3).map { Int($0) }
        let (year, month, day) = (century * 100 + values[0], values[1] + 1, values[2] + 1)
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return year > 0 && day <= (month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31)
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
