/// Reads one JSON number out of bytes, in one pass for the numbers that are common.
///
/// A literal of at most 15 significant digits is its own shortest form as a `Double` (DBL_DIG), so it needs no comparison. Longer ones
/// are rounded and compared digit by digit with what the rounded number prints.
enum NumberScanner {
    /// Why bytes are no number.
    enum Failure: Error {
        case digitMissing, leadingZero, exponentOutOfRange
    }

    /// The number that begins at `position`, which is moved behind it, or to the byte that does not fit.
    static func scan(_ bytes: UnsafeRawBufferPointer, from position: inout Int) throws(Failure) -> JSONNumber {
        let start = position
        let isNegative = position < bytes.count && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()

        let whole = position
        digits.scanDigits(bytes, from: &position)
        if position == whole { throw .digitMissing }
        if bytes[whole] == UInt8(ascii: "0"), position - whole > 1 {
            position = whole + 1
            throw .leadingZero
        }
        if isEnd(bytes, position), digits.count <= 18 {
            if digits.value == 0 { return isNegative ? .double(-0.0) : .int(0) }
            return .int(isNegative ? -Int64(digits.value) : Int64(digits.value))
        }

        var scale = 0
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            let fraction = position
            digits.scanDigits(bytes, from: &position)
            if position == fraction { throw .digitMissing }
            scale = fraction - position
        }
        let mantissaEnd = position
        let exponent = try exponent(bytes, &position)
        if digits.count == 0 { return isNegative ? .double(-0.0) : .int(0) }
        guard let exponent else { throw .exponentOutOfRange }
        scale += exponent
        if digits.count <= 15, let number = short(digits.value, scale: scale, isNegative: isNegative) { return number }
        return DecimalDigits(bytes[start..<mantissaEnd], scale: scale).number
    }

    private static func isEnd(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        guard position < bytes.count else { return true }
        let byte = bytes[position]
        return byte != UInt8(ascii: ".") && byte | 0x20 != UInt8(ascii: "e")
    }

    /// The exponent; zero if the number has no exponent, `nil` if it is absurdly large.
    private static func exponent(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) throws(Failure) -> Int? {
        guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return 0 }
        position += 1
        var isNegative = false
        if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        var digits = Digits()
        let start = position
        digits.scanDigits(bytes, from: &position)
        if position == start { throw .digitMissing }
        if digits.count > 9 { return nil }
        return isNegative ? -Int(digits.value) : Int(digits.value)
    }

    /// The number of at most 15 digits and a scale; `nil` where `Double` loses digits (near its limits).
    private static func short(_ digits: UInt64, scale: Int, isNegative: Bool) -> JSONNumber? {
        var digits = digits
        var scale = scale
        while scale < 0, digits % 10 == 0 {
            digits /= 10
            scale += 1
        }
        if scale >= 0, scale < 20 {
            let (product, overflow) = digits.multipliedReportingOverflow(by: powersOfTen[scale])
            if !overflow, let number = JSONNumber(magnitude: product, isNegative: isNegative) { return number }
        }
        guard (-22...22).contains(scale) else { return nil }
        // Both factors are exact, so the one rounding is the right one (Clinger).
        let magnitude = scale < 0 ? Double(digits) / exactPowersOfTen[-scale] : Double(digits) * exactPowersOfTen[scale]
        return .double(isNegative ? -magnitude : magnitude)
    }

    private static let powersOfTen: [UInt64] = (0..<20).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
    private static let exactPowersOfTen: [Double] = (0...22).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

/// A run of decimal digits as an integer, with the number of its significant digits.
private struct Digits {
    /// Right while `count` is at most 19.
    var value: UInt64 = 0
    var count = 0

    @inline(__always)
    mutating func scanDigits(_ bytes: UnsafeRawBufferPointer, from position: inout Int) {
        while position < bytes.count {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { return }
            value = value &* 10 &+ UInt64(digit)
            if value != 0 || count > 0 { count += 1 }
            position += 1
        }
    }
}

extension JSONNumber {
    /// The integer of a magnitude and a sign; `nil` below `Int64.min`.
    init?(magnitude: UInt64, isNegative: Bool) {
        if !isNegative {
            self.init(magnitude)
        } else if magnitude <= Int64.min.magnitude {
            self = .int(Int64(truncatingIfNeeded: 0 &- magnitude))
        } else {
            return nil
        }
    }
}
