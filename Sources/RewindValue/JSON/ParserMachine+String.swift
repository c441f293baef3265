extension ParserMachine {
    /// The string whose opening quote was read; reads its closing quote too.
    mutating func string() throws(JSONParseError) -> String {
        let start = position
        var isASCII = true
        while true {
            position = String.plainEnd(bytes, position)
            guard position < bytes.count else { throw unexpected("the closing quote of a string") }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            if byte < 0x20 { throw failure(.controlCharacter(byte)) }
            isASCII = false
            position += 1
        }
        let plain = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        guard let text = Self.decoded(plain, isASCII: isASCII) else { throw failure(.invalidUTF8, at: start + Self.validLength(plain)) }
        position += 1
        return text
    }

    /// Reads on at the first escape of a string.
    private mutating func escapedString(from start: Int) throws(JSONParseError) -> String {
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: bytes[start..<position])
        while true {
            guard position < bytes.count else { throw unexpected("the closing quote of a string") }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                position += 1
                try escape()
            } else {
                if byte < 0x20 { throw failure(.controlCharacter(byte)) }
                let end = max(String.plainEnd(bytes, position), position + 1)
                scratch.append(contentsOf: bytes[position..<end])
                position = end
            }
        }
        let isASCII = scratch.allSatisfy { $0 < 0x80 }
        guard let text = scratch.withUnsafeBytes({ Self.decoded($0, isASCII: isASCII) }) else {
            // Escapes decode to valid scalars only, so the fault is in the bytes as they stand.
            throw failure(.invalidUTF8, at: start + Self.validLength(UnsafeRawBufferPointer(rebasing: bytes[start..<position])))
        }
        position += 1
        return text
    }

    /// The key in quotes at the position, where it is plain ASCII without escapes; does not move.
    func plainKey() -> UnsafeRawBufferPointer? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let end = String.plainEnd(bytes, position + 1)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[position...end])
    }

    /// The text of bytes; `nil` if they are no UTF-8.
    ///
    /// `String(validating:as:)` looks metadata up at each call, which took a third of all parsing; repairing and comparing takes none.
    @inline(__always)
    private static func decoded(_ bytes: UnsafeRawBufferPointer, isASCII: Bool) -> String? {
        bytes.withMemoryRebound(to: UInt8.self) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            return isASCII || text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes) ? text : nil
        }
    }

    private mutating func escape() throws(JSONParseError) {
        guard position < bytes.count else { throw unexpected("an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
        case UInt8(ascii: "n"): scratch.append(0x0a)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "r"): scratch.append(0x0d)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0c)
        case UInt8(ascii: "u"): try unicodeEscape()
        default: throw failure(.invalidEscape, at: position - 2)
        }
    }

    private mutating func unicodeEscape() throws(JSONParseError) {
        let start = position - 2
        var code = try fourHexDigits()
        if code & 0xfc00 == 0xd800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        {
            position += 2
            let low = try fourHexDigits()
            guard low & 0xfc00 == 0xdc00 else { throw failure(.loneSurrogate, at: start) }
            code = 0x10000 + (code & 0x3ff) << 10 + low & 0x3ff
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure(.loneSurrogate, at: start) }
        scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func fourHexDigits() throws(JSONParseError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw unexpected("a hexadecimal digit") }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
            default: throw unexpected("a hexadecimal digit")
            }
            position += 1
        }
        return code
    }

    /// How many bytes from the beginning are valid UTF-8.
    @inline(never)
    private static func validLength(_ bytes: UnsafeRawBufferPointer) -> Int {
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var length = 0
        while case .valid(let scalar) = decoder.parseScalar(from: &iterator) { length += scalar.count }
        return length
    }
}
