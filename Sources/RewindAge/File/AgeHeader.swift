package import RewindFormat

/// What an age file begins with: the file's key, wrapped for each recipient, and a code that shows that no one changed that.
///
/// Source: https://age-encryption.org/v1.
package struct AgeHeader: Sendable {
    /// The file's key, wrapped in some way.
    struct Stanza: Sendable {
        static let x25519 = "X25519"
        static let scrypt = "scrypt"

        /// The way, and what it needs.
        var words: [String]
        var body: [UInt8]

        /// The body in lines of 64 characters, of which the last one is shorter.
        var text: [UInt8] {
            var text = Array("-> \(words.joined(separator: " "))\n".utf8)
            let letters = Base64.text(body)
            for start in stride(from: 0, through: letters.count, by: 64) {
                text += letters[start..<min(start + 64, letters.count)] + [UInt8(ascii: "\n")]
            }
            return text
        }
    }

    let stanzas: [Stanza]
    /// The code behind it, which differs from file to file.
    package let code: [UInt8]
    /// The bytes that the code is of.
    private let covered: [UInt8]
    /// How many bytes it has.
    let count: Int

    /// The most bytes that a header may have: it is held in memory before anything is known of it.
    package static let limit = 1 << 20

    private static let version = Array("age-encryption.org/v1\n".utf8)
    private static let anyVersion = Array("age-encryption.org/v".utf8)
    private static let armor = Array("-----BEGIN AGE ENCRYPTED FILE-----".utf8)

    /// Whether the first bytes of a file are those of an age file, of any version and form.
    package static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: anyVersion) || bytes.starts(with: armor) }

    /// How many bytes ``begins(_:)`` needs.
    package static let signatureBytes = armor.count

    // MARK: Writing

    /// The header of a new file for some recipients.
    init(of key: AgeFileKey, for recipients: [Recipient]) throws(RecordingError) {
        var stanzas: [Stanza] = []
        for recipient in recipients { stanzas.append(try key.wrapped(for: recipient)) }
        self.stanzas = stanzas
        covered = Self.version + stanzas.flatMap(\.text) + Array("---".utf8)
        code = AgeCipher.authentication(of: covered, key: key.ofHeader)
        count = covered.count + 1 + Base64.text(code).count + 1
    }

    /// The bytes of it.
    var bytes: [UInt8] { covered + [UInt8(ascii: " ")] + Base64.text(code) + [UInt8(ascii: "\n")] }

    // MARK: Reading

    /// Parses the header at the beginning of a file.
    ///
    /// - Parameter bytes: the file's first bytes, up to the ``limit``.
    /// - Throws: `RecordingError` if the bytes are no header, or one that this version does not read.
    package init(parsing bytes: [UInt8]) throws(RecordingError) {
        guard bytes.starts(with: Self.version) else { throw Self.refusal(of: bytes) }
        var lines = HeaderLines(rest: bytes[Self.version.count...])
        var stanzas: [Stanza] = []
        while true {
            let start = bytes.count - lines.rest.count
            let line = try lines.next()
            if line.starts(with: "---".utf8) {
                guard line.starts(with: "--- ".utf8), let code = Base64.bytes(line.dropFirst(4)), code.count == 32, !stanzas.isEmpty else {
                    throw RecordingError(ageHeader: "its end is damaged")
                }
                (self.stanzas, self.code) = (stanzas, code)
                covered = Array(bytes[..<(start + 3)])
                count = bytes.count - lines.rest.count
                return
            }
            stanzas.append(Stanza(words: try Self.words(line), body: try lines.body()))
        }
    }

    /// Why the beginning of a file is not the header that this version reads.
    private static func refusal(of bytes: [UInt8]) -> RecordingError {
        if bytes.starts(with: armor) {
            return RecordingError(
                .unsupported, "sealed by age as text, which is not read", advice: "Seal it without --armor, or open it with `age --decrypt`"
            )
        }
        if bytes.starts(with: anyVersion), !version.starts(with: bytes) {
            return RecordingError(.unsupported, "sealed by another version of age than v1", advice: "Open it with `age --decrypt`")
        }
        return RecordingError(ageHeader: "the beginning is cut off or damaged")
    }

    /// The words of a stanza's first line.
    private static func words(_ line: ArraySlice<UInt8>) throws(RecordingError) -> [String] {
        let words = line.dropFirst(3).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard line.starts(with: "-> ".utf8), words.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (33...126).contains($0) } }) else {
            throw RecordingError(ageHeader: "a line in it is not in age's format")
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The file's key.
    ///
    /// - Returns: `nil` if none of the identities is a recipient.
    /// - Throws: `RecordingError` if the header was changed.
    package func fileKey(by identities: [Identity]) throws(RecordingError) -> AgeFileKey? {
        if stanzas.contains(where: { $0.words[0] == Stanza.scrypt }) {
            guard stanzas.count == 1 else { throw RecordingError(ageHeader: "a passphrase and a key open it") }
            throw RecordingError(
                .unsupported, "sealed with a passphrase, which is not read",
                advice: "Open it with `age --decrypt`, or have it sealed for a key: `rewind keygen` makes one")
        }
        for stanza in stanzas where stanza.words[0] == Stanza.x25519 {
            guard let key = try AgeFileKey(stanza, by: identities) else { continue }
            try check(key)
            return key
        }
        return nil
    }

    /// Checks that a key is the file's, and that the header is as it was written.
    package func check(_ key: AgeFileKey) throws(RecordingError) {
        guard AgeCipher.isAuthentication(code, of: covered, key: key.ofHeader) else {
            throw RecordingError(ageHeader: "it was changed after it was sealed")
        }
    }
}

/// The lines of a header that are not read yet.
private struct HeaderLines {
    var rest: ArraySlice<UInt8>

    mutating func next() throws(RecordingError) -> ArraySlice<UInt8> {
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            throw RecordingError(ageHeader: "it is cut off, or has no end")
        }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    /// The body of a stanza, up to its short line.
    mutating func body() throws(RecordingError) -> [UInt8] {
        var letters: [UInt8] = []
        while true {
            let line = try next()
            guard line.count <= 64 else { throw RecordingError(ageHeader: "a line in it is too long") }
            letters += line
            if line.count < 64 { break }
        }
        guard let body = Base64.bytes(letters) else { throw RecordingError(ageHeader: "a line in it is not in age's format") }
        return body
    }
}
