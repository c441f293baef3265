/// Times as people write and read them.
package enum TimeText {
    private static let second = 1_000_000_000

    /// The nanoseconds of `1:02.5`, `1:00:00`, `90`, `90s`, `1500ms` or `2m`; `nil` for anything else, as for `1:70`.
    package static func nanoseconds(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
        return parts.contains { digits($0.prefix { $0 != "." }).map { $0 > 59 } ?? false } ? nil : anyNanoseconds(text)
    }

    private static func anyNanoseconds(_ text: some StringProtocol) -> Int? {
        for (unit, scale) in [("ms", second / 1_000), ("s", second), ("m", 60 * second), ("h", 3_600 * second)] where text.hasSuffix(unit) {
            let number = text.dropLast(unit.count)
            return decimal(number.dropLast(number.reversed().prefix { $0 == " " }.count), scale: scale)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, var total = decimal(last, scale: second) else { return nil }
        var scale = second
        for part in parts.dropLast().reversed() {
            scale *= 60
            guard !part.contains("."), let value = decimal(part, scale: scale) else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(value)
            if overflow { return nil }
            total = sum
        }
        return total
    }

    /// A time since the start as `00:12.345`, with leading hours if needed.
    ///
    /// - Parameter digits: how many digits the fraction has, up to three; what does not fill the last one is cut.
    package static func clock(_ nanoseconds: Int, digits: Int = 3) -> String {
        let milliseconds = Int(nanoseconds.magnitude / 1_000_000)
        let seconds = milliseconds / 1_000
        let hours = seconds / 3_600
        let text = "\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2)).\(padded(milliseconds % 1_000, 3).prefix(digits))"
        return (nanoseconds < 0 ? "-" : "") + (hours > 0 ? "\(hours):" : "") + text
    }

    /// How long something took, in a suitable unit: `412 ns`, `3.1 ms`, `2.5 s`, `1 min 5 s`; what does not fill a unit is cut.
    package static func duration(_ nanoseconds: Int) -> String {
        let sign = nanoseconds < 0 ? "-" : ""
        let value = Int(min(nanoseconds.magnitude, UInt(Int.max)))
        func tenths(_ unit: Int) -> String { "\(value / unit).\(value / (unit / 10) % 10)" }
        switch value {
        case ..<1_000: return "\(sign)\(value) ns"
        case ..<1_000_000: return "\(sign)\(tenths(1_000)) µs"
        case ..<second: return "\(sign)\(tenths(1_000_000)) ms"
        case ..<(60 * second): return "\(sign)\(tenths(second)) s"
        case ..<(3_600 * second): return "\(sign)\(value / second / 60) min \(value / second % 60) s"
        default: return "\(sign)\(value / second / 3_600) h \(value / second / 60 % 60) min"
        }
    }

    /// Digits with an optional fraction, times a scale, exactly; finer digits than nanoseconds are cut.
    private static func decimal(_ text: some StringProtocol, scale: Int) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = digits(parts[0]) else { return nil }
        var (total, overflow) = whole.multipliedReportingOverflow(by: scale)
        if overflow { return nil }
        if parts.count == 2 {
            guard digits(parts[1].prefix(18)) != nil else { return nil }
            var unit = scale
            for digit in parts[1].utf8 {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                // Scales below ten nanoseconds leave nothing to add.
                total = total.addingReportingOverflow(unit * Int(digit - UInt8(ascii: "0")) / 10).partialValue
                unit /= 10
            }
        }
        overflow = total < 0
        return overflow ? nil : total
    }

    private static func digits(_ text: some StringProtocol) -> Int? {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
