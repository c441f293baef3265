package import RewindFormat

/// Seals bytes for recipients while they are written.
///
/// ```swift
/// var writer = try AgeWriter(for: recipients)
/// try write(writer.beginning)
/// try writer.add(chunk, write)
/// try writer.finish(write)
/// ```
///
/// It holds back at most 64 KiB of plain text, in memory.
package struct AgeWriter {
    /// What the file begins with, to be written first.
    package let beginning: [UInt8]
    /// The header at its beginning.
    package let header: AgeHeader
    /// The key of this file.
    package let key: AgeFileKey

    private let payload: AgePayload
    private var pending: [UInt8] = []
    private var number = 0

    /// Begins a file, which each of the recipients can open.
    package init(for recipients: [Recipient]) throws(RecordingError) {
        guard !recipients.isEmpty else { throw RecordingError(.invalidRequest, "sealing needs a key") }
        key = AgeFileKey()
        header = try AgeHeader(of: key, for: recipients)
        let nonce = AgeCipher.random(AgePayload.nonceBytes)
        beginning = header.bytes + nonce
        payload = AgePayload(key, nonce: nonce)
    }

    /// Adds plain bytes, and writes the chunks that are complete.
    package mutating func add(
        _ bytes: UnsafeRawBufferPointer, _ write: ([UInt8]) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        var rest = bytes
        while !rest.isEmpty {
            // A full chunk waits for more: it may be the last one.
            if pending.count == AgePayload.plainBytes { try writeChunk(isLast: false, write) }
            let count = min(rest.count, AgePayload.plainBytes - pending.count)
            pending.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Writes the last chunk, by which a reader knows that nothing is missing.
    package mutating func finish(_ write: ([UInt8]) throws(RecordingError) -> Void) throws(RecordingError) {
        try writeChunk(isLast: true, write)
    }

    private mutating func writeChunk(isLast: Bool, _ write: ([UInt8]) throws(RecordingError) -> Void) throws(RecordingError) {
        try write(try payload.seal(pending, number: number, isLast: isLast))
        number += 1
        pending.removeAll(keepingCapacity: true)
    }
}
