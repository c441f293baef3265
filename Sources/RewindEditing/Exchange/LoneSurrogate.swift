import RewindFormat
import RewindValue

/// Lone surrogates in JavaScript texts, which occur when an emoji is cut in two at the end of a full field.
///
/// They are not Unicode characters, so a Swift string can't hold them. Each is stored as a private-use character that no one else is known
/// to use, U+100000 above the surrogate's number, and is restored on export.
enum LoneSurrogate {
    /// The name of lone surrogates among the values that JSON can't express.
    static let kind = "half a character"

    private static let offset: UInt32 = 0x10_0000

    /// Parses JSON that may contain lone surrogates.
    ///
    /// - Returns: the value, and the number of lone surrogates.
    static func parse(_ bytes: [UInt8]) throws(JSONParseError) -> (value: JSONValue, halves: Int) {
        do throws(JSONParseError) {
            return (try JSONValue(parsing: bytes, limits: FormatLimits.default.json), 0)
        } catch {
            guard error.reason == .loneSurrogate else { throw error }
            let (kept, count) = kept(bytes)
            return (try JSONValue(parsing: kept, limits: FormatLimits.default.json), count)
        }
    }

    /// The text with each lone surrogate, written as `\ud83c`, replaced by its private-use character.
    private static func kept(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var count = 0
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count else {
                kept.append(bytes[position])
                position += 1
                continue
            }
            let unit = unit(bytes, at: position)
            var length = unit == nil ? 2 : 6
            if let unit, (0xd800...0xdfff).contains(unit) {
                let next = unit < 0xdc00 ? self.unit(bytes, at: position + 6) : nil
                if let next, (0xdc00...0xdfff).contains(next) {
                    length = 12
                } else {
                    if let scalar = Unicode.Scalar(offset + UInt32(unit)) { kept += String(Character(scalar)).utf8 }
                    count += 1
                    position += 6
                    continue
                }
            }
            kept += bytes[position..<min(position + length, bytes.count)]
            position += length
        }
        return (kept, count)
    }

    /// The code unit of an escape such as `\ud83c`; `nil` if there is no escape.
    private static func unit(_ bytes: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        return UInt16(String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16)
    }

    /// JSON in UTF-8 with each replacement character turned back into the escape of its surrogate; no character may straddle the ends.
    static func restored(_ bytes: [UInt8]) -> [UInt8] {
        // U+10D800 to U+10DFFF are F4 8D A0 80 to F4 8D BF BF.
        func isHalf(_ place: Int) -> Bool {
            place + 3 < bytes.count && bytes[place] == 0xf4 && bytes[place + 1] == 0x8d && bytes[place + 2] >= 0xa0
        }
        guard bytes.indices.contains(where: isHalf) else { return bytes }
        var restored: [UInt8] = []
        restored.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if isHalf(position) {
                let unit = 0xd800 + Int(bytes[position + 2] & 0x1f) << 6 + Int(bytes[position + 3] & 0x3f)
                restored += Array("\\u\(String(unit, radix: 16))".utf8)
                position += 4
            } else {
                restored.append(bytes[position])
                position += 1
            }
        }
        return restored
    }
}
