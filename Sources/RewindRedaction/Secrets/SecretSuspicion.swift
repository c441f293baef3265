import RewindValue

/// A word that no rule removes but that looks like a secret: long, and as irregular as something random.
///
/// For people to look at. It mistakes many identifiers for secrets, and detects no passphrase.
package struct SecretSuspicion: Sendable, Hashable {
    /// What it looks like: `hexadecimal digits`, `random characters`.
    package var kind: String
    /// The length in characters.
    package var length: Int
    /// The beginning: enough to find the word, too little to use it.
    package var beginning: String

    /// The first such word of a text.
    package init?(in text: String) {
        var text = text
        guard text.utf8.count >= Self.shortest, let found = text.withUTF8({ Self(in: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = found
    }

    /// The first such word of a text, or of a line of JSON, of which quotes and braces are between the words.
    package init?(in bytes: UnsafeRawBufferPointer) {
        var start = 0
        for position in 0...bytes.count where position == bytes.count || !Self.belongsToWord(bytes[position]) {
            defer { start = position + 1 }
            guard position - start >= Self.shortest else { continue }
            let word = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
            guard let kind = Self.kind(of: word) else { continue }
            self.kind = kind
            length = word.count
            beginning = String(decoding: word.prefix(4), as: UTF8.self)
            return
        }
        return nil
    }

    private static let shortest = 20
    private static let placeholderCount = 17

    private static func belongsToWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+/_-=".utf8.contains(byte) }

    private static func kind(of word: UnsafeRawBufferPointer) -> String? {
        // What is in front of a placeholder, as in `token=REDACTED-3f9a81c2`.
        if word.count > placeholderCount, word.suffix(placeholderCount).starts(with: "REDACTED-".utf8), Pseudonyms.areMark(word.suffix(8)) {
            let rest = UnsafeRawBufferPointer(rebasing: word.dropLast(placeholderCount))
            return rest.count < shortest ? nil : kind(of: rest)
        }
        if word.starts(with: "REDACTED".utf8) || word.starts(with: "00000000-0000-".utf8) { return nil }
        if word.count >= 32, word.allSatisfy({ $0.isASCIIDigit || (97...102).contains($0 | 0x20) }) {
            return word.contains { !$0.isASCIIDigit } ? "hexadecimal digits" : nil
        }
        // Paths, names of files and of types change from one kind of character to another seldom, random text at every other character; and
        // twelve different ones in twenty are more than a counter or a pattern has.
        guard word.contains(where: { $0.isASCIIDigit }), !isUUID(word) else { return nil }
        let changes = zip(word, word.dropFirst()).count { characterKind($0) != characterKind($1) }
        guard changes * 3 >= word.count, Set(word).count >= 12 else { return nil }
        return "random characters"
    }

    private static func characterKind(_ byte: UInt8) -> Int {
        byte.isASCIIDigit ? 0 : byte.isASCIILetter ? 1 : byte.isASCIIAlphanumeric ? 2 : 3
    }

    private static func isUUID(_ word: UnsafeRawBufferPointer) -> Bool {
        word.count == 36 && word.indices.filter({ word[$0] == UInt8(ascii: "-") }) == [8, 13, 18, 23]
    }
}
