import FlyingSocks
import RewindControl
import RewindRecorder
import RewindStore
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

@Suite("An endpoint under attack", .serialized, .timeLimit(.minutes(isLong ? 600 : 5)))
struct SafetyTests {
    /// Whether the app is unharmed: a client can do its work.
    private func expectUnharmed(_ app: OpenApp, location: SourceLocation = #_sourceLocation) async throws {
        let client = try await app.client()
        let before = app.store.state.total
        _ = try await client.call(DispatchAction(action: ["add": ["_0": "tea", "price": 1]]))
        #expect(app.store.state.total == before + 1, sourceLocation: location)
        await client.close()
    }

    @Test func wrongTokensAndForeignOriginsAreRefused() async throws {
        let app = try await OpenApp()
        let wrong = LiveClient(LiveAddress(port: app.address.port, token: Token.make()), options: OpenApp.patientOptions)
        let error = await #expect(throws: LiveError.self) { try await wrong.connect() }
        #expect(error?.code == .refused && error?.description.contains("401") == true)
        let page = try await RawClient(app.address.port)
        let request = Handshake.request(host: "localhost", token: app.address.token, key: Handshake.key())
        try await page.send(request.dropLast(2) + Array("Origin: http://evil.example\r\n\r\n".utf8))
        #expect(try await page.head().contains("403 Forbidden"))
        #expect(try await page.isClosed())
        #expect(app.endpoint.counters.wrongTokens == 1 && app.endpoint.counters.foreignOrigins == 1)
        try await expectUnharmed(app)
    }

