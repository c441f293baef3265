import RewindFormat
import RewindValue

/// Halves of surrogate pairs in texts of JavaScript, which cuts an emoji in two where a field is full.
///
/// Unicode has no character for one, so no text here can hold it. It is kept as a character for private use that nobody else is known to use,
/// U+100000 above the half's own number, and becomes the half again on export.
enum LoneSurrogate {
    /// What they are called among what JSON does not have.
    static let kind = "half a character"

    private static let offset: UInt32 = 0x10_0000

    /// Reads a JSON text in which there may be halves.
    ///
    /// - Returns: the value, and the number of halves.
    static func parse(_ bytes: [UInt8]) throws(JSONParseError) -> (value: JSONValue, halves: Int) {
        do throws(JSONParseError) {
            return (try JSONValue(parsing: bytes, limits: FormatLimits.default.json), 0)
        } catch {
            guard error.reason == .loneSurrogate else { throw error }
            let (kept, count) = kept(bytes)
            return (try JSONValue(parsing: kept, limits: FormatLimits.default.json), count)
        }
    }

    /// The text with each half, which is written as `\ud83c`, as the character that stands for it.
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

    /// The number that an escape such as `\ud83c` says; `nil` where none is.
    private static func unit(_ bytes: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
        return UInt16(String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16)
    }

    /// JSON in UTF-8 with each character that stands for a half as that half's escape; no character is cut in two by the ends.
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
