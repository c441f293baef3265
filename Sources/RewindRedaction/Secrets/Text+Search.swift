import RewindValue

extension UnsafeBufferPointer<UInt8> {
    func byte(_ index: Int) -> UInt8? { index >= 0 && index < count ? self[index] : nil }

    func has(_ text: String, at start: Int, ignoringCase: Bool = false) -> Bool {
        guard start >= 0, start + text.utf8.count <= count else { return false }
        let bytes = self[start..<(start + text.utf8.count)]
        return ignoringCase ? zip(bytes, text.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 } : bytes.elementsEqual(text.utf8)
    }

    /// Where a run of bytes ends.
    func run(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        var index = start
        while index < count, belongs(self[index]) { index += 1 }
        return Swift.min(index, count)
    }

    /// Where a run of bytes begins, of which the last stands before an index.
    func runStart(before end: Int, limit: Int = .max, while belongs: (UInt8) -> Bool) -> Int {
        var index = end
        while index > 0, end - index < limit, belongs(self[index - 1]) { index -= 1 }
        return index
    }

    func find(_ text: String, from start: Int, to end: Int) -> Int? {
        var index = start
        while index < Swift.min(end, count) {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Whether a range that begins a group of digits and letters is inside a UUID, where these say nothing.
    func isInUUID(_ range: Range<Int>) -> Bool {
        [0, 9, 14, 19, 24].contains { offset in
            let start = range.lowerBound - offset
            let end = start + Pseudonyms.uuidCount
            return start >= 0 && end <= count && range.upperBound <= end && Pseudonyms.isUUID(self[start..<end])
        }
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit, a hyphen or an underscore.
    var isBase64URL: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    /// Whether no URL goes on with it.
    var endsURL: Bool { self <= 0x20 || self == 0x7f || "\"'<>\\`".utf8.contains(self) }
    /// Whether it is a blank or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
