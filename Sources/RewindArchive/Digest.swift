import SmallFoundation

#if canImport(CryptoKit)
    import CryptoKit
#elseif canImport(Crypto)
    import Crypto
#else
    #error("RewindArchive needs swift-crypto: name the trait \"Archive\" where your package depends on rewind")
#endif

/// A SHA-256 digest computed incrementally.
///
/// ```swift
/// var digest = Digest()
/// digest.update(chunk)
/// digest.hex   // "e3b0c442…", 64 lowercase digits
/// ```
package struct Digest {
    private var hash = SHA256()

    package init() {}

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

    /// The digest of all bytes added so far: 64 lowercase hexadecimal digits.
    package var hex: String {
        var text = ""
        text.reserveCapacity(64)
        for byte in hash.finalize() {
            if byte < 16 { text.append("0") }
            text.append(String(byte, radix: 16))
        }
        return text
    }

    /// The digest of the given bytes in Base64, as a page's policy names what it allows.
    package static func base64(of bytes: [UInt8]) -> String { Data(SHA256.hash(data: bytes)).base64EncodedString() }

    /// The digest of the given bytes.
    package static func hex(of bytes: [UInt8]) -> String {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.hex
    }
}
