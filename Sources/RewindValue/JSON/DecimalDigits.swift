/// A decimal number in its one normal form, of any length: the slow, exact way to decide what a number is.
struct DecimalDigits: Equatable {
    var isNegative = false
    /// ASCII digits without zeros at either end; the decimal point is after the first.
    var digits: [UInt8] = []
    /// The power of ten that `d.ddd` is multiplied by.
    var exponent = 0

    /// The number of a literal without its exponent, times ten to the `scale`, which counts from the literal's last digit.
    init(_ mantissa: some Sequence<UInt8>, scale: Int) {
        for byte in mantissa {
            if byte == UInt8(ascii: "-") {
                isNegative = true
            } else if byte != UInt8(ascii: "."), byte != UInt8(ascii: "0") || !digits.isEmpty {
                digits.append(byte)
            }
        }
        exponent = digits.count - 1 + scale
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    }

    /// What a `Double` prints, which is the shortest decimal that is read as that `Double` again.
    init(shortestOf value: Double) { self.init(text: value.description) }

    init(text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "e"), maxSplits: 1)
        let scale = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        let fraction = parts[0].firstIndex(of: UInt8(ascii: ".")).map { parts[0][$0...].count - 1 } ?? 0
        self.init(parts[0], scale: scale - fraction)
    }

    /// Below, at or above zero, as the number is less than another, equal to it, or greater.
    func order(to other: DecimalDigits) -> Int {
        func sign(_ number: DecimalDigits) -> Int { number.digits.isEmpty ? 0 : number.isNegative ? -1 : 1 }
        if sign(self) != sign(other) { return sign(self) < sign(other) ? -1 : 1 }
        if digits == other.digits, exponent == other.exponent || digits.isEmpty { return 0 }
        let isSmaller = exponent != other.exponent ? exponent < other.exponent : digits.lexicographicallyPrecedes(other.digits)
        return isSmaller ? -sign(self) : sign(self)
    }

    /// The canonical form `[-]d[.ddd…][e±x]`.
    var text: String {
        var text = isNegative ? "-" : ""
        text += String(decoding: digits.prefix(1), as: UTF8.self)
        if digits.count > 1 { text += "." + String(decoding: digits.dropFirst(), as: UTF8.self) }
        if exponent != 0 { text += (exponent < 0 ? "e" : "e+") + String(exponent) }
        return text
    }

    /// The number in the representation that the rule of `JSONNumber` gives it; there must be a digit.
    var number: JSONNumber {
        if exponent >= digits.count - 1, exponent <= 19, let integer = integer { return integer }
        if let value = Double(text), value.isFinite, !value.isZero, DecimalDigits(shortestOf: value) == self { return .double(value) }
        return .decimal(text)
    }

    private var integer: JSONNumber? {
        let zeros = String(repeating: "0", count: exponent + 1 - digits.count)
        guard let magnitude = UInt64(String(decoding: digits, as: UTF8.self) + zeros) else { return nil }
        return JSONNumber(magnitude: magnitude, isNegative: isNegative)
    }
}
