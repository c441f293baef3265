extension Masker {
    /// Whether an integer has more digits than are recorded as they are.
    @inline(__always)
    @inlinable package static func isLong(_ magnitude: UInt64) -> Bool { magnitude >= 1_000_000 }

    /// The pseudonym of a number of more than six digits: one of as many digits, which the same standard types hold.
    ///
    /// The whole part of a fraction stays if it has three digits at most, so that a share of 1 remains one.
    ///
    /// - Parameters:
    ///   - isElement: whether it is an element of an array: then a short integer that may be the code of a character gets one too.
    ///   - isTime: whether it is a point of time: then it gets one however few digits it has, and its whole part too.
    package func masked(_ number: JSONNumber, isElement: Bool = false, isTime: Bool = false) -> JSONNumber {
        switch number {
        case .int(let value) where !Self.isLong(value.magnitude): return isElement || isTime ? .int(masked(code: value)) : number
        case .int, .uint: return masked(integer: number)
        case .double(let value) where !Self.hasPower(value): return masked(double: number, masksAll: isTime)
        case .double, .decimal: return masked(exact: number, masksAll: isTime)
        }
    }

    /// Whether a power of ten is written of a number that is no 64-bit integer.
    private static func hasPower(_ value: Double) -> Bool { !(1e-4..<0x1p64 ~= value.magnitude) }

    /// The pseudonym of an integer of up to six digits: another that the same standard types hold; below 32, where no characters are, itself.
    private func masked(code: Int64) -> Int64 {
        let limits: [Int] = code < 0 ? [32, 129, 32_769, 1_000_000] : [32, 128, 256, 32_768, 65_536, 1_000_000]
        let magnitude = Int(code.magnitude)
        guard let end = limits.firstIndex(where: { magnitude < $0 }), end > 0 else { return code }
        let masked = limits[end - 1] + permuted(magnitude - limits[end - 1], below: limits[end] - limits[end - 1])
        return Int64(code < 0 ? -masked : masked)
    }

    /// Goes round until the result is no infinity, as the next after `1.7e308` may be (cycle walking).
    private func masked(double number: JSONNumber, masksAll: Bool) -> JSONNumber {
        var text = number.text
        while let masked = masked(digits: text, masksAll: masksAll) {
            if let value = Double(masked), let result = JSONNumber(value) { return result }
            text = masked
        }
        return number
    }

    /// Goes round until the result is written in the same way, and in the same range of the standard types (cycle walking).
    private func masked(exact number: JSONNumber, masksAll: Bool) -> JSONNumber {
        var text = number.text
        let range = LongRange(text)
        while let masked = masked(digits: text, masksAll: masksAll) {
            if let result = JSONNumber(literal: masked), result.isKind(of: number), result.text == masked, LongRange(masked) == range {
                return result
            }
            text = masked
        }
        return number
    }

    /// The range that a number with a power of ten is in, of the integers of 128 bits, which `Decimal` too has for its digits.
    private enum LongRange {
        case any, int128, uint128, larger

        init(_ text: String) {
            let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") }
            let digits = mantissa.filter { $0.isASCIIDigit }
            // A `Decimal` has powers of ten up to the 127th beside its digits.
            let power = Int(String(text.utf8.dropFirst(mantissa.count + 1)) ?? "")
            guard digits.count == 39 || power == 38 || power == 165 else {
                self = .any
                return
            }
            func isAtMost(_ limit: UInt128) -> Bool { !Array(String(limit).utf8).lexicographicallyPrecedes(digits) }
            self = isAtMost(1 << 127) ? .int128 : isAtMost(.max) ? .uint128 : .larger
        }
    }

    /// Goes round until the result is in the same range of the standard types (cycle walking), which keeps it a permutation.
    private func masked(integer number: JSONNumber) -> JSONNumber {
        let range = Self.range(of: number)
        var text = number.text
        while true {
            guard let masked = masked(digits: text, keepsFirst: range == .seconds), let result = JSONNumber(literal: masked) else {
                return number
            }
            if Self.range(of: result) == range { return result }
            text = masked
        }
    }

    private enum Range {
        /// Ten digits beginning with 1, as the seconds since 1970 have: they fit 32 bits whatever the others are.
        case seconds
        case int32, uint32, int64, uint64, larger
    }

    /// The range of the integer types of the standard library that a number is in.
    private static func range(of number: JSONNumber) -> Range {
        switch number {
        case .int(let value) where (1_000_000_000...1_999_999_999).contains(value.magnitude): .seconds
        case .int(let value) where value.magnitude <= Int32.max.magnitude: .int32
        case .int(let value) where value.magnitude <= UInt32.max: .uint32
        case .int: .int64
        case .uint: .uint64
        case .double, .decimal: .larger
        }
    }

    /// The text of a number with other digits; `nil` if it has six at most, unless all are masked.
    private func masked(digits text: String, keepsFirst: Bool = false, masksAll: Bool = false) -> String? {
        var bytes = Array(text.utf8)
        let isMasked = bytes.withUnsafeMutableBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: MaskSymbol.self, capacity: bytes.count) { memory in
                var symbols = SymbolList(memory)
                guard symbols.findDigits(in: UnsafeBufferPointer(bytes), keepsFirst: keepsFirst, masksAll: masksAll) else { return false }
                mask(&symbols, in: bytes)
                return true
            }
        }
        return isMasked ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

