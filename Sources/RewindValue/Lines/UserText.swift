/// Text that a person hands over: written on any system, by any editor, with or without a byte order mark.
///
/// Whatever reads such a text reads it through this: lines may end in LF, CRLF or CR, and the text may be UTF-8 or UTF-16.
package enum UserText {
    /// The text in UTF-8, without a byte order mark; line ends stay as they are.
    ///
    /// UTF-16 is known by its byte order mark, or by the zero bytes of the first two characters, if they are ASCII. A half of a surrogate pair
    /// becomes U+FFFD.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.prefix(4) + [1, 1, 1, 1]
        switch (start[0], start[1], start[2], start[3]) {
        case (0xef, 0xbb, 0xbf, _): return Array(bytes.dropFirst(3))
        case (0xff, 0xfe, _, _): return utf8(units: bytes.dropFirst(2), isLittleEndian: true)
        case (0xfe, 0xff, _, _): return utf8(units: bytes.dropFirst(2), isLittleEndian: false)
        case (1..., 0, 1..., 0): return utf8(units: bytes[...], isLittleEndian: true)
        case (0, 1..., 0, 1...): return utf8(units: bytes[...], isLittleEndian: false)
        default: return bytes
        }
    }

    private static func utf8(units bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            isLittleEndian
                ? UInt16(bytes[place + 1]) << 8 | UInt16(bytes[place]) : UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The text with its lines ended by LF alone.
    package static func text(_ bytes: [UInt8]) -> String { lines(String(decoding: utf8(bytes), as: UTF8.self)).joined(separator: "\n") }

    /// The lines of a text, empty ones too, without their ends and a byte order mark.
    package static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var isBehindReturn = false
        for byte in text.utf8.drop(mark: [0xef, 0xbb, 0xbf]) {
            if byte == UInt8(ascii: "\n"), isBehindReturn {
                isBehindReturn = false
                continue
            }
            isBehindReturn = byte == UInt8(ascii: "\r")
            if isBehindReturn || byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else {
                line.append(byte)
            }
        }
        return lines + [String(decoding: line, as: UTF8.self)]
    }
}

extension String.UTF8View {
    /// The bytes behind a mark, if that is where they begin.
    fileprivate func drop(mark: [UInt8]) -> Substring.UTF8View { starts(with: mark) ? dropFirst(mark.count) : self[...] }
}
