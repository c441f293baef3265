import RewindFormat

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The key of one file: 16 bytes, which its header has once for each recipient.
package struct AgeFileKey: Sendable {
    static let byteCount = 16
    private let bytes: [UInt8]
    private var key: SymmetricKey { SymmetricKey(data: bytes) }

    init() { bytes = AgeCipher.random(Self.byteCount) }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// The key that authenticates the header.
    var ofHeader: SymmetricKey { AgeCipher.derived(from: key, salt: [], for: "header") }

    /// The key of the contents.
    func ofPayload(nonce: [UInt8]) -> SymmetricKey { AgeCipher.derived(from: key, salt: nonce, for: "payload") }

    /// Wraps the key for a recipient, by a pair of keys made for this file.
    func wrapped(for recipient: Recipient) throws(RecordingError) -> AgeHeader.Stanza {
        let pair = Curve25519.KeyAgreement.PrivateKey()
        let share = Array(pair.publicKey.rawRepresentation)
        guard let wrapping = AgeCipher.wrappingKey(pair, with: recipient.key, share: share, recipient: recipient.key) else {
            throw RecordingError(.invalidRequest, "nothing can be sealed for \(recipient): no secret key belongs to it")
        }
        let body = try AgeCipher.seal(bytes, key: wrapping, nonce: Self.nonce)
        return AgeHeader.Stanza(words: [AgeHeader.Stanza.x25519, String(decoding: Base64.text(share), as: UTF8.self)], body: body)
    }

    /// Unwraps the key for an identity; `nil` if it was wrapped for another.
    ///
    /// - Throws: `RecordingError` if no key can have been wrapped like that.
    init?(_ stanza: AgeHeader.Stanza, by identities: [Identity]) throws(RecordingError) {
        guard stanza.words.count == 2, let share = Base64.bytes(stanza.words[1].utf8), share.count == 32,
            stanza.body.count == Self.byteCount + AgeCipher.tagBytes
        else { throw RecordingError(ageHeader: "the key for a recipient has a wrong size") }
        for identity in identities {
            guard let wrapping = identity.wrappingKey(share: share) else {
                throw RecordingError(ageHeader: "the key for a recipient is not valid")
            }
            if let bytes = AgeCipher.open(stanza.body, key: wrapping, nonce: Self.nonce), let key = AgeFileKey(bytes) {
                self = key
                return
            }
        }
        return nil
    }

    /// All zeros: a wrapping key is used once.
    private static let nonce = [UInt8](repeating: 0, count: 12)
}
