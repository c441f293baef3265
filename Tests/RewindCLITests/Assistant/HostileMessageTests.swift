import RewindValue
import SmallFoundation
import TestSupport
import Testing

@testable import RewindCLI

/// Messages that no client should send: each is answered by an error, and the server lives.
///
/// REWIND_HOSTILE_MESSAGES sets how many are sent.
@Suite("An assistant's hostile messages", .timeLimit(.minutes(5)))
struct HostileMessageTests {
    private static let count = ProcessInfo.processInfo.environment["REWIND_HOSTILE_MESSAGES"].flatMap { Int($0) } ?? 300

    @Test("Hostile messages are answered by the protocol's errors")
    func answeredByErrors() throws {
        let desk = try AssistantDesk.ofCrash()
        var random = SeededGenerator(seed: 59)
        var (sent, cancelled) = (0, 0)
        for number in 0..<Self.count {
            let line = Self.line(number, &random)
            if !Self.isSilent(line) { sent += 1 }
            desk.send(line)
            if random.next() % 8 == 0 {
                cancelled += 1
                desk.send(["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": .string("r\(number)")]])
            }
            // No more than may wait.
            if number % 100 == 99 { _ = desk.messages() }
        }
        let answers = desk.messages()
        for answer in answers {
            let (code, result) = (answer["error"]?["code"]?.int, answer["result"])
            #expect(code != nil || result != nil, "\(answer)")
            if let code { #expect([-32700, -32600, -32601, -32602, -32603, -32022].contains(code), "\(answer)") }
            #expect(answer.jsonText.utf8.count < 30_000)
        }
        print("hostile messages: \(Self.count) sent, \(answers.count) answers to \(sent), \(cancelled) cancelled")
        #expect((sent - cancelled)...sent ~= answers.count)
        #expect(try desk.text("story").hasPrefix(#""Episodes" crashed"#), "the server is not as it was")
    }

    /// Whether a line gets no answer: it is blank, or a notification.
    private static func isSilent(_ line: [UInt8]) -> Bool {
        if line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return true }
        guard let message = try? AssistantMessage(parsing: line) else { return false }
        return message.id == nil
    }

    private static func line(_ number: Int, _ random: inout SeededGenerator) -> [UInt8] {
        let id = JSONValue.string("r\(number)")
        switch random.next() % 10 {
        case 0:  // deep
            let depth = Int(random.next() % 100_000)
            return Array(repeating: UInt8(ascii: "["), count: depth)
        case 1:  // huge
            let text = String(repeating: "x", count: Int(random.next() % 1_000_000))
            return bytes(["jsonrpc": "2.0", "id": id, "method": .string(text), "params": ["_meta": AssistantDesk.meta]])
        case 2:  // bytes
            return (0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }.filter { $0 != UInt8(ascii: "\n") }
        case 3:  // wrong types
            let message: JSONObject = [
                "jsonrpc": "2.0", "id": any(&random), "method": any(&random), "params": any(&random),
            ]
            return bytes(.object(message))
        case 4:  // unknown methods and versions
            let meta: JSONValue = [
                "io.modelcontextprotocol/protocolVersion": any(&random), "io.modelcontextprotocol/clientCapabilities": any(&random),
            ]
            return bytes(["jsonrpc": "2.0", "id": id, "method": "tools/list", "params": ["_meta": meta]])
        case 5:  // cancelled half way
            return bytes([
                "jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": any(&random)],
            ])
        case 6:  // cut
            let whole = bytes(["jsonrpc": "2.0", "id": id, "method": "tools/list", "params": ["_meta": AssistantDesk.meta]])
            return Array(whole.prefix(Int(random.next() % UInt64(whole.count))))
        default:  // tools with anything
            let tools = AssistantTool.all.map(\.name) + ["rm", ""]
            var arguments: JSONObject = ["hypothesis": random.next() % 4 == 0 ? any(&random) : "x"]
            for name in ["step", "path", "steps", "where", "type", "rules", "from", "store", "skip", "recording", "last"]
            where random.next() % 4 == 0 {
                arguments[name] = any(&random)
            }
            return bytes([
                "jsonrpc": "2.0", "id": id, "method": "tools/call",
                "params": [
                    "name": .string(tools[Int(random.next() % UInt64(tools.count))]), "arguments": .object(arguments),
                    "_meta": AssistantDesk.meta,
                ],
            ])
        }
    }

    private static func bytes(_ json: JSONValue) -> [UInt8] { Array(json.jsonText.utf8) }

    private static func any(_ random: inout SeededGenerator, depth: Int = 0) -> JSONValue {
        switch random.next() % 10 {
        case 0: .null
        case 1: .bool(true)
        case 2: .number(.int(Int64(bitPattern: random.next())))
        case 3: .number(.int(Int64(random.next() % 100)))
        case 4: .number(.double(1.5))
        case 5 where depth < 3: .array((0..<3).map { _ in any(&random, depth: depth + 1) })
        case 6 where depth < 3: .object(["a": any(&random, depth: depth + 1), "": any(&random, depth: depth + 1)])
        case 7:
            .string(
                ["..", ".", "/", "~1~", "a/b", "-1", "99999999999999999999", "@", ":", "end-999", "\u{0}\u{202E}", "'"][
                    Int(random.next() % 12)])
        case 8: .string(String(repeating: "(", count: Int(random.next() % 2_000)))
        default: .string(".comments.saving")
        }
    }
}
