extension String {
    /// Appends the string as a JSON string in quotes.
    @inlinable package func writeJSON(into bytes: inout some ByteSink & ~Copyable) {
        bytes.append(UInt8(ascii: "\""))
        writeJSONContents(into: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends the string as it stands between the quotes of a JSON string.
    @inlinable package func writeJSONContents(into bytes: inout some ByteSink & ~Copyable) {
        var text = self  // fetches the bytes of a string that Foundation lent to us
        text.withUTF8 { Self.escape($0, into: &bytes) }
    }

    @inlinable package static func escape(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout some ByteSink & ~Copyable) {
        var runStart = 0
        var position = 0
        while position < text.count {
            position = plainEnd(UnsafeRawBufferPointer(text), position)
            guard position < text.count else { break }
            guard let (escaped, length) = escaped(text, at: position) else {
                position += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart..<position]))
            switch escaped {
            case 0x22: bytes.append("\\\"")
            case 0x5c: bytes.append("\\\\")
            case 0x0a: bytes.append("\\n")
            case 0x0d: bytes.append("\\r")
            case 0x09: bytes.append("\\t")
            case 0x08: bytes.append("\\b")
            case 0x0c: bytes.append("\\f")
            default:
                bytes.append("\\u")
                for shift in [12, 8, 4, 0] {
                    let digit = UInt8(truncatingIfNeeded: escaped >> UInt16(shift) & 0xf)
                    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
                }
            }
            position += length
            runStart = position
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[runStart...]))
    }

    /// The scalar at a position and its length in bytes, if it has to be escaped.
    @inlinable package static func escaped(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> (scalar: UInt16, length: Int)? {
        let byte = text[position]
        switch byte {
        case 0x00...0x1f, 0x22, 0x5c, 0x7f: return (UInt16(byte), 1)
        // U+0080 to U+009F, which some terminals take for control sequences.
        case 0xc2 where position + 1 < text.count && text[position + 1] < 0xa0: return (UInt16(text[position + 1]), 2)
        case 0xe2 where position + 2 < text.count && text[position + 1] == 0x80 && text[position + 2] & 0xfe == 0xa8:
            return (0x2000 | UInt16(text[position + 2] & 0x3f), 3)
        default: return nil
        }
    }

    /// Where the run of ASCII that certainly needs no escape ends: at a quote, a backslash, a control character, a byte above 0x7e, or the end.
    ///
    /// Looks at eight bytes at a time; a bit above a real find may be set wrongly by the borrow, the lowest never is.
    @inlinable @inline(__always)
    package static func plainEnd(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var position = start
        while position + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5c)
            // Adding one lifts 0x7f into the top bit; the sum carries only out of 0xff, which is found itself.
            let found = ((quotes &- ones) | (backslashes &- ones) | (word &- ones &* 0x20) | (word &+ ones) | word) & tops
            if found != 0 { return position + found.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x20 || byte == 0x22 || byte == 0x5c || byte >= 0x7f { break }
            position += 1
        }
        return position
    }
}
