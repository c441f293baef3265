import RewindValue

extension UnsafeBufferPointer<UInt8> {
    func byte(_ index: Int) -> UInt8? { index >= 0 && index < count ? self[index] : nil }

    func has(_ text: StaticString, at start: Int, ignoringCase: Bool = false) -> Bool {
        guard start >= 0, start + text.utf8CodeUnitCount <= count, let base = baseAddress else { return false }
        let bits: UInt8 = ignoringCase ? 0x20 : 0
        for index in 0..<text.utf8CodeUnitCount where base[start + index] | bits != text.utf8Start[index] | bits { return false }
        return true
    }

    /// The end of a run of bytes.
    func run(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, belongs(self[index]) { index += 1 }
        return Swift.min(index, count)
    }

    /// The start of the run of bytes that ends before an index.
    func runStart(before end: Int, limit: Int = .max, while belongs: (UInt8) -> Bool) -> Int {
        var index = end
        while index > 0, end - index < limit, belongs(self[index - 1]) { index -= 1 }
        return index
    }

    /// The end of what divides groups of digits: a blank or hyphen, in any of Unicode's widths.
    func groupDivider(_ start: Int) -> Int? {
        guard let first = byte(start) else { return nil }
        if first.isOne(of: " -._/") { return start + 1 }
        // The no-break space and the middle dot.
        if first == 0xC2, let second = byte(start + 1), second == 0xA0 || second == 0xB7 { return start + 2 }
        guard first == 0xE2, let second = byte(start + 1), let third = byte(start + 2) else { return nil }
        // Spaces from U+2000 to U+200B, hyphens and dashes to U+2015, the narrow no-break space, the bullet and the minus.
        let isOne = second == 0x80 && ((0x80...0x95).contains(third) || third == 0xAF || third == 0xA2) || second == 0x88 && third == 0x92
        return isOne ? start + 3 : nil
    }

    func find(_ text: StaticString, from start: Int, to end: Int) -> Int? {
        var index = start
        while index < Swift.min(end, count) {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Whether a range that begins a group of digits and letters is inside a UUID, where groups have no meaning.
    func isInUUID(_ range: Range<Int>) -> Bool {
        [0, 9, 14, 19, 24].contains { offset in
            let start = range.lowerBound - offset
            let end = start + Pseudonyms.uuidCount
            return start >= 0 && end <= count && range.upperBound <= end && Pseudonyms.isUUID(self[start..<end])
        }
    }
}

extension UInt8 {
    /// Whether the byte is among some ASCII characters.
    @inline(__always)
    func isOne(of signs: StaticString) -> Bool {
        for index in 0..<signs.utf8CodeUnitCount where signs.utf8Start[index] == self { return true }
        return false
    }

    /// Whether it is a letter, a digit, a hyphen or an underscore.
    var isBase64URL: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    /// Whether a URL ends before it.
    var endsURL: Bool { self <= 0x20 || self == 0x7f || self.isOne(of: "\"'<>\\`") }
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