extension JSONNumber {
    fileprivate func isKind(of other: JSONNumber) -> Bool {
        switch (self, other) {
        case (.double, .double), (.decimal, .decimal): true
        default: false
        }
    }
}

extension SymbolList {
    /// Finds the digits of a number that are masked; `false` if it has six at most, unless all are masked.
    mutating func findDigits(in text: Text, keepsFirst: Bool = false, masksAll: Bool = false) -> Bool {
        let exponent = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
        let point = text[..<exponent].firstIndex(of: UInt8(ascii: ".")) ?? exponent
        guard let first = text[..<exponent].firstIndex(where: { $0.isASCIIDigit && $0 != UInt8(ascii: "0") }) else { return false }
        // More digits than the exponent of a `Double` has: no quantity, but maybe something that was written as one.
        let power = text[exponent...].indices.filter { text[$0].isASCIIDigit }
        let masksPower = power.count > 3
        if masksPower { for position in power { append(position, position == power.first ? .digitNotZero : .digit) } }
        guard masksAll || text[first..<exponent].count(where: { $0.isASCIIDigit }) > Masker.digitLimit else { return masksPower }
        let whole = text.firstIndex(where: { $0.isASCIIDigit }) ?? 0
        // With a power of ten, the whole part is not what stands in front of the point: of `7.083e+1` it is 70.
        let kept = masksAll ? 0 : Self.shortWhole(text[exponent...])
        let hidesFirst = exponent < text.count ? kept == 0 : masksAll
        if point - whole > 3 || point == exponent || hidesFirst && text[whole] != UInt8(ascii: "0") {
            if !keepsFirst { append(whole, .digitNotZero) }
            for position in (whole + 1)..<point { append(position, .digit) }
        }
        // No zero at the end, which would make it shorter.
        for position in (point + Swift.max(kept, 1))..<Swift.max(exponent, point + Swift.max(kept, 1)) {
            append(position, position == exponent - 1 ? .digitNotZero : .digit)
        }
        return true
    }

    /// How many digits the whole part of a fraction has by its power of ten, if two or three; else 0.
    private static func shortWhole(_ power: Text.SubSequence) -> Int {
        let power = power.drop { !$0.isASCIIDigit && $0 != UInt8(ascii: "-") }
        return switch power.count {
        case 1 where power.first == UInt8(ascii: "1"): 2
        case 1 where power.first == UInt8(ascii: "2"): 3
        default: 0
        }
    }
}
