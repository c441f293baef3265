import RewindFormat
package import RewindValue

extension Masker {
    /// Whether an integer has too many digits to be recorded as it is.
    @inline(__always)
    @inlinable package static func isLong(_ magnitude: UInt64) -> Bool { magnitude >= 1_000_000 }

    /// The pseudonym of a number of more than six digits: a number with as many digits that fits the same standard types; a shorter number
    /// stays.
    ///
    /// The whole part of a fraction stays if it has at most three digits, so that a share of 1 remains one. Digits after the fifteenth are
    /// artefacts of arithmetic: 4.99 stays, which `Decimal` may hold as 4.990000000000001024, and so does 0.30000000000000004.
    package func masked(_ number: JSONNumber) -> JSONNumber {
        switch number {
        case .int(let value):
            guard Self.isLong(value.magnitude), value != .min else { return number }
            let masked = Int64(truncatingIfNeeded: masked(value.magnitude, isSigned: true))
            return .int(value < 0 ? -masked : masked)
        case .uint(let value): return Self.isLong(value) ? .uint(masked(value, isSigned: false)) : number
        case .double(let value): return masked(value).map { .double($0) } ?? masked(digitsOf: number)
        case .decimal: return masked(digitsOf: number)
        }
    }

    /// Another integer with as many digits, on the same side of the limits of the standard types.
    private func masked(_ magnitude: UInt64, isSigned: Bool) -> UInt64 {
        var (low, high) = (UInt64(1_000_000), UInt64(isSigned ? Int64.max.magnitude : .max))
        for limit in Self.limits {
            if limit <= magnitude { low = max(low, limit) } else { high = min(high, limit - 1) }
        }
        return low + permuted(magnitude - low, below: high - low + 1)
    }

    /// The smallest numbers with each number of digits, and the numbers after the largest of each type.
    private static let limits: [UInt64] =
        (7..<20).map { count in (0..<count).reduce(1) { power, _ in power * 10 } }
        + [1 << 31, 1 << 32, 1 << 63]

    /// The pseudonym of a fraction with at most fifteen digits, as most have: of dates, for example; `nil` for any other.
    private func masked(_ value: Double) -> Double? {
        var power: UInt64 = 1
        while power < 1_000_000_000_000_000 {
            power *= 10
            let scaled = (value.magnitude * Double(power)).rounded()
            if scaled >= 1e15 { return nil }
            if scaled / Double(power) != value.magnitude { continue }
            let digits = UInt64(scaled)
            guard Self.isLong(digits) else { return value }
            let whole = digits / power
            var smallest: UInt64 = 1_000_000
            while smallest <= digits / 10 { smallest *= 10 }
            let masked =
                whole < 1_000 ? whole * power + permuted(digits % power, in: 1..<power) : permuted(digits, in: smallest..<(10 * smallest))
            return (value.sign == .minus ? -1 : 1) * Double(masked) / Double(power)
        }
        return nil
    }

    /// Another number in a range that, like this one, does not end with zero.
    private func permuted(_ number: UInt64, in range: Range<UInt64>) -> UInt64 {
        func rank(_ number: UInt64) -> UInt64 { (number - 1) - (number - 1) / 10 }
        let first = rank(range.lowerBound)
        let other = first + permuted(rank(number) - first, below: rank(range.upperBound) - first)
        return other + other / 9 + 1
    }

    /// The pseudonym of any other number: each digit becomes a digit, except in a whole part of at most three.
    ///
    /// Repeats until the result has the same notation (cycle walking).
    private func masked(digitsOf number: JSONNumber) -> JSONNumber {
        var bytes = Array(number.text.utf8)
        let end = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
        let point = bytes[..<end].firstIndex(of: UInt8(ascii: ".")) ?? end
        let digits = bytes[..<end].indices.filter { bytes[$0].isASCIIDigit }
        let exact = digits.drop { bytes[$0] == UInt8(ascii: "0") }.prefix(15).map { bytes[$0] }
        // Zeros at the end do not count, nor do nines where fifteen digits are an artefact of arithmetic.
        let isFiller = exact.last == UInt8(ascii: "0") || exact.last == UInt8(ascii: "9") && exact.count == 15
        let fillers = exact.reversed().prefix { isFiller && $0 == exact.last }.count
        guard exact.count - fillers > JSONNumber.digitLimit else { return number }
        let hidesWhole = end < bytes.count || point == end || point - digits[0] > 3
        let places = hidesWhole ? digits : digits.filter { $0 > point }
        while true {
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: places.count) { values in
                for (index, place) in places.enumerated() { values[index] = UInt16(bytes[place] & 0xF) }
                permute(values) { _ in 10 }
                for (index, place) in places.enumerated() { bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: values[index]) }
            }
            // A zero at either end would change how many digits there are.
            if hidesWhole && bytes[digits[0]] == UInt8(ascii: "0") || point < end && bytes[end - 1] == UInt8(ascii: "0") { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if case .double = number, let value = Double(text), let result = JSONNumber(value) { return result }
            if case .decimal? = JSONNumber(literal: text), let result = JSONNumber(literal: text), result.text == text { return result }
        }
    }
}
