import RewindValue
import TestSupport
import Testing

@testable import RewindLive

/// Reads all that bytes bring, given in pieces.
private func read(_ pieces: [[UInt8]], isMasked: Bool = true, limit: Int = 1 << 20) throws -> [Incoming] {
    var reader = MessageReader(ofClient: isMasked, limit: limit)
    var found: [Incoming] = []
    for piece in pieces {
        reader.add(piece)
        while let incoming = try reader.next() { found.append(incoming) }
    }
    return found
}

private func text(_ text: String, isFinal: Bool = true) -> Frame { Frame(opcode: .text, isFinal: isFinal, payload: Array(text.utf8)) }
private func more(_ text: String, isFinal: Bool = true) -> Frame {
    Frame(opcode: .continuation, isFinal: isFinal, payload: Array(text.utf8))
}

@Suite("Frames of a WebSocket", .timeLimit(.minutes(isLong ? 600 : 5)))
struct FrameTests {
    /// The examples of RFC 6455, section 5.7.
    @Test func examplesOfTheStandardAreRead() throws {
        let hello = Array("Hello".utf8)
        #expect(try read([[0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]], isMasked: false) == [.message(hello)])
        #expect(try read([[0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]]) == [.message(hello)])
        #expect(
            try read([[0x01, 0x03, 0x48, 0x65, 0x6c], [0x80, 0x02, 0x6c, 0x6f]], isMasked: false) == [.part, .message(hello)])
        #expect(try read([[0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]], isMasked: false) == [.ping(hello)])
    }

    @Test func examplesOfTheStandardAreWritten() {
        #expect(text("Hello").bytes(mask: nil) == [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])
        #expect(text("Hello").bytes(mask: 0x37fa_213d) == [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
        #expect(Handshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(
        "The hash of the handshake is SHA-1",
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
        ])
    func hashesAreThoseOfTheStandard(message: String, hash: String) {
        let digits = SHA1.hash(message.utf8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        #expect(digits.joined() == hash)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 200_000])
    func messagesOfAnyLengthComeThroughInAnyPieces(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let payload = (0..<count).map { _ in UInt8(random.below(128)) }
        for mask: UInt32? in [nil, 0, 0x0102_0304] {
            var bytes = Frame(opcode: .text, payload: payload).bytes(mask: mask)[...]
            var pieces: [[UInt8]] = []
            while !bytes.isEmpty {
                let piece = bytes.prefix(1 + random.below(max(1, count / 3)))
                pieces.append(Array(piece))
                bytes = bytes.dropFirst(piece.count)
            }
            #expect(try read(pieces, isMasked: mask != nil) == [.message(payload)])
        }
    }

    @Test func controlFramesComeBetweenTheFramesOfAMessage() throws {
        let ping = Frame(opcode: .ping, payload: [1, 2])
        let close = Frame(opcode: .close, payload: WebSocketError(.goingAway, "bye").payload)
        let frames = [text("a", isFinal: false), ping, more("ü", isFinal: false), more("c"), close]
        #expect(
            try read(frames.map { $0.bytes(mask: 9) })
                == [.part, .ping([1, 2]), .part, .message(Array("aüc".utf8)), .close(.goingAway, "bye")])
    }

    /// What breaks the protocol, and the code that the other side is told.
    static let broken: [(String, [UInt8], UInt16)] = [
        ("not masked", text("a").bytes(mask: nil), 1002),
        ("reserved bit", [0xc1, 0x80, 0, 0, 0, 0], 1002),
        ("unknown kind", [0x83, 0x80, 0, 0, 0, 0], 1002),
        ("unknown control", [0x8b, 0x80, 0, 0, 0, 0], 1002),
        ("ping in parts", [0x09, 0x80, 0, 0, 0, 0], 1002),
        ("long ping", [0x89, 0xfe, 0, 126], 1002),
        ("continuation of nothing", more("a").bytes(mask: 1), 1002),
        ("message in a message", text("a", isFinal: false).bytes(mask: 1) + text("b").bytes(mask: 1), 1002),
        ("binary", Frame(opcode: .binary, payload: [1]).bytes(mask: 1), 1003),
        ("not UTF-8", Frame(opcode: .text, payload: [0xff]).bytes(mask: 1), 1007),
        ("half a character", Frame(opcode: .text, payload: [0xc3]).bytes(mask: 1), 1007),
        ("length of two bytes for one", [0x81, 0xfe, 0, 125], 1002),
        ("length of eight bytes for two", [0x81, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 1002),
        ("negative length", [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
        ("too large by its header", [0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0], 1009),
        (
            "too large by its parts",
            text("aaaaaa", isFinal: false).bytes(mask: 1) + more(String(repeating: "b", count: 1019)).bytes(mask: 1), 1009
        ),
        ("close of one byte", Frame(opcode: .close, payload: [3]).bytes(mask: 1), 1002),
        ("close with a reserved code", Frame(opcode: .close, payload: [3, 0xed]).bytes(mask: 1), 1002),
        ("close with a reason that is not UTF-8", Frame(opcode: .close, payload: [3, 0xe8, 0xff]).bytes(mask: 1), 1007),
    ]

    @Test(arguments: broken.indices)
    func whatTheStandardForbidsIsRefused(index: Int) {
        let (name, bytes, code) = Self.broken[index]
        #expect(throws: (any Error).self, "\(name)") { try read([bytes], limit: 1024) }
        do { _ = try read([bytes], limit: 1024) } catch { #expect((error as? WebSocketError)?.code.rawValue == code, "\(name)") }
    }

    /// Whatever bytes come: an answer or a refusal, in whatever pieces, and the same.
    @Test func anyBytesAreReadOrRefusedAlikeInAnyPieces() throws {
        var random = SeededGenerator(seed: 16)
        let rounds = isLong ? 200_000 : 3_000
        for _ in 0..<rounds {
            var bytes: [UInt8] = []
            for _ in 0...random.below(4) {
                let opcode =
                    [Frame.Opcode.continuation, .text, .text, .binary, .close, .ping, .pong].randomElement(using: &random) ?? .text
                let payload = (0..<random.below(random.below(3) == 0 ? 300 : 20)).map { _ in UInt8(random.below(200)) }
                bytes += Frame(opcode: opcode, isFinal: random.below(3) > 0, payload: payload).bytes(mask: 77)
            }
            for _ in 0..<random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
            func outcome(_ pieces: [[UInt8]]) -> String {
                var reader = MessageReader(ofClient: true, limit: 250)
                var found: [Incoming] = []
                do {
                    for piece in pieces {
                        reader.add(piece)
                        while let incoming = try reader.next() { found.append(incoming) }
                    }
                } catch {
                    return "\(found) \(error)"
                }
                return "\(found)"
            }
            let cut = random.below(bytes.count + 1)
            #expect(outcome([bytes]) == outcome([Array(bytes[..<cut]), Array(bytes[cut...])]))
        }
    }
}
