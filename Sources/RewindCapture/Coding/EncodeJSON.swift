import RewindValue
import Synchronization

/// Appends a value as compact JSON in one line, straight from its `encode(to:)`.
///
/// The bytes are the text of ``JSONValue/init(encoding:)``. Costs a half to a third of Foundation's `JSONEncoder`, and allocates little
/// more than the containers that `encode(to:)` asks for. A value that does not write from front to back (it writes a key twice, fills a
/// container after its neighbour, or has keys beyond ASCII in its own `CodingKeys`) is encoded through a ``JSONValue`` instead.
///
/// - Throws: what ``JSONValue/init(encoding:)`` throws; nothing is appended then.
package func encodeJSON(_ value: some Encodable, into bytes: inout [UInt8]) throws {
    let isDone: Void? = ByteEncoding.withBytes(of: value, at: CodingPath()) { bytes.append(contentsOf: $0) }
    if isDone == nil { try JSONValue(encodingByParts: value, at: CodingPath(), isOutermost: true).write(into: &bytes) }
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
