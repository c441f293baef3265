/// Texts to try in the place of another one.
enum OtherText {
    /// A text of the same shape in which every letter and digit is another, or only those that may be without making it no date, UUID or
    /// address any more; `nil` if it has neither letters nor digits.
    static func likewise(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        if isDate(bytes) { return other(in: bytes, at: [3, bytes.lastIndex(where: isDigit) ?? 3]) }
        // Behind the scheme and the first slashes of an address, its last part.
        if text.contains("://") || text.contains("@") { return lastOther(text) }
        let isHex = bytes.count >= 8 && bytes.allSatisfy { isDigit($0) || isHexLetter($0) || $0 == UInt8(ascii: "-") }
        return other(in: bytes, at: bytes.indices.filter { isLetter(bytes[$0]) || isDigit(bytes[$0]) }, isHex: isHex)
    }

    /// The text with only its last letter or digit changed; `nil` if it has none.
    static func lastOther(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let last = bytes.lastIndex(where: { isLetter($0) || isDigit($0) }) else { return nil }
        return other(in: bytes, at: [last], isHex: isHexLetter(bytes[last]))
    }

    private static func other(in bytes: [UInt8], at places: [Int], isHex: Bool = false) -> String? {
        if places.isEmpty { return nil }
        var bytes = bytes
        for place in Set(places) { bytes[place] = next(bytes[place], isHex: isHex) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func next(_ byte: UInt8, isHex: Bool) -> UInt8 {
        // No digit becomes 0 but 9, so that a number does not begin with one unless it had several digits.
        if isDigit(byte) { return byte == UInt8(ascii: "9") ? UInt8(ascii: "1") : byte + 1 }
        let count: UInt8 = isHex ? 6 : 26
        let first: UInt8 = byte >= UInt8(ascii: "a") ? UInt8(ascii: "a") : UInt8(ascii: "A")
        return isLetter(byte) ? first + (byte - first + 1) % count : byte
    }

    /// Whether it begins as a date does: `2026-11-21`.
    private static func isDate(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 10 else { return false }
        return bytes.prefix(10).enumerated().allSatisfy { index, byte in
            index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isHexLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20) }
}
