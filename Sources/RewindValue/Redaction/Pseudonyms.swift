/// Names that stand for secrets: equal for equal secrets within one recording, and without its salt of no use to anyone.
struct Pseudonyms: Sendable {
    // Random for each recording and never written anywhere. It is mixed into the hash as text, so a deterministic seed of `Hasher`
    // (SWIFT_DETERMINISTIC_HASHING) makes nothing guessable.
    private let salt = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// What stands in the place of a text.
    func text(for secret: some Sequence<UInt8>) -> String { "[REDACTED \(mark(secret))]" }

    /// What stands in a URL, which stays one.
    func urlText(for secret: some Sequence<UInt8>) -> String { "REDACTED-\(mark(secret))" }

    /// Whether a text stands for a secret already.
    static func isPseudonym(_ text: String) -> Bool {
        text.utf8.count == 19 && text.hasPrefix("[REDACTED ") && text.hasSuffix("]")
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
