import RewindFormat

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The contents of an age file: chunks of 64 KiB, each sealed by itself, with its number, and with whether it is the last one.
///
/// Only the last one may be shorter, and it is empty only if all of the contents are.
struct AgePayload {
    /// Plain bytes of a chunk.
    static let plainBytes = 1 << 16
    /// Bytes of a sealed chunk.
    static let chunkBytes = plainBytes + AgeCipher.tagBytes
    /// Bytes before the first chunk, from which the key of the contents is made.
    static let nonceBytes = 16

    private let key: SymmetricKey

    init(_ key: AgeFileKey, nonce: [UInt8]) { self.key = key.ofPayload(nonce: nonce) }

    func seal(_ plain: some Collection<UInt8>, number: Int, isLast: Bool) throws(RecordingError) -> [UInt8] {
        try AgeCipher.seal(plain, key: key, nonce: Self.nonce(number, isLast: isLast))
    }

    /// The plain bytes of a chunk.
    ///
    /// - Throws: `RecordingError` that says which chunk is damaged, or why it is not where it belongs.
    func open(_ sealed: [UInt8], number: Int, isLast: Bool) throws(RecordingError) -> [UInt8] {
        guard let plain = AgeCipher.open(sealed, key: key, nonce: Self.nonce(number, isLast: isLast)) else {
            let isOther = AgeCipher.open(sealed, key: key, nonce: Self.nonce(number, isLast: !isLast)) != nil
            let start = number * Self.plainBytes
            let end = start + sealed.count - AgeCipher.tagBytes
            if !isOther {
                let range = "the \(Self.plainBytes >> 10) KiB after byte \(start)"
                throw RecordingError(agePayload: "it was changed, or a part of it is cut off, in \(range)")
            }
            throw RecordingError(agePayload: isLast ? "it ends after \(end) bytes, and is cut off" : "something was appended to it")
        }
        guard !plain.isEmpty || number == 0 else { throw RecordingError(agePayload: "it ends with an empty chunk") }
        return plain
    }

    /// The number in 11 bytes, the highest first, and 1 for the last chunk.
    private static func nonce(_ number: Int, isLast: Bool) -> [UInt8] {
        var bytes: [UInt8] = [0, 0, 0]
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        return bytes + [isLast ? 1 : 0]
    }
}
