/// Texts within texts: Base64, hexadecimal digits, URL encoding.
@usableFromInline package enum EncodedText {
    /// The shortest that is looked into.
    @inlinable package static var shortest: Int { 16 }

    /// What Base64, of either alphabet, says; `nil` if that is no text.
    static func base64(_ word: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in word where character != UInt8(ascii: "=") {
            guard let value = value(ofBase64: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                let byte = UInt8(truncatingIfNeeded: bits >> UInt32(count))
                guard isText(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }

    /// Whether a text is the Base64 of bytes that are no text, as that of a picture is: then no secret stands in the middle of it.
    ///
    /// Costs one look at each character, which is far less than to look for secrets.
    package static func isOfBytes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= shortestOfBytes, text.count % 4 == 0 else { return false }
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var index = 0
        while index < telling / 3 * 4 {
            guard let value = value(ofBase64: text[index]) else { return false }
            bits = bits << 6 | value
            index += 1
            guard index % 4 == 0 else { continue }
            for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        if !areNoText(bytes) { return false }
        while index < text.count - 2 {
            if value(ofBase64: text[index]) == nil { return false }
            index += 1
        }
        return text[index...].allSatisfy { $0 == UInt8(ascii: "=") || value(ofBase64: $0) != nil }
    }

    /// The shortest text of which it is worth asking whether it is of bytes.
    package static var shortestOfBytes: Int { 1_024 }
    /// How many bytes at the beginning tell it.
    package static var telling: Int { 384 }

    /// Whether bytes are not the beginning of a text.
    package static func areNoText(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        // The last character may have been cut.
        !bytes.allSatisfy(isText) || !(0...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
    }

    /// What hexadecimal digits say; `nil` if that is no text.
    static func hex(_ word: some Collection<UInt8>) -> [UInt8]? {
        guard word.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in word {
            guard let value = value(ofHex: character) else { return nil }
            guard let first = high else {
                high = value
                continue
            }
            guard isText(first << 4 | value) else { return nil }
            bytes.append(first << 4 | value)
            high = nil
        }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }

    /// What a URL's component says, where anything in it is escaped; `nil` if that is no text.
    static func percent(_ word: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var index = word.startIndex
        while index < word.endIndex {
            if word[index] == UInt8(ascii: "%"), word.distance(from: index, to: word.endIndex) > 2,
                let high = value(ofHex: word[word.index(index, offsetBy: 1)]), let low = value(ofHex: word[word.index(index, offsetBy: 2)])
            {
                bytes.append(high << 4 | low)
                index = word.index(index, offsetBy: 3)
            } else {
                bytes.append(word[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : word[index])
                index = word.index(after: index)
            }
        }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }

    /// What no text has: control characters but for those of lines, and bytes beyond ASCII where nothing says that they are letters.
    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func value(ofBase64 character: UInt8) -> UInt32? {
        switch character {
        case 65...90: UInt32(character - 65)
        case 97...122: UInt32(character - 71)
        case 48...57: UInt32(character + 4)
        case 43, 45: 62
        case 47, 95: 63
        default: nil
        }
    }

    private static func value(ofHex character: UInt8) -> UInt8? {
        switch character {
        case 48...57: character - 48
        case 65...70: character - 55
        case 97...102: character - 87
        default: nil
        }
    }
}
