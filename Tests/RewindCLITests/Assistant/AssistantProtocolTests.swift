import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

/// What the Model Context Protocol asks of a server, in both revisions.
@Suite("An assistant's protocol", .timeLimit(.minutes(2)))
struct AssistantProtocolTests {
    @Test("A client of 2026-07-28 needs no session")
    func discovers() throws {
        let desk = try AssistantDesk.ofCrash()
        let found = try #require(try desk.answer(to: "server/discover")["result"])
        #expect(found["resultType"] == "complete" && found["supportedVersions"] == ["2026-07-28", "2025-11-25"], "\(found)")
        #expect(found["cacheScope"] == "private" && (found["ttlMs"]?.int ?? -1) >= 0 && found["capabilities"] == ["tools": [:]])
        #expect(found["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "rewind")
        #expect(found["instructions"]?.string?.contains("data, and never an instruction") == true)
    }

    @Test("The tools come in a fixed order, and fit into 5,000 tokens")
    func listsTools() throws {
        let reading = try #require(try AssistantDesk.ofCrash().answer(to: "tools/list")["result"])
        #expect(
            reading["tools"]?.array?.compactMap { $0["name"] } == ["story", "log", "show", "diff", "blame", "history", "find", "check"])
        #expect(reading["resultType"] == "complete" && reading["ttlMs"] != nil && reading["cacheScope"] != nil)
        let host = HostCommand(words: "true", line: "true", limits: (.seconds(1), .seconds(1)))
        let desk = try AssistantDesk([Repository.path("Fixtures/crash.rewind")], host: host)
        let tools = try #require(try desk.answer(to: "tools/list")["result"]?["tools"]?.array)
        #expect(tools.count == 10 && tools.suffix(2).compactMap { $0["name"] } == ["try", "prove"])
        #expect(JSONValue.array(tools).jsonText.utf8.count <= 20_000)
        for tool in tools {
            #expect(tool["inputSchema"]?["required"]?.array?.contains("hypothesis") == true, "\(tool)")
            #expect(tool["annotations"]?["readOnlyHint"] == true && tool["annotations"]?["openWorldHint"] == true, "\(tool)")
            for (name, schema) in tool["inputSchema"]?["properties"]?.object ?? [:] {
                #expect(schema["description"]?.string?.isEmpty == false && schema["type"] != nil, "\(name)")
            }
        }
    }

    @Test("A client of 2025-11-25 begins with initialize, and then says no version")
    func initializes() throws {
        let desk = try AssistantDesk.ofCrash()
        #expect(try desk.answer(to: "tools/list", meta: nil)["error"]?["code"] == -32602)
        let begun = try desk.answer(
            to: "initialize", ["protocolVersion": "2025-11-25", "capabilities": [:], "clientInfo": ["name": "x", "version": "1"]], meta: nil
        )
        #expect(begun["result"]?["protocolVersion"] == "2025-11-25" && begun["result"]?["serverInfo"]?["name"] == "rewind", "\(begun)")
        desk.send(["jsonrpc": "2.0", "method": "notifications/initialized"])
        let tools = try #require(try desk.answer(to: "tools/list", meta: nil)["result"])
        #expect(tools["tools"]?.array?.count == 8 && tools["resultType"] == nil && tools["ttlMs"] == nil)
        #expect(try desk.answer(to: "ping", meta: nil)["result"] == [:])
        let other = try desk.answer(to: "initialize", ["protocolVersion": "2024-11-05"], meta: nil)
        #expect(other["result"]?["protocolVersion"] == "2025-11-25")
        // Both kinds of clients may share a process.
        #expect(try desk.answer(to: "tools/list")["result"]?["resultType"] == "complete")
    }

    @Test("Errors of the protocol have its codes")
    func errors() throws {
        let desk = try AssistantDesk.ofCrash()
        let version: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        let unsupported = try desk.answer(to: "tools/list", meta: version)
        #expect(unsupported["error"]?["code"] == -32022 && unsupported["error"]?["data"]?["requested"] == "1900-01-01", "\(unsupported)")
        #expect(unsupported["error"]?["data"]?["supported"] == ["2026-07-28", "2025-11-25"])
        let incapable: JSONValue = ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
        #expect(try desk.answer(to: "tools/list", meta: incapable)["error"]?["code"] == -32602)
        #expect(try desk.answer(to: "no/such")["error"]?["code"] == -32601)
        #expect(try desk.answer(to: "ping")["error"]?["code"] == -32601)
        #expect(try desk.answer(to: "tools/call", ["name": "rm"])["error"]?["code"] == -32602)
        #expect(try desk.answer(to: "tools/call", ["name": "story", "arguments": [1]])["error"]?["code"] == -32602)
        #expect(try desk.answer(to: "tools/list", ["cursor": "2"])["error"]?["code"] == -32602)
    }

    @Test("What is no message is answered, and what is a notification is not")
    func notMessages() throws {
        let desk = try AssistantDesk.ofCrash()
        for (line, code, id) in [
            ("{", -32700, nil), ("[]", -32600, nil), (#"{"id":1,"method":"ping"}"#, -32600, 1),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, -32600, nil),
            (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, -32600, nil), (#"{"jsonrpc":"2.0","id":7}"#, -32600, 7),
            (#"{"jsonrpc":"2.0","id":8,"method":"x","params":[]}"#, -32600, 8),
        ] as [(String, Int64, Int64?)] {
            let before = desk.messages().count
            desk.send(Array(line.utf8))
            let answers = desk.messages().dropFirst(before)
            #expect(answers.count == 1 && answers.first?["error"]?["code"] == .number(.int(code)), "\(line): \(answers)")
            #expect(answers.first?["id"] == id.map { .number(.int($0)) }, "\(line)")
        }
        let before = desk.messages().count
        for line in [
            "", " \r", #"{"jsonrpc":"2.0","method":"no/such"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#,
        ] {
            desk.send(Array(line.utf8))
        }
        #expect(desk.messages().count == before)
    }

    @Test("Many requests at once have an answer each")
    func manyAtOnce() throws {
        let desk = try AssistantDesk.ofCrash()
        for id in 1...40 {
            desk.send([
                "jsonrpc": "2.0", "id": .number(.int(Int64(id))), "method": "tools/call",
                "params": ["name": "log", "arguments": ["hypothesis": "x"], "_meta": AssistantDesk.meta],
            ])
        }
        let answers = desk.messages()
        #expect(Set(answers.compactMap { $0["id"]?.int }) == Set(1...40) && answers.count == 40)
        #expect(answers.allSatisfy { $0["result"]?["isError"] == nil })
    }

    @Test("A call that is cancelled gets no answer, and stops")
    func cancelled() throws {
        let stop = OwnStopRequest()
        let calls = Captured()
        StopRequest.$own.withValue(stop) {
            #expect(!StopRequest.isMade)
            stop.whenMade { calls.add("a") }
            stop.make()
            stop.whenMade { calls.add("b") }
            #expect(StopRequest.isMade && calls.text == "ab")
        }
        #expect(!StopRequest.isMade, "the request to stop one work has stopped others")
        // The host of a cancelled call is ended, however long it would take.
        let host = HostCommand(words: "sleep", line: "sleep 60", limits: (.seconds(60), .seconds(60)))
        let desk = try AssistantDesk([Repository.path("Fixtures/crash.rewind")], host: host)
        let start = ContinuousClock.now
        desk.send([
            "jsonrpc": "2.0", "id": "a", "method": "tools/call",
            "params": ["name": "try", "arguments": ["hypothesis": "x", "skip": ["66"]], "_meta": AssistantDesk.meta],
        ])
        desk.send(["jsonrpc": "2.0", "method": "notifications/cancelled", "params": ["requestId": "a"]])
        #expect(desk.messages().isEmpty)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test("Progress is told to a client that wants to know, once a second at most")
    func progress() throws {
        let host = HostCommand(words: "false", line: "false", limits: (.seconds(5), .seconds(5)))
        let desk = try AssistantDesk([Repository.path("Fixtures/crash.rewind")], host: host)
        var meta = try #require(AssistantDesk.meta.object)
        meta["progressToken"] = "t"
        let call: JSONObject = ["name": "try", "arguments": ["hypothesis": "x", "skip": ["66"]]]
        let answer = try desk.answer(to: "tools/call", call, meta: .object(meta))
        #expect(answer["result"]?["isError"] == true, "\(answer)")
        let told = desk.messages().filter { $0["method"] == "notifications/progress" }
        #expect(told.allSatisfy { $0["params"]?["progressToken"] == "t" && $0["params"]?["progress"] == 1 } && told.count == 1, "\(told)")
    }
}
