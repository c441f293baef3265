import RewindValue

/// A text split into its own words and the pseudonyms in it, in all forms that ``Redactor`` uses.
package struct Placeholder: Hashable {
    /// The text without the pseudonyms' digits.
    package var skeleton: String
    /// The digits of each pseudonym.
    package var marks: [String] = []

    private static let beginnings = ["[REDACTED ", "REDACTED-", "REDACTED", "00000000-0000-0000-0000-0000", "redacted://"].map {
        Array($0.utf8)
    }
    private static let digits = 8

    /// - Returns: `nil` for a text without pseudonyms.
    package init?(_ text: String) {
        guard text.utf8.count >= 16 else { return nil }
        let bytes = Array(text.utf8)
        var rest: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let tail = bytes[position...]
            if let beginning = Self.beginnings.first(where: { tail.starts(with: $0) }), tail.count >= beginning.count + Self.digits,
                tail.dropFirst(beginning.count).prefix(Self.digits).allSatisfy({ $0.isASCIIDigit || (97...102).contains($0) })
            {
                marks.append(String(decoding: tail.dropFirst(beginning.count).prefix(Self.digits), as: UTF8.self))
                rest += beginning
                position += beginning.count + Self.digits
            } else {
                rest.append(bytes[position])
                position += 1
            }
        }
        if marks.isEmpty { return nil }
        skeleton = String(decoding: rest, as: UTF8.self)
    }
}

extension String {
    /// The kinds of the characters, by which two pseudonyms of masked texts may match: in a token, each letter, digit and joiner may be any
    /// other.
    package var maskShape: [UInt8] {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                UInt8(ascii: "a")
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): UInt8(ascii: "a")
            case 0x21...0x7E: UInt8(ascii: ".")
            case 0x80...0xBF: 0x80
            // A Han character is replaced by one with another first byte.
            case 0xC0...0xDF: 0xC0
            case 0xE0...0xEF: 0xE0
            case 0xF0...: 0xF0
            default: byte
            }
        }
    }
}
