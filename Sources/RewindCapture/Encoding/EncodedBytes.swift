import RewindValue
import Synchronization

/// The encoding of a value, as bytes.
func encodedBytes(of value: some Encodable, at path: CodingPath) throws -> [UInt8] {
    if let bytes = ByteEncoding.withBytes(of: value, at: path, { Array($0) }) { return bytes }
    var bytes: [UInt8] = []
    try JSONValue(encodingByParts: value, at: path).write(into: &bytes)
    return bytes
}

extension ByteEncoding {
    /// Calls a closure with the bytes of a value; `nil` if the value has to be encoded by parts, even if only to find out what is wrong.
    static func withBytes<T: Encodable, Result>(
        of value: T, at path: CodingPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        let pooled = pool.withLock { $0.popLast() } ?? Pooled(encoding: ByteEncoding())
        defer {
            // A buffer that grew large is not kept.
            if pooled.encoding.bytes.capacity <= keptCapacity { pool.withLock { if $0.count < 4 { $0.append(pooled) } } }
        }
        do {
            try pooled.encoding.run(value, at: path)
        } catch {
            return nil
        }
        return pooled.encoding.isIrregular ? nil : body(pooled.encoding.bytes.bytes)
    }

    private static let pool = Mutex<[Pooled]>([])

    /// An encoding that waits for its next use.
    ///
    /// `@unchecked Sendable`: the thread that takes it out of the pool owns it alone until putting it back.
    private struct Pooled: @unchecked Sendable {
        let encoding: ByteEncoding
    }
}
