import RewindValue

/// A text split into its own words and the placeholders in it, each of which replaces a secret, in any form.
package struct Placeholder: Hashable {
    /// The text without the placeholders' digits.
    package var skeleton: String
    package var marks: [String] = []

    // What precedes the digits.
    package static let textPrefix = "[REDACTED "
    package static let urlTextPrefix = "REDACTED-"
    // "REDACTED" and eight digits are valid Base64: twelve bytes.
    package static let base64Prefix = "REDACTED"
    package static let uuidPrefix = "00000000-0000-0000-0000-0000"
    package static let urlPrefix = "redacted://"

    /// The longest first.
    private static let beginnings = [textPrefix, urlTextPrefix, base64Prefix, uuidPrefix, urlPrefix].map { Array($0.utf8) }
    /// The number of hexadecimal digits of a placeholder.
    private static let digits = 8

    package static func isWhole(_ text: String) -> Bool {
        if text == "[REDACTED]" { return true }
        let bytes = text.utf8
        if bytes.last == UInt8(ascii: "]") { return isMark(bytes.dropLast(), behind: textPrefix) }
        return [base64Prefix, uuidPrefix, urlPrefix].contains { isMark(bytes[...], behind: $0) }
    }

    /// Whether a text is a prefix followed by the digits of a placeholder and nothing else, since other texts may have the same prefix.
    private static func isMark(_ text: Substring.UTF8View, behind beginning: String) -> Bool {
        text.count == beginning.utf8.count + digits && text.starts(with: beginning.utf8) && areDigits(text.suffix(digits))
    }

    private static func areDigits(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == digits && bytes.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    package static func isIn(_ text: String) -> Bool { isWhole(text) || Placeholder(text) != nil }

    /// - Returns: `nil` for a text without placeholders.
    package init?(_ text: String) {
        guard text.utf8.count >= 16 else { return nil }
        let bytes = Array(text.utf8)
        var rest: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let tail = bytes[position...]
            if let beginning = Self.beginnings.first(where: { tail.starts(with: $0) }),
                Self.areDigits(tail.dropFirst(beginning.count).prefix(Self.digits))
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
