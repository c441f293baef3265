/// Takes frames from bytes as they come.
///
/// A frame that will be refused is refused by its header, so a false length costs no memory.
struct FrameReader: Sendable {
    /// Whether the other side has to mask: a client has to, an app must not.
    let isMasked: Bool
    /// The longest payload.
    let limit: Int
    private var buffer: [UInt8] = []
    /// Where in the buffer the next frame begins.
    private var start = 0

    init(ofClient isClient: Bool, limit: Int) {
        isMasked = isClient
        self.limit = limit
    }

    mutating func add(_ bytes: [UInt8]) {
        if start > 0, start >= buffer.count / 2 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer += bytes
    }

    /// The next whole frame; `nil` until more bytes arrive.
    mutating func next() throws(WebSocketError) -> Frame? {
        guard let header = try header(), buffer.count - start >= header.count + header.payload else { return nil }
        let begin = start + header.count
        var payload = Array(buffer[begin..<(begin + header.payload)])
        if let mask = header.mask { Frame.applyMask(mask, to: &payload) }
        start = begin + header.payload
        if start == buffer.count {
            if buffer.capacity > Self.keptCapacity { buffer = [] } else { buffer.removeAll(keepingCapacity: true) }
            start = 0
        }
        return Frame(opcode: header.opcode, isFinal: header.isFinal, payload: payload)
    }

    /// A buffer that a large message has grown beyond this is released.
    private static let keptCapacity = 1 << 20

    private struct Header {
        var opcode: Frame.Opcode
        var isFinal: Bool
        /// Bytes of the header itself.
        var count: Int
        /// Bytes of the payload.
        var payload: Int
        var mask: UInt32?
    }

    /// The header of the frame at ``start``; `nil` as long as it is not whole.
    private func header() throws(WebSocketError) -> Header? {
        let rest = buffer[start...]
        guard rest.count >= 2 else { return nil }
        let (first, second) = (rest[start], rest[start + 1])
        guard first & 0x70 == 0 else { throw WebSocketError(.protocolError, "a frame with reserved bits") }
        guard let opcode = Frame.Opcode(rawValue: first & 0x0f) else { throw WebSocketError(.protocolError, "a frame of an unknown kind") }
        let isFinal = first & 0x80 != 0
        guard (second & 0x80 != 0) == isMasked else {
            throw WebSocketError(.protocolError, isMasked ? "a client's frame that is not masked" : "an app's frame that is masked")
        }
        let (lengthCount, short) = Self.lengthCount(second & 0x7f)
        let count = 2 + lengthCount + (isMasked ? 4 : 0)
        if opcode.isControl, !isFinal || lengthCount > 0 {
            throw WebSocketError(.protocolError, "a control frame in parts, or longer than \(Frame.controlLimit) bytes")
        }
        guard rest.count >= 2 + lengthCount else { return nil }
        let length = lengthCount == 0 ? UInt64(short) : number(at: start + 2, count: lengthCount)
        guard length >> 63 == 0, lengthCount != 2 || length > 125, lengthCount != 8 || length > 0xffff else {
            throw WebSocketError(.protocolError, "a frame whose length is not written as it has to be")
        }
        guard length <= limit else { throw WebSocketError(.tooLarge, "a message of more than \(limit) bytes") }
        guard rest.count >= count else { return nil }
        let mask = isMasked ? UInt32(number(at: start + 2 + lengthCount, count: 4)) : nil
        return Header(opcode: opcode, isFinal: isFinal, count: count, payload: Int(length), mask: mask)
    }

    /// How many bytes of a length follow the short one.
    private static func lengthCount(_ short: UInt8) -> (Int, UInt8) { (short == 126 ? 2 : short == 127 ? 8 : 0, short) }

    /// The number that bytes make, the highest first.
    private func number(at place: Int, count: Int) -> UInt64 { buffer[place..<(place + count)].reduce(0) { $0 << 8 | UInt64($1) } }
}
