extension JSONNumber {
    /// Parses a JSON literal such as `-12.50e3`; `nil` for anything that is not a number according to RFC 8259.
    ///
    /// Exact to the last digit. Also `nil` if the exponent has more than nine digits, which no real number needs.
    package init?(literal: some StringProtocol) {
        let bytes = Array(literal.utf8)
        let scanned = bytes.withUnsafeBytes { bytes in
            var position = 0
            let number = try? NumberScanner.scan(bytes, from: &position)
            return position == bytes.count ? number : nil
        }
        guard let scanned else { return nil }
        self = scanned
    }

    /// The number as a JSON literal, the same for equal numbers.
    ///
    /// Integers have all their digits; doubles have their shortest form, as `JSONEncoder` writes them; negative zero is `-0`.
    /// A decimal whose text is no number, which no initialiser makes, is `null`.
    package var text: String {
        switch self {
        case .int(let value): String(value)
        case .uint(let value): String(value)
        case .double(let value): value.isZero ? "-0" : value.description
        // Every number that is written passes here, and a text that is not a number would break its line.
        case .decimal(let digits): JSONNumber(literal: digits) == nil ? "null" : digits
        }
    }

    /// The `Double` nearest to the number; infinite for a decimal beyond the range of `Double`.
    package var doubleValue: Double {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .decimal(let digits): Double(digits) ?? .nan
        }
    }
}

extension JSONNumber {
    /// Below, at or above zero, as the number is less than another, equal to it, or greater; to the last digit.
    package func order(to other: JSONNumber) -> Int {
        let (left, right) = (doubleValue, other.doubleValue)
        if left != right { return left < right ? -1 : 1 }
        return self == other ? 0 : DecimalDigits(text: text).order(to: DecimalDigits(text: other.text))
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The literal.
    public var description: String { text }
}
