import RewindFormat
import RewindValue

/// Names that replace secrets: equal for equal secrets within one recording, and useless to anyone without its key.
package struct Pseudonyms: Sendable {
    /// Random for each recording, and never written anywhere.
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    package init() {}

    /// The replacement of a text, or of a part of one.
    package func text(for secret: some Sequence<UInt8>) -> String { "\(Placeholder.textPrefix)\(mark(secret))]" }

    /// The replacement of a secret in a URL, which stays a URL.
    package func urlText(for secret: some Sequence<UInt8>) -> String { Placeholder.urlTextPrefix + mark(secret) }

    /// The replacement of a whole text: a UUID, a URL and Base64 keep their form, so that the app's types still decode.
    package func placeholder(for text: String) -> String {
        let bytes = text.utf8
        if bytes.count == Self.uuidCount, Self.isUUID(bytes) { return Placeholder.uuidPrefix + mark(bytes) }
        if bytes.count % 4 == 0, Self.isBase64(bytes) { return Placeholder.base64Prefix + mark(bytes) }
        return Self.isURL(bytes) ? Placeholder.urlPrefix + mark(bytes) : self.text(for: bytes)
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
        Array(secret).withUnsafeBytes { SipHash.hash(key: key, 0, $0) }
    }
}
