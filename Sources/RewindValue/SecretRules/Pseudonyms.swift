/// Names that stand for secrets: equal for equal secrets within one recording, and without its salt of no use to anyone.
package struct Pseudonyms: Sendable {
    // Random for each recording and never written anywhere. It is mixed into the hash as text, so a deterministic seed of `Hasher`
    // (SWIFT_DETERMINISTIC_HASHING) makes nothing guessable.
    private let salt = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    package init() {}

    /// What stands in the place of a text, or of a part of one.
    package func text(for secret: some Sequence<UInt8>) -> String { "[REDACTED \(mark(secret))]" }

    /// What stands in a URL, which stays one.
    package func urlText(for secret: some Sequence<UInt8>) -> String { "REDACTED-\(mark(secret))" }

    /// What stands in the place of a whole text: a UUID, a URL and Base64 stay what they are, so that the app's types still decode.
    package func placeholder(for text: String) -> String {
        switch Self.form(of: text.utf8) {
        case .plain: self.text(for: text.utf8)
        case .base64: Self.base64Prefix + mark(text.utf8)
        case .uuid: Self.uuidPrefix + mark(text.utf8)
        case .url: Self.urlPrefix + mark(text.utf8)
        }
    }

    /// Whether a text stands for a secret already.
    package static func isPseudonym(_ text: String) -> Bool {
        switch text.utf8.count {
        case 10: text == "[REDACTED]"
        case 16: text.hasPrefix(base64Prefix)
        case 19: text.hasPrefix("[REDACTED ") && text.hasSuffix("]") || text.hasPrefix(urlPrefix)
        case 36: text.hasPrefix(uuidPrefix)
        default: false
        }
    }

    // "REDACTED" and eight digits are sound Base64: twelve bytes.
    private static let base64Prefix = "REDACTED"
    private static let uuidPrefix = "00000000-0000-0000-0000-0000"
    private static let urlPrefix = "redacted://"

    private enum Form { case plain, base64, uuid, url }

    private static func form(of bytes: String.UTF8View) -> Form {
        if bytes.count == 36, isUUID(bytes) { return .uuid }
        if bytes.count % 4 == 0, isBase64(bytes) { return .base64 }
        return isURL(bytes) ? .url : .plain
    }

    private static func isUUID(_ bytes: String.UTF8View) -> Bool {
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
        var hasher = Hasher()
        hasher.combine(salt.0)
        hasher.combine(salt.1)
        for byte in secret { hasher.combine(byte) }
        hasher.combine(salt.0)
        let digits = String(UInt32(truncatingIfNeeded: hasher.finalize()), radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
}
