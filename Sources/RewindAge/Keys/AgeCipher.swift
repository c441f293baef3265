package import RewindFormat
import SmallFoundation

#if canImport(CryptoKit)
    import CryptoKit
#elseif canImport(Crypto)
    import Crypto
#else
    #error("RewindAge needs swift-crypto: name the trait \"Archive\" where your package depends on rewind")
#endif

/// The ciphers that age uses, on bytes.
enum AgeCipher {
    /// The bytes that a tag adds.
    static let tagBytes = 16

    /// ChaCha20-Poly1305: the sealed bytes, and the tag behind them.
    static func seal(_ plain: some Collection<UInt8>, key: SymmetricKey, nonce: [UInt8]) throws(RecordingError) -> [UInt8] {
        guard let nonce = try? ChaChaPoly.Nonce(data: nonce), let box = try? ChaChaPoly.seal(Array(plain), using: key, nonce: nonce) else {
            throw RecordingError(.system, "the system can't encrypt")
        }
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// The plain bytes; `nil` if the key, the nonce or any bit is another.
    static func open(_ sealed: some Collection<UInt8>, key: SymmetricKey, nonce: [UInt8]) -> [UInt8]? {
        guard sealed.count >= tagBytes, let nonce = try? ChaChaPoly.Nonce(data: nonce),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: Array(sealed.dropLast(tagBytes)), tag: Array(sealed.suffix(tagBytes))),
            let plain = try? ChaChaPoly.open(box, using: key)
        else { return nil }
        return Array(plain)
    }

    /// HKDF-SHA-256: a key of 32 bytes for one purpose.
    static func derived(from key: SymmetricKey, salt: [UInt8], for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: salt, info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// HMAC-SHA-256.
    static func authentication(of bytes: [UInt8], key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    /// Compares an HMAC in a time that does not depend on where it differs.
    static func isAuthentication(_ code: [UInt8], of bytes: [UInt8], key: SymmetricKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: key)
    }

    /// The key that wraps a file's key for a recipient: of the secret half of one pair and the public half of the other.
    ///
    /// - Returns: `nil` if the public half is not valid, or gives the same for every secret.
    static func wrappingKey(
        _ secret: Curve25519.KeyAgreement.PrivateKey, with other: [UInt8], share: [UInt8], recipient: [UInt8]
    ) -> SymmetricKey? {
        guard let other = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: other),
            let shared = try? secret.sharedSecretFromKeyAgreement(with: other),
            shared.withUnsafeBytes({ bytes in bytes.reduce(0) { $0 | $1 } }) != 0
        else { return nil }
        return shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: share + recipient, sharedInfo: Array("age-encryption.org/v1/X25519".utf8), outputByteCount: 32)
    }

    /// Random bytes that can't be guessed.
    static func random(_ count: Int) -> [UInt8] {
        var system = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &system) }
    }
}

/// A key that exists in this process only, for what it writes and reads back itself.
package struct PassingKey: Sendable {
    /// The bytes that sealing adds.
    package static let addedBytes = 12 + AgeCipher.tagBytes

    private let bytes = AgeCipher.random(32)
    private var key: SymmetricKey { SymmetricKey(data: bytes) }

    package init() {}

    /// The sealed bytes, with all that opening them needs but the key.
    package func seal(_ plain: [UInt8]) throws(RecordingError) -> [UInt8] {
        let nonce = AgeCipher.random(12)
        return nonce + (try AgeCipher.seal(plain, key: key, nonce: nonce))
    }

    /// The plain bytes; `nil` if they were changed.
    package func open(_ sealed: [UInt8]) -> [UInt8]? {
        sealed.count < 12 ? nil : AgeCipher.open(sealed[12...], key: key, nonce: Array(sealed[..<12]))
    }
}
