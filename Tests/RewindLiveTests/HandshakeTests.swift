import Foundation
import TestSupport
import Testing

@testable import RewindLive

/// Whether the long forms of random tests are wanted.
var isLong: Bool { ProcessInfo.processInfo.environment["REWIND_LONG"] != nil }

@Suite("The handshake of a WebSocket", .timeLimit(.minutes(isLong ? 600 : 5)))
struct HandshakeTests {
    let token = Token.make()

    private func head(_ change: (inout [String]) -> Void = { _ in }) -> [UInt8] {
        var lines = [
            "GET /rewind?token=\(token) HTTP/1.1", "Host: 127.0.0.1:1", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        change(&lines)
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// The status of the answer; 400 where the bytes are no head.
    private func status(_ bytes: [UInt8], origins: [String] = []) -> Int {
        guard let head = HTTPHead(parsing: bytes) else { return 400 }
        do {
            let answer = try Handshake.answer(head, token: token, origins: origins)
            return HTTPHead(parsing: answer).flatMap { Int($0.startLine[1]) } ?? 0
        } catch {
            return HTTPHead(parsing: error.bytes[..<(HTTPHead.end(in: error.bytes) ?? 0)]).flatMap { Int($0.startLine[1]) } ?? 0
        }
    }

    @Test func clientsThatKnowTheTokenAreTaken() {
        #expect(status(head()) == 101)
        #expect(
            status(
                head {
                    $0[0] = "GET /rewind HTTP/1.1"; $0.append("Authorization: Bearer \(token)")
                }) == 101)
        #expect(status(head { $0.append("Origin: http://tool.example") }, origins: ["http://tool.example"]) == 101)
        #expect(status(Handshake.request(host: "127.0.0.1:1", token: token, key: Handshake.key())) == 101)
    }

    @Test func allOthersAreRefusedWithTheReason() {
        #expect(status(head { $0[0] = "GET /rewind HTTP/1.1" }) == 401)
        #expect(status(head { $0[0] = "GET /rewind?token= HTTP/1.1" }) == 401)
        #expect(status(head { $0[0] = "GET /rewind?token=\(token.dropLast()) HTTP/1.1" }) == 401)
        #expect(status(head { $0[0] = "GET /rewind?token=\(token)A HTTP/1.1" }) == 401)
        #expect(status(head { $0[0] = "GET /rewind?token=a&token=\(token) HTTP/1.1" }) == 401)
        #expect(status(head { $0.append("Authorization: Bearer \(token)") }) == 401)
        #expect(status(head { $0.append("Origin: http://evil.example") }) == 403)
        #expect(status(head { $0.append("Origin: null") }, origins: ["http://tool.example"]) == 403)
        #expect(
            status(head { $0 += ["Origin: http://tool.example", "Origin: http://evil.example"] }, origins: ["http://tool.example"]) == 403)
        #expect(status(head { $0[0] = "GET / HTTP/1.1" }) == 404)
        #expect(status(head { $0[0] = "POST /rewind?token=\(token) HTTP/1.1" }) == 400)
        #expect(status(head { $0[4] = "Sec-WebSocket-Version: 8" }) == 426)
        #expect(status(head { $0[5] = "Sec-WebSocket-Key: short" }) == 400)
        #expect(status(head { $0.remove(at: 2) }) == 400)
        #expect(status(head { $0.remove(at: 1) }) == 400)
        #expect(status(head { $0.append(" folded: no") }) == 400)
        #expect(status(head { $0.append("Bare\rReturn: no") }) == 400)
        #expect(status(Array("GET /rewind HTTP/1.1\n\n".utf8)) == 400)
    }

    @Test func tokensCanNotBeGuessedAndAreComparedWhole() {
        let tokens = Set((0..<100).map { _ in Token.make() })
        #expect(tokens.count == 100)
        #expect(
            tokens.allSatisfy { $0.utf8.count == 43 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) } })
        #expect(Token.isSame(token, token))
        #expect(!Token.isSame("", token))
        #expect(!Token.isSame("", ""))
        #expect(!Token.isSame(token + "\0", token))
    }

    @Test func anyBytesAreAHeadOrNone() {
        var random = SeededGenerator(seed: 6455)
        let sound = head()
        for _ in 0..<(isLong ? 200_000 : 2_000) {
            var bytes = sound
            for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
            if random.below(3) == 0 { bytes.removeSubrange(..<random.below(bytes.count)) }
            #expect([101, 400, 401, 403, 404, 426].contains(status(bytes)))
        }
    }

    @Test func addressesAreReadAsTheyArePrinted() throws {
        for address in [LiveAddress(port: 80, token: "a-_"), LiveAddress(host: "::1", port: 65_535, token: token)] {
            #expect(try LiveAddress(parsing: address.description) == address)
        }
        for text in [
            "", "http://127.0.0.1:1/rewind?token=a", "ws://127.0.0.1:1/rewind", "ws://127.0.0.1/rewind?token=a",
            "ws://127.0.0.1:0/rewind?token=a",
            "ws://127.0.0.1:70000/rewind?token=a", "ws://example.com:1/rewind?token=a", "ws://127.0.0.1:1/other?token=a",
            "ws://127.0.0.1:1/rewind?token=a b", "ws://127.0.0.1:1/rewind?token=",
        ] {
            #expect(throws: LiveError.self, "\(text)") { try LiveAddress(parsing: text) }
        }
    }
}
