package import RewindFormat

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// A secret key, which opens what was sealed for its public half.
///
/// It is never part of a message or a description.
package struct Identity: Sendable, CustomStringConvertible {
    private let secret: [UInt8]
    /// The public half.
    package let recipient: Recipient

    private init(key: Curve25519.KeyAgreement.PrivateKey) {
        secret = Array(key.rawRepresentation)
        recipient = Recipient(key: Array(key.publicKey.rawRepresentation))
    }

    /// Makes a new key.
    package init() { self.init(key: Curve25519.KeyAgreement.PrivateKey()) }

    /// Parses a key as age writes it, `AGE-SECRET-KEY-1…`.
    ///
    /// - Throws: `RecordingError` that does not have the text.
    package init(parsing text: some StringProtocol) throws(RecordingError) {
        guard Self.isMeant(by: text) else { throw RecordingError(.invalidRequest, "not a secret key of age, AGE-SECRET-KEY-1…") }
        guard text.uppercased() == text, let (prefix, bytes) = Bech32.parse(text), prefix == "age-secret-key-",
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        else { throw RecordingError(.invalidRequest, "the secret key is mistyped or not complete") }
        self.init(key: key)
    }

    /// Whether a text is meant as a secret key.
    package static func isMeant(by text: some StringProtocol) -> Bool { text.uppercased().hasPrefix("AGE-SECRET-KEY-1") }

    /// The keys in the text of a file, one a line; empty lines, and lines that begin with `#`, say nothing.
    ///
    /// - Throws: `RecordingError` that names the line that is no key, or says that the file has no key.
    package static func all(in text: some StringProtocol) throws(RecordingError) -> [Identity] {
        var identities: [Identity] = []
        for (number, line) in KeyLines.all(in: text) {
            do throws(RecordingError) { identities.append(try Identity(parsing: line)) } catch {
                throw RecordingError(
                    error.code, "line \(number): \(error.message)", advice: "A key file is what `rewind keygen` or age-keygen makes")
            }
        }
        if identities.isEmpty {
            throw RecordingError(
                .invalidRequest, "no secret key is in the file", advice: "A key file is what `rewind keygen` or age-keygen makes")
        }
        return identities
    }

    /// The text of a file with this key, as age-keygen writes one.
    ///
    /// - Parameter created: the time, as `2026-11-21T11:50:02Z`.
    package func fileText(created: String) -> String {
        let text = Bech32.text(secret, prefix: "age-secret-key-").uppercased()
        return "# created: \(created)\n# public key: \(recipient)\n\(text)\n"
    }

    /// The public half only.
    package var description: String { "the key of \(recipient)" }

    /// The key that wraps a file's key for this identity, by the public half of the pair that was made for the file; `nil` if that is not valid.
    func wrappingKey(share: [UInt8]) -> SymmetricKey? {
        (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret)).flatMap { key in
            AgeCipher.wrappingKey(key, with: share, share: share, recipient: recipient.key)
        }
    }
}

extension Identity: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: ["recipient": recipient]) }
}
