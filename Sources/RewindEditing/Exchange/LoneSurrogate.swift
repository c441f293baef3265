import RewindFormat
import RewindValue

/// Halves of surrogate pairs in JavaScript texts, which occur when an emoji is cut in two at the end of a full field.
enum LoneSurrogate {
    /// Parses JSON; each half, which no text can hold, becomes U+FFFD.
    ///
    /// - Returns: the value, and the number of halves.
    static func parse(_ bytes: [UInt8]) throws(JSONParseError) -> (value: JSONValue, halves: Int) {
        do throws(JSONParseError) {
            return (try JSONValue(parsing: bytes, limits: FormatLimits.default.json), 0)
        } catch {
            guard error.reason == .loneSurrogate else { throw error }
            let (text, halves) = replaced(bytes)
            return (try JSONValue(parsing: text, limits: FormatLimits.default.json), halves)
        }
    }

    private static func replaced(_ bytes: [UInt8]) -> (bytes: [UInt8], halves: Int) {
        var bytes = bytes
        var (halves, position) = (0, 0)
        while let escape = bytes[position...].firstIndex(of: UInt8(ascii: "\\")) {
            let unit = Self.unit(bytes, at: escape) ?? 0
            let isPair = (0xd800..<0xdc00).contains(unit) && Self.unit(bytes, at: escape + 6).map { (0xdc00...0xdfff).contains($0) } == true
            if !isPair, (0xd800...0xdfff).contains(unit) {
                bytes.replaceSubrange((escape + 2)..<(escape + 6), with: "fffd".utf8)
                halves += 1
            }
            position = min(bytes.count, escape + (isPair ? 12 : 2))
        }
        return (bytes, halves)
    }

    /// The code unit of an escape such as `\ud83c`; `nil` if there is no escape.
    private static func unit(_ bytes: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position...].starts(with: "\\u".utf8) else { return nil }
        return UInt16(String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16)
    }
}
