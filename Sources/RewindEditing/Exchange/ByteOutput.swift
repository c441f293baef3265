import RewindValue

/// Where the bytes of an export go, gathered into large pieces.
struct ByteOutput {
    private var bytes: [UInt8] = []
    private let send: ([UInt8]) throws -> Void

    init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    /// Bytes that are gathered before they are sent.
    private static let limit = 1 << 16

    mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func write(_ value: JSONValue) { value.write(into: &bytes) }

    mutating func write(_ object: JSONObject) { JSONValue.object(object).write(into: &bytes) }

    /// Sends what was gathered, if that is enough.
    mutating func proceed() throws { if bytes.count >= Self.limit { try flush() } }

    /// Sends what was gathered.
    mutating func flush() throws {
        if bytes.isEmpty { return }
        try send(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
