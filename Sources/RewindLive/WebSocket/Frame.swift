/// A frame of a WebSocket, by RFC 6455.
struct Frame: Sendable, Equatable {
    var opcode: Opcode
    /// Whether this is the last frame of its message.
    var isFinal = true
    var payload: [UInt8]

    enum Opcode: UInt8, Sendable {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10

        /// Whether the frame is about the connection, and may come between the frames of a message.
        var isControl: Bool { rawValue >= 8 }
    }

    /// The longest payload of a control frame.
    static let controlLimit = 125

    /// The frame's bytes on the wire.
    ///
    /// - Parameter mask: hides the content from the machines between; a client must have one, an app must not.
    func bytes(mask: UInt32?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payload.count + 14)
        bytes.append((isFinal ? 0x80 : 0) | opcode.rawValue)
        let bit: UInt8 = mask == nil ? 0 : 0x80
        switch payload.count {
        case ...Self.controlLimit: bytes.append(bit | UInt8(payload.count))
        case ...0xffff:
            bytes.append(bit | 126)
            Self.append(UInt64(payload.count), count: 2, to: &bytes)
        default:
            bytes.append(bit | 127)
            Self.append(UInt64(payload.count), count: 8, to: &bytes)
        }
        if let mask { Self.append(UInt64(mask), count: 4, to: &bytes) }
        let start = bytes.count
        bytes += payload
        if let mask { Self.applyMask(mask, to: &bytes, from: start) }
        return bytes
    }

    /// Appends the lowest bytes of a number, the highest of them first.
    private static func append(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
        for place in stride(from: count - 1, through: 0, by: -1) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place)))) }
    }

    /// Hides bytes, or shows them again: both are the same.
    static func applyMask(_ mask: UInt32, to bytes: inout [UInt8], from start: Int = 0) {
        let wide = UInt64(bigEndian: UInt64(mask) << 32 | UInt64(mask))
        bytes.withUnsafeMutableBytes { buffer in
            var place = start
            while place + 8 <= buffer.count {
                // Within the buffer, by the condition above.
                let word = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                buffer.storeBytes(of: word ^ wide, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            for (index, place) in (place..<buffer.count).enumerated() {
                buffer[place] ^= UInt8(truncatingIfNeeded: wide >> (8 * UInt64(index)))
            }
        }
    }
}