    @Test func whatIsNoHandshakeIsRefused() async throws {
        let app = try await OpenApp()
        for text in ["\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
            let client = try await RawClient(app.address.port)
            try await client.send(text)
            #expect(try await client.head().hasPrefix("HTTP/1.1 40"))
            #expect(try await client.isClosed())
        }
        let endless = try await RawClient(app.address.port)
        try await endless.send("GET /rewind HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 2_000))
        #expect(try await endless.isClosed())
        #expect(app.endpoint.counters.badHandshakes == 4)
        try await expectUnharmed(app)
    }

    @Test func whoSaysNothingOrNotEnoughHasItsTime() async throws {
        let app = try await OpenApp { $0.limits.handshakeTime = .milliseconds(100) }
        let (silent, half) = (try await RawClient(app.address.port), try await RawClient(app.address.port))
        try await half.send("GET /rewind HTTP/1.1\r\nHost: a\r\n")
        #expect(try await silent.isClosed())
        #expect(try await half.isClosed())
        #expect(app.endpoint.counters.badHandshakes == 2 && app.endpoint.counters.clients == 0)
    }

    @Test func framesThatAreForbiddenEndTheConnection() async throws {
        let app = try await OpenApp { $0.limits.messageBytes = 1_000 }
        for (name, bytes, code) in FrameTests.broken {
            let (client, socket) = try await RawClient.open(app.address)
            try await client.send(bytes)
            let expected = code == 1009 && bytes.count > 1_000 ? 1009 : code
            #expect(try await socket.closeCode() == expected, "\(name)")
            #expect(try await client.isClosed(), "\(name)")
        }
        #expect(app.endpoint.counters.oversized == 2)
        #expect(app.endpoint.counters.malformed == FrameTests.broken.count - 2)
        // One that stops in the middle of a frame.
        let (cut, _) = try await RawClient.open(app.address)
        try await cut.send([0x81, 0xff, 0, 0])
        cut.wire.close()
        try await app.expect("it is not gone") { app.endpoint.counters.clients == 0 }
        try await expectUnharmed(app)
    }

    /// As many as want to: those who have the token get in, and those who are in stay.
    @Test func connectionsWithoutATokenKeepNobodyOut() async throws {
        let app = try await OpenApp()
        let before = try await app.client()
        var strangers: [RawClient] = []
        for number in 0..<60 {
            strangers.append(try await RawClient(app.address.port))
            if number % 2 == 0 { try await strangers[number].send("GET /rewind HTTP/1.1\r\nHost: a\r\n") }
        }
        try await expectUnharmed(app)
        #expect(app.endpoint.counters.flooded == 60 - LiveLimits().handshakes + 1)
        #expect(try await strangers[0].isClosed())
        #expect(try await before.call(GetState(path: "/total")).value == 1)
        await before.close()
        withExtendedLifetime(strangers) {}
    }

    /// Strangers who come without a pause leave a client its moment.
    @Test func floodOfConnectionsKeepsNobodyOut() async throws {
        let app = try await OpenApp { $0.limits.handshakes = 4 }
        let flood = Task {
            var wires: [RawClient] = []
            while !Task.isCancelled {
                guard let client = try? await RawClient(app.address.port) else { continue }
                wires.append(client)
                if wires.count > 20 { wires.removeFirst(10) }
            }
        }
        try await app.expect("there is no flood") { app.endpoint.counters.connects > 100 }
        for _ in 0..<3 { try await expectUnharmed(app) }
        flood.cancel()
        await flood.value
    }

    @Test func floodsAreRefusedAndCounted() async throws {
        let app = try await OpenApp { $0.limits.handshakeGrace = .milliseconds(2) }
        let loop = try await SocketLoop.shared
        let address = LiveAddress(port: app.address.port, token: "none")
        var wires: [Connection] = []
        for _ in 0..<200 { wires.append(try await Connection.connected(to: address, pool: loop.pool)) }
        try await app.expect("they have not come") { app.endpoint.counters.connects == 200 }
        try await app.expect("they are all there") { app.endpoint.counters.flooded == 200 - LiveLimits().handshakes }
        app.add(1)
        wires = []
        try await app.expect("there is no room again") { (try? await app.client())?.address != nil }
        try await expectUnharmed(app)
    }

    @Test func thereAreOnlySoManyClients() async throws {
        let app = try await OpenApp { $0.limits.clients = 2 }
        let (first, second) = (try await app.client(), try await app.client())
        await #expect(throws: LiveError.self) { try await app.client() }
        await first.close()
        try await app.expect("it is not gone") { app.endpoint.counters.clients == 1 }
        let third = try await app.client()
        #expect(app.endpoint.counters.flooded == 1)
        await second.close()
        await third.close()
    }

    @Test func clientsThatNoLongerAnswerAreGone() async throws {
        let app = try await OpenApp { $0.limits.pingInterval = .milliseconds(100) }
        let (client, _) = try await RawClient.open(app.address)  // reads nothing, so it answers nothing
        let alive = try await app.client()
        #expect(try await client.isClosed())
        #expect(app.endpoint.counters.lost == 1 && app.endpoint.counters.clients == 1)
        #expect(try await alive.call(GetState(path: "/total")).value == 0)
        await alive.close()
    }

    @Test func messagesThatComeTooFastWaitAndNothingIsLost() async throws {
        let app = try await OpenApp { $0.limits.messagesPerSecond = 10 }
        let (_, socket) = try await RawClient.open(app.address)
        let began = ContinuousClock.now
        // All at once: a busy machine may take longer for each answer than the limit asks for.
        for number in 0..<15 { try await socket.send(Array(#"{"jsonrpc":"2.0","id":\#(number),"method":"app.info"}"#.utf8)) }
        for number in 0..<15 { #expect(try await socket.nextMessage()["id"]?.int == number) }
        #expect(ContinuousClock.now - began > .milliseconds(400))
        #expect(app.endpoint.counters.throttled > 0)
    }

    @Test func requestsThatWouldWaitWithoutEndAreRefused() async throws {
        let app = try await OpenApp { $0.limits.waitingRequests = 4 }
        let (_, socket) = try await RawClient.open(app.address)
        // A store that does not answer, since nobody takes its calls.
        let calls = app.endpoint.hub.add(.init(name: "deaf", state: "Int", action: "Int"))
        for number in 0..<10 {
            try await socket.send(Array(#"{"jsonrpc":"2.0","id":\#(number),"method":"state.get","params":{"store":"deaf"}}"#.utf8))
        }
        for number in 4..<10 {
            let answer = try await socket.nextMessage()
            #expect(answer["id"]?.int == number && answer["error"]?["code"]?.int == ControlError.Code.busy.rawValue)
        }
        withExtendedLifetime(calls.calls) {}
        try await expectUnharmed(app)
    }

    /// Whatever frames and messages come, each connection ends or is answered, and the app lives.
    @Test func anyBytesLeaveTheAppUnharmed() async throws {
        let app = try await OpenApp { $0.limits.messageBytes = 4_096 }
        var random = SeededGenerator(seed: 455)
        let names = [
            GetAppInfo.name, GetState.name, SetState.name, PatchState.name, DispatchAction.name, FollowRecording.name,
            UnfollowRecording.name,
            MarkRecording.name, BeginReplay.name, ShowState.name, ReduceAction.name, EndReplay.name, "none",
        ]
        let keys = ["store", "path", "value", "patch", "from", "have", "name", "step", "state", "line", "keep", "action", "reveal"]
        for _ in 0..<(isLong ? 5_000 : 60) {
            let (client, _) = try await RawClient.open(app.address)
            for _ in 0..<random.below(12) {
                var parameters: JSONObject = [:]
                for _ in 0..<random.below(4) { parameters[keys[random.below(keys.count)]] = random.value(depth: 3) }
                let message = ControlMessage.request(
                    id: .number(JSONNumber(random.below(9))), method: names[random.below(names.count)], parameters: .object(parameters))
                var bytes = Frame(opcode: .text, payload: message.text).bytes(mask: UInt32(random.below(1 << 30)))
                if random.below(3) == 0 { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
                if random.below(20) == 0 { bytes.removeLast(random.below(bytes.count)) }
                guard (try? await client.send(bytes)) != nil else { break }
            }
            client.wire.close()
        }
        try await app.expect("they are not gone") { app.endpoint.counters.clients == 0 }
        try await app.expect("the lock has not gone") { app.store.mode == .live }
        try await expectUnharmed(app)
    }

    @Test func appIsFoundAsLongAsItIsOpen() async throws {
        let folder = TemporaryFolder()
        let home = folder.path("home")
        let app = RunningApp(url: "ws://127.0.0.1:1/rewind?token=a", app: "Shop", process: 7, started: 9, directory: nil)
        var announcement: Announcement? = try Announcement(app, in: home)
        #expect(RunningApp.all(in: home) == [app])
        let name = try #require(folder.contents.first { $0.hasSuffix(Announcement.suffix) })
        #expect(FileSystem.permissions(of: folder.path(name)) == 0o600)
        #expect(FileSystem.permissions(of: home + "/live") == 0o700)
        // What a dead app left behind, whose lock went with it.
        try folder.write(folder.read(name), to: "home/live/1-2.endpoint")
        #expect(RunningApp.all(in: home) == [app])
        #expect(folder.contents.count { $0.hasSuffix(Announcement.suffix) } == 1)
        try folder.write(Array("not JSON".utf8), to: "home/live/3-4.endpoint")
        announcement = nil
        #expect(announcement == nil)
        #expect(RunningApp.all(in: home).isEmpty)
        #expect(folder.contents.allSatisfy { !$0.hasSuffix(Announcement.suffix) })
    }

    @Test func addressThatIsTakenIsSaid() async throws {
        let app = try await OpenApp()
        let error = await #expect(throws: LiveError.self) { _ = try await OpenApp { $0.port = app.address.port } }
        #expect(error?.code == .cannotListen && error?.description.contains("in use") == true)
        await #expect(throws: LiveError.self) { _ = try await OpenApp { $0.address = "not an address" } }
    }
}
