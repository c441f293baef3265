import RewindFormat
import RewindReplay
import RewindValue

/// A time as programs write it.
struct LoggedTime {
    /// Nanoseconds since 1970; `nil` if the value is no time, negative, or 0, which programs write for an unknown time.
    let nanoseconds: Int?
    /// What is there, if it is not understood.
    let foreign: String?

    /// Reads a number since 1970, which may be a text, or a date.
    ///
    /// - Parameter unit: the nanoseconds of a unit; by default the number is in the unit that puts it into this century.
    init(_ value: JSONValue?, unit: Int? = nil) {
        let text: String? =
            switch value {
            case .number?: value?.jsonText
            case .string(let text)?: String(text.trimmed)
            default: nil
            }
        let isNumber = text?.utf8.allSatisfy { "0123456789.eE+".utf8.contains($0) } == true
        let time = text.flatMap { text in
            // 20260306151801 is a date, as no unit puts it into this century.
            if isNumber, ![8, 12, 14].contains(text.utf8.count) { return Self.number(text, unit) }
            return LoggedDate.nanoseconds(text) ?? (isNumber ? Self.number(text, unit) : nil)
        }
        nanoseconds = time.flatMap { (1...FormatLimits.wallTimes.upperBound).contains($0) ? $0 : nil }
        let isNone = value == nil || value == .null || text == "" || text == "0"
        foreign = nanoseconds == nil && !isNone ? value?.jsonText : nil
    }

    /// A decimal number, to the last digit.
    private static func number(_ text: String, _ unit: Int?) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first.flatMap({ Int($0) }), whole > 0 else { return exponent(text, unit) }
        let units = [1, 1_000, 1_000_000].first { whole >= 100_000_000_000_000_000 / $0 }
        let factor = unit ?? units ?? 1_000_000_000
        let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: factor)
        if overflow { return nil }
        guard parts.count > 1 else { return nanoseconds }
        guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let fraction = Int(parts[1].prefix(9).padded(to: 9)) else {
            return exponent(text, unit)
        }
        return nanoseconds + fraction / (1_000_000_000 / factor)
    }

    /// A number such as `1.764e9`.
    private static func exponent(_ text: String, _ unit: Int?) -> Int? {
        guard let value = Double(text), value >= 1, value < 9e18 else { return nil }
        return number("\(Int(value))", unit)
    }
}

extension Substring {
    /// The digits, padded with zeros at the end to a length.
    func padded(to count: Int) -> String { self + String(repeating: "0", count: Swift.max(0, count - self.count)) }
}
