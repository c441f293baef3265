#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The SHA-256 of bytes that come in parts.
///
/// ```swift
/// var digest = Digest()
/// digest.update(chunk)
/// digest.hex   // "e3b0c442…", 64 lowercase digits
/// ```
package struct Digest {
    private var hash = SHA256()

    /// The digest of no bytes yet.
    package init() {}

    /// Takes in the next bytes, in the order of the whole.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    /// The digest of everything so far: 64 lowercase hexadecimal digits.
    package var hex: String {
        var text = ""
        text.reserveCapacity(64)
        for byte in hash.finalize() {
            if byte < 16 { text.append("0") }
            text.append(String(byte, radix: 16))
        }
        return text
    }

    /// The digest of bytes that are all there.
    package static func hex(of bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.hex
    }
}
