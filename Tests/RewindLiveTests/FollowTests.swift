import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindStore
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindLive

@Suite("Following a running app's recording", .serialized, .timeLimit(.minutes(5)))
struct FollowTests {
    /// Whether two directories have the same lines.
    private func expectSameLines(_ left: String, _ right: String, location: SourceLocation = #_sourceLocation) throws {
        func lines(_ directory: String) throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for name in try DirectorySource(path: directory).names where SegmentName.index(ofStream: name) != nil {
                let bytes = try FileSystem.read("\(directory)/\(name)", limit: .max).filter { $0 != 0 }
                if !bytes.isEmpty { files[name] = bytes }
            }
            return files
        }
        let (first, second) = (try lines(left), try lines(right))
        #expect(first.keys.sorted() == second.keys.sorted(), sourceLocation: location)
        #expect(first == second, sourceLocation: location)
    }

    @Test func severalClientsHaveTheSameRecordingAsTheApp() async throws {
        let app = try await OpenApp()
        app.add(50)
        var clients: [LiveClient] = []
        for number in 0..<3 {
            let client = try await app.client()
            try await client.follow(into: app.folder.path("followed \(number)"))
            clients.append(client)
            app.add(50)
        }
        let last = app.add(20, bytes: 20_000)
        let own = try #require(app.recorder.directory)
        for client in clients { try await app.expectStep(last, of: client) }
        for client in clients {
            let directory = try #require(client.directory)
            #expect(throws: RecordingError.self) { try Recording(directory: directory) }  // its lock is held
            await client.close()
            try expectSameLines(own, directory)
            let timeline = try Timeline(Recording(directory: directory))
            #expect(timeline.steps == 0...last && timeline.recording.losses.isEmpty)
            #expect(timeline.recording.manifest.app["name"] == "Shop" && timeline.recording.manifest.ending.how == .finished)
            #expect(try timeline.state(at: last).get()["total"] == 220)
        }
    }

    @Test func clientThatFollowsNowBeginsWithTheState() async throws {
        let app = try await OpenApp(limits: RecordingLimits(steps: 4_000))  // a segment of 1,000 steps each
        app.add(2_500)
        app.recorder.flush()
        let client = try await app.client()
        #expect(try await client.follow(into: app.folder.path("now"), from: .now).step == 2_500)
        let last = app.add(5)
        try await app.expectStep(last, of: client)
        await client.close()
        let timeline = try Timeline(Recording(directory: app.folder.path("now")))
        #expect(timeline.steps.lowerBound > 0 && timeline.steps.upperBound == last)
        #expect(try timeline.state(at: last).get()["total"] == 2_505)

        let other = try await app.client()
        try await other.follow(into: app.folder.path("from"), from: .step(timeline.steps.lowerBound - 3))
        try await app.expectStep(last, of: other)
        await other.close()
        #expect(try Timeline(Recording(directory: app.folder.path("from"))).steps.lowerBound < timeline.steps.lowerBound)
    }

    @Test func clientThatComesBackGetsWhatItMissed() async throws {
        let app = try await OpenApp()
        let relay = try await Relay(to: app.address)
        let client = try await app.client(at: relay.port)
        let events = EventLog(client)
        try await client.follow(into: app.folder.path("followed"))
        for round in 1...5 {
            let seen = app.add(200)
            if round > 2 { try await app.expectStep(seen, of: client) }  // else it breaks wherever it is
            await relay.goDown()
            app.add(200, bytes: 100)
            relay.goUp()
            try await waitUntil("the client does not come back", after: events.news) { events.connects == round + 1 }
        }
        let last = app.add(1)
        try await app.expectStep(last, of: client)
        await client.close()
        #expect(events.skips.isEmpty)
        try expectSameLines(#require(app.recorder.directory), app.folder.path("followed"))
    }

    @Test func clientThatComesBackTooLateIsToldWhatIsGone() async throws {
        let app = try await OpenApp(limits: RecordingLimits(steps: 400))
        let relay = try await Relay(to: app.address)
        let client = try await app.client(at: relay.port)
        let events = EventLog(client)
        try await client.follow(into: app.folder.path("followed"))
        let seen = app.add(50)
        try await app.expectStep(seen, of: client)
        await relay.goDown()
        let own = try #require(app.recorder.directory)
        var count = 50
        while FileSystem.kind(of: "\(own)/\(SegmentName.actions(1))") != nil
            || FileSystem.kind(of: "\(own)/\(SegmentName.actions(2))") == nil
        {
            count += 100
            app.add(100)
            app.recorder.flush()
        }
        relay.goUp()
        try await waitUntil("it is not told", after: events.news) { !events.skips.isEmpty }
        let last = app.add(10)
        try await app.expectStep(last, of: client)
        await client.close()
        let skipped = try #require(events.skips.first)
        #expect(events.skips.count == 1 && skipped.why == .ring)
        let recording = try Recording(directory: app.folder.path("followed"))
        let missing = try #require(recording.losses.actions.first)
        #expect(skipped.from == missing.lowerBound && skipped.to == missing.upperBound && recording.losses.actions.count == 1)
        #expect(try Timeline(recording).state(at: last).get()["total"] == .number(JSONNumber(count + 10)))
    }

    @Test func slowClientIsToldWhatItMissesAndTheAppDoesNotWait() async throws {
        let app = try await OpenApp(level: .everything) { $0.limits.lagBytes = 1 << 20 }
        let relay = try await Relay(to: app.address)
        let client = try await app.client(at: relay.port)
        let events = EventLog(client)
        try await client.follow(into: app.folder.path("followed"))
        try await app.expectStep(app.add(1), of: client)
        var count = 1
        // On a busy machine the client may be seen for the first time when it lags already: then that is where it began.
        while !events.skips.contains(where: { $0.why == .slow }), count < 600 {
            relay.stall(true)
            for _ in 0..<6 {
                count += 10
                app.add(10, bytes: 200_000)
                app.recorder.flush()
            }
            relay.stall(false)
            // Nothing says that the client will not be told, so there is no event to wait for.
            let deadline = ContinuousClock.now + .seconds(5)
            while ContinuousClock.now < deadline, !events.skips.contains(where: { $0.why == .slow }) {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        #expect(events.skips.contains { $0.why == .slow })
        let last = app.add(3)
        try await app.expectStep(last, of: client)
        await client.close()
        #expect(app.endpoint.counters.skips > 0)
        let timeline = try Timeline(Recording(directory: app.folder.path("followed")))
        #expect(try timeline.state(at: last).get()["total"] == .number(JSONNumber(count + 3)))
        #expect(!timeline.recording.losses.actions.isEmpty)
    }

    @Test func directoryOfAnEarlierClientGoesOn() async throws {
        let app = try await OpenApp()
        let directory = app.folder.path("followed")
        for round in 1...3 {
            let client = try await app.client()
            try await client.follow(into: directory)
            try await app.expectStep(app.add(100 * round), of: client)
            await client.close()
        }
        // A client that died in the middle of a line.
        let file = try File(opening: directory + "/" + SegmentName.actions(0), .append)
        try file.write(Array(#"{"step":601,"t":9,"ty"#.utf8))
        let client = try await app.client()
        try await client.follow(into: directory)
        try await app.expectStep(app.add(10), of: client)
        await client.close()
        try expectSameLines(#require(app.recorder.directory), directory)

        let other = try await OpenApp()
        let stranger = try await other.client()
        await #expect(throws: LiveError.self) { try await stranger.follow(into: directory) }
        await #expect(throws: RecordingError.self) { try await stranger.follow(into: app.folder.path) }
        await stranger.close()
    }

    @Test func whoFollowsGetsTheEnd() async throws {
        let app = try await OpenApp()
        let client = try await app.client()
        let events = EventLog(client)
        try await client.follow(into: app.folder.path("followed"))
        let last = app.add(300)
        app.recorder.finish()
        await app.endpoint.close()
        try await waitUntil("the client does not end", after: events.news) { events.end != nil }
        #expect(events.end?.code == .closed)
        await client.close()
        let recording = try Recording(directory: app.folder.path("followed"))
        #expect(recording.manifest.ending.how == .finished && recording.manifest.counts.steps == last)
        try expectSameLines(#require(app.recorder.directory), app.folder.path("followed"))
    }
}
