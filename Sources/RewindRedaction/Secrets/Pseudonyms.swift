import RewindValue

/// Names that replace secrets: equal for equal secrets within one recording, and useless to anyone without its salt.
package struct Pseudonyms: Sendable {
    // Random for each recording and never written anywhere. It is mixed into the hash as text, so a deterministic seed of `Hasher`
    // (SWIFT_DETERMINISTIC_HASHING) makes nothing guessable.
    private let salt = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    package init() {}

    /// The replacement of a text, or of a part of one.
    package func text(for secret: some Sequence<UInt8>) -> String { "\(Self.textPrefix)\(mark(secret))]" }

    /// The replacement of a secret in a URL, which stays a URL.
    package func urlText(for secret: some Sequence<UInt8>) -> String { Self.urlTextPrefix + mark(secret) }

    /// The replacement of a whole text: a UUID, a URL and Base64 keep their form, so that the app's types still decode.
    package func placeholder(for text: String) -> String {
        switch Self.form(of: text.utf8) {
        case .plain: self.text(for: text.utf8)
        case .base64: Self.base64Prefix + mark(text.utf8)
        case .uuid: Self.uuidPrefix + mark(text.utf8)
        case .url: Self.urlPrefix + mark(text.utf8)
        }
    }

    /// The replacement of a key: a whole number stays one, so that dictionaries by number still decode.
    package func key(for secret: String) -> String {
        let bytes = secret.utf8
        guard Int(secret) != nil, bytes.first != UInt8(ascii: "+") else { return text(for: bytes) }
        let sign = bytes.first == UInt8(ascii: "-") ? "-" : ""
        // A number that fits into 32 bits keeps fitting.
        let isShort = bytes.count - sign.utf8.count <= 10
        let begin: UInt64 = isShort ? 10_000_000 : 100_000_000_000_000
        return sign + String(begin + hash(bytes) % (9 * begin))
    }

    /// Whether a text already is a pseudonym.
    package static func isPseudonym(_ text: String) -> Bool {
        if text == "[REDACTED]" { return true }
        let bytes = text.utf8
        if bytes.last == UInt8(ascii: "]") { return isMark(bytes.dropLast(), behind: textPrefix) }
        return [base64Prefix, uuidPrefix, urlPrefix].contains { isMark(bytes[...], behind: $0) }
    }

    /// Whether a text is a prefix followed by the digits of a pseudonym and nothing else, since other texts may have the same prefix.
    private static func isMark(_ text: Substring.UTF8View, behind beginning: String) -> Bool {
        text.count == beginning.utf8.count + markCount && text.starts(with: beginning.utf8) && areMark(text.suffix(markCount))
    }

    /// Whether some bytes are the digits of a pseudonym.
    static func areMark(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.count == markCount && bytes.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    /// The number of hexadecimal digits of a pseudonym.
    static let markCount = 8

    /// What the digits of a pseudonym stand behind, the longest first.
    fileprivate static let prefixes = [textPrefix, urlTextPrefix, base64Prefix, uuidPrefix, urlPrefix]

    private static let textPrefix = "[REDACTED "
    private static let urlTextPrefix = "REDACTED-"

    // "REDACTED" and eight digits are valid Base64: twelve bytes.
    private static let base64Prefix = "REDACTED"
    private static let uuidPrefix = "00000000-0000-0000-0000-0000"
    private static let urlPrefix = "redacted://"

    private enum Form { case plain, base64, uuid, url }

    private static func form(of bytes: String.UTF8View) -> Form {
        if bytes.count == uuidCount, isUUID(bytes) { return .uuid }
        if bytes.count % 4 == 0, isBase64(bytes) { return .base64 }
        return isURL(bytes) ? .url : .plain
    }

    static let uuidCount = 36

    /// Whether some bytes are a UUID.
    static func isUUID(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isASCIIDigit || (97...102).contains(byte | 0x20)
        }
    }

    private static func isBase64(_ bytes: String.UTF8View) -> Bool {
        let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
        return bytes.dropLast(padding).allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    }

    private static func isURL(_ bytes: String.UTF8View) -> Bool {
        let scheme = bytes.prefix { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
        return !scheme.isEmpty && bytes.dropFirst(scheme.count).starts(with: "://".utf8) && !bytes.contains { $0 <= 0x20 }
    }

    private func mark(_ secret: some Sequence<UInt8>) -> String {
        let digits = String(UInt32(truncatingIfNeeded: hash(secret)), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    private func hash(_ secret: some Sequence<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(salt.0)
        hasher.combine(salt.1)
        for byte in secret { hasher.combine(byte) }
        hasher.combine(salt.0)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// A text split into its own words and the pseudonyms in it, in all forms that ``Redactor`` uses.
package struct Placeholder: Hashable {
    /// The text without the pseudonyms' digits.
    package var skeleton: String
    /// The digits of each pseudonym.
    package var marks: [String] = []

    private static let beginnings = Pseudonyms.prefixes.map { Array($0.utf8) }
    private static let digits = Pseudonyms.markCount

    /// Whether a text is a pseudonym or has one in it.
    package static func isIn(_ text: String) -> Bool { Pseudonyms.isPseudonym(text) || Placeholder(text) != nil }

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
