import Foundation
import ReplayTestSupport
import RewindFormat
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindCLI

/// A server in this process, and what it has written.
final class AssistantDesk: Sendable {
    private let written = Mutex<[JSONValue]>([])
    private let server: Mutex<AssistantServer?> = Mutex(nil)

    init(_ recordings: [String], host: HostCommand? = nil, writing folder: String? = nil) throws {
        // As the command does: jq may have ended before it is asked.
        ignoreWriteSignals()
        let tools = AssistantTools(recordings: try AssistantRecordings(recordings), host: host, folder: folder)
        let server = AssistantServer(tools) { [weak self] bytes in
            guard bytes.last == UInt8(ascii: "\n"), let message = try? JSONValue(parsing: Array(bytes.dropLast())) else {
                Issue.record("no message in one line: \(String(decoding: bytes, as: UTF8.self))")
                return
            }
            self?.written.withLock { $0.append(message) }
        }
        self.server.withLock { $0 = server }
    }

    /// One for the crash of the fixtures.
    static func ofCrash() throws -> AssistantDesk { try AssistantDesk([Repository.path("Fixtures/crash.rewind")]) }

    /// One for the crash of the fixtures, with the app's reducer.
    static func ofHostedCrash(writing folder: String? = nil) throws -> AssistantDesk {
        let words = "'\(try Program.episodes.url.path)' --host"
        let host = HostCommand(words: words, line: words, limits: (.seconds(60), .seconds(10)))
        return try AssistantDesk([Repository.path("Fixtures/crash.rewind")], host: host, writing: folder)
    }

    /// What each request of the newest revision has.
    static let meta: JSONValue = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
    ]

    func send(_ message: JSONValue) { send(Array(message.jsonText.utf8)) }

    func send(_ line: [UInt8]) { server.withLock { $0 }?.take(line) }

    /// All that was written, once every call has ended.
    func messages() -> [JSONValue] {
        server.withLock { $0 }?.finish(within: .seconds(30))
        return written.withLock { $0 }
    }

    /// The answer to one request.
    func answer(to method: String, _ parameters: JSONObject = [:], meta: JSONValue? = AssistantDesk.meta) throws -> JSONValue {
        var parameters = parameters
        parameters["_meta"] = meta
        let id = JSONValue.number(JSONNumber(written.withLock { $0.count } + 1_000))
        send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(parameters)])
        return try #require(messages().last { $0["id"] == id })
    }

    /// The result of a tool.
    func call(_ tool: String, _ arguments: JSONObject = [:]) throws -> JSONValue {
        var arguments = arguments
        arguments["hypothesis"] = arguments["hypothesis"] ?? "the comment is gone"
        let answer = try answer(to: "tools/call", ["name": .string(tool), "arguments": .object(arguments)])
        return try #require(answer["result"], "\(answer)")
    }

    /// The text of a tool's answer.
    func text(_ tool: String, _ arguments: JSONObject = [:]) throws -> String {
        try #require(try call(tool, arguments)["content"]?.array?.first?["text"]?.string)
    }
}
