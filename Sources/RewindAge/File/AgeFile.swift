package import RewindFormat

/// A file in the age format, version 1: sealed for recipients, each with a key of X25519.
package enum AgeFile {
    /// The plain bytes of a file, in memory; all of it is verified before any of it is returned.
    ///
    /// - Parameters:
    ///   - size: how many bytes the file has.
    ///   - read: reads bytes of the file from an offset, exactly as many as asked for.
    ///   - key: the file's key, by its header.
    /// - Throws: `RecordingError` if the file is cut, changed or not sealed by age, and what the closures throw.
    package static func open(
        size: Int, read: (_ offset: Int, _ count: Int) throws(RecordingError) -> [UInt8],
        key: (AgeHeader) throws(RecordingError) -> AgeFileKey
    ) throws(RecordingError) -> [UInt8] {
        let header = try AgeHeader(parsing: try read(0, min(size, AgeHeader.limit)))
        let key = try key(header)
        let start = header.count + AgePayload.nonceBytes
        guard size >= start + AgeCipher.tagBytes else { throw RecordingError(agePayload: "it ends before its contents, and is cut off") }
        let payload = AgePayload(key, nonce: try read(header.count, AgePayload.nonceBytes))
        let chunks = (size - start + AgePayload.chunkBytes - 1) / AgePayload.chunkBytes
        var plain: [UInt8] = []
        plain.reserveCapacity(size - start - chunks * AgeCipher.tagBytes)
        for number in 0..<chunks {
            let offset = start + number * AgePayload.chunkBytes
            let sealed = try read(offset, min(AgePayload.chunkBytes, size - offset))
            plain += try payload.open(sealed, number: number, isLast: number == chunks - 1)
        }
        return plain
    }

    /// The plain bytes of a file that is in memory.
    ///
    /// - Throws: `RecordingError` as above, with the code ``RecordingError/Code/noKey`` if none of the identities is a recipient.
    package static func open(_ bytes: [UInt8], by identities: [Identity]) throws(RecordingError) -> [UInt8] {
        try open(size: bytes.count) { offset, count in
            Array(bytes[offset..<(offset + count)])
        } key: { (header) throws(RecordingError) in
            guard let key = try header.fileKey(by: identities) else {
                throw RecordingError(.noKey, "sealed for others: none of \(identities.count) keys opens it")
            }
            return key
        }
    }

    /// Seals bytes for recipients.
    package static func seal(_ bytes: [UInt8], for recipients: [Recipient]) throws(RecordingError) -> [UInt8] {
        var writer = try AgeWriter(for: recipients)
        var file = writer.beginning
        var failure: RecordingError?
        bytes.withUnsafeBytes { buffer in
            do throws(RecordingError) { try writer.add(buffer) { file += $0 } } catch { failure = error }
        }
        if let failure { throw failure }
        try writer.finish { file += $0 }
        return file
    }
}
