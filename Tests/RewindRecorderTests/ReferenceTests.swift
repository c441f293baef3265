import CLibrary
import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

/// An object inside a state, which changes in place; the tests do that on one thread.
private final class Session: Encodable, @unchecked Sendable {
    var user: String
    var visits = 0
    var fails = false
    @Redacted var answer = "rosebud-s3cr3t"

    init(user: String) { self.user = user }

    private enum CodingKeys: CodingKey { case user, visits, answer }

    func encode(to encoder: any Encoder) throws {
        if fails { throw SessionError() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user, forKey: .user)
        try container.encode(visits, forKey: .visits)
        try container.encode(_answer, forKey: .answer)
    }
}

private struct SessionError: Error, CustomStringConvertible {
    var description: String { "no session, password=s3cr3t" }
}

private struct Page: Encodable, Sendable {
    var session: Session
    var title = "home"
}

private enum PageAction: String, Encodable, Sendable { case visit, rename }

private func pageReducer(_ state: Page, _ action: PageAction) -> Page {
    var state = state
    switch action {
    case .visit: state.session.visits += 1
    case .rename: state.title = "renamed"
    }
    return state
}

/// Writes something of its cache under the name of what it stores, and the same at first.
private struct Deceptive: Encodable, Sendable {
    final class Cache: @unchecked Sendable { var hits = 0 }
    var count = 0
    var text = ""
    var cache = Cache()

    private enum CodingKeys: CodingKey { case count, text }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(cache.hits, forKey: .count)
        try container.encode(text, forKey: .text)
    }
}

/// Writes what a global holds.
private struct LooksAround: Encodable, Sendable {
    struct Part: Encodable, Sendable {
        var unused = 0
        func encode(to encoder: any Encoder) throws { try LooksAround.global.withLock { $0 }.encode(to: encoder) }
    }
    static let global = Mutex(0)
    var number = 0
    var part = Part()
}

/// What follows the system's settings.
private struct Trip: Encodable, Sendable {
    var zone = TimeZone.autoupdatingCurrent
    var calendar = Calendar.autoupdatingCurrent
    var kilometres = 0

    /// Sets this process's time zone, as the system does when its owner travels.
    static func travel(to zone: String) {
        setenv("TZ", zone, 1)
        tzset()
        NSTimeZone.resetSystemTimeZone()
    }
}

@Suite("States with references", .timeLimit(.minutes(5)))
struct ReferenceTests {
    let folder = TemporaryFolder()

    @Test func anInstanceThatChangesInPlaceIsRecordedAsItWasAtEachStep() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var state = Page(session: Session(user: "ada"))
        let store = recorder.store(initialState: state)
        for action in [PageAction.visit, .rename, .visit, .visit] { state = store.reduce(action, from: state, reducer: pageReducer) }
        let states = try states(recorder)
        #expect(states.map { $0["session"]?["visits"] } == [0, 1, 1, 2, 3])
        #expect(states.map { $0["title"] } == ["home", "home", "renamed", "renamed", "renamed"])
        #expect(try segment(recorder).actions.map(\.type) == ["visit", "rename", "visit", "visit"])
    }

    @Test func aChangeInPlaceBetweenTwoStepsIsAStepOfItsOwn() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var state = Page(session: Session(user: "ada"))
        let store = recorder.store(initialState: state)
        state = store.reduce(PageAction.visit, from: state, reducer: pageReducer)
        state.session.user = "grace"
        state = store.reduce(PageAction.visit, from: state, reducer: pageReducer)
        #expect(try segment(recorder).actions.map(\.type) == ["visit", "@@EXTERNAL", "visit"])
        #expect(try states(recorder).map { $0["session"]?["user"] } == ["ada", "ada", "grace", "grace"])
    }

    @Test func whatFollowsTheSystemIsRecordedAsItWasAtEachStep() async throws {
        // In a process of its own: the setting is the whole process's.
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            Trip.travel(to: "Asia/Tokyo")
            let recorder = Recorder(.init(app: "Test", directory: path))
            var state = Trip()
            let store = recorder.store(initialState: state)
            func drive(_ kilometres: Int, _ inReducer: () -> Void) {
                store.reduce(kilometres, in: &state) { state, kilometres in
                    state.kilometres = kilometres
                    inReducer()
                }
            }
            drive(1) {}
            drive(2) { Trip.travel(to: "America/New_York") }
            Trip.travel(to: "Europe/Lisbon")
            drive(3) {}
            recorder.finish()
        }
        let name = try #require(FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
        let segment = try Recording(directory: "\(folder.path)/\(name)").segment(0)
        #expect(segment.actions.map(\.type) == ["Int", "Int", ActionLine.external, "Int"])
        let states = try states(segment)
        #expect(states.map { $0["kilometres"] } == [0, 1, 2, 2, 3])
        let zones: [JSONValue] = ["Asia/Tokyo", "Asia/Tokyo", "America/New_York", "Europe/Lisbon", "Europe/Lisbon"]
        #expect(states.map { $0["zone"]?["identifier"] } == zones)
        #expect(states.map { $0["calendar"]?["timeZone"]?["identifier"] } == zones)
    }

    @Test func whatIsRedactedInAnInstanceIsInNoByte() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var state = Page(session: Session(user: "ada"))
        let store = recorder.store(initialState: state)
        state = store.reduce(PageAction.visit, from: state, reducer: pageReducer)
        recorder.flush()
        state.session.answer = "another-s3cr3t"
        state = store.reduce(PageAction.visit, from: state, reducer: pageReducer)
        recorder.finish()

        let source = try DirectorySource(path: try #require(recorder.directory))
        let all = try source.names.map { String(decoding: try source.read($0), as: UTF8.self) }.joined()
        #expect(!all.contains("s3cr3t"))
        let segment = try segment(recorder)
        #expect(segment.states.first?.redacted == [JSONPointer(tokens: ["session", "answer"])])
        #expect(segment.states.first { $0.step == 2 }?.redacted == [JSONPointer(tokens: ["session", "answer"])])
    }

    @Test func anInstanceThatCanNotBeEncodedLosesItsStateAndNothingElse() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var state = Page(session: Session(user: "ada"))
        let store = recorder.store(initialState: state)
        state = store.reduce(PageAction.visit, from: state) { state, action in
            let new = pageReducer(state, action)
            new.session.fails = true
            return new
        }
        recorder.flush()
        state.session.fails = false
        state = store.reduce(PageAction.visit, from: state, reducer: pageReducer)
        let segment = try segment(recorder)
        #expect(segment.actions.map(\.type) == ["visit", "@@EXTERNAL", "visit"])
        guard case .unencodable(let reason)? = segment.states.first(where: { $0.step == 1 })?.change else {
            throw Failure("step 1 is no unencodable line: \(segment.states)")
        }
        #expect(reason.hasPrefix("no session, password=[REDACTED "))
        #expect(try states(recorder).last?["session"]?["visits"] == 2)
    }

    @Test func theDeveloperIsToldOnceWhereReferencesAre() throws {
        let events = Errors()
        let recorder = Recorder(in: folder.path, telling: events)
        _ = recorder.store("values", initialState: 1)
        let state = Page(session: Session(user: "ada"))
        let store = recorder.store("page", initialState: state)
        _ = store.reduce(PageAction.rename, from: state, reducer: pageReducer)
        recorder.finish()
        let told = events.all.compactMap { event in
            if case .stateHasReferences(let store, let texts) = event { "\(store): \(texts)" } else { nil }
        }
        #expect(told.count == 1 && told[0].hasPrefix(#"page: ["session is "#))
    }

    @Test("A reference that reaches the encoding against all signs is found where a segment ends")
    func aHiddenReferenceIsFoundWhereASegmentEnds() throws {
        let events = Errors()
        let recorder = Recorder(in: folder.path, telling: events)
        var state = Deceptive()
        let store = recorder.store(initialState: state)
        #expect(!ValueBits(of: Deceptive.self).isValue && ValueBits(of: Deceptive.self).canWait)
        recorder.flush()  // the first keyframe shows the state before it changes
        for number in 1...60 {
            state = store.reduce(number, from: state) { state, number in
                var state = state
                state.text = String(repeating: "\(number) ", count: 20_000)
                if number == 2 { state.cache.hits = 1 }
                return state
            }
            if number % 10 == 0 { recorder.flush() }
        }
        let recording = try recorder.finished()
        #expect(differences(events) == ["main /count 0 1"])
        #expect(!ValueBits(of: Deceptive.self).canWait)
        #expect(recording.manifest.losses.count == 1)
        let loss = try #require(recording.manifest.losses.first)
        #expect(loss.kind == .knowledge && loss.store == "main" && loss.steps?.lowerBound == 0)
        #expect(loss.reason?.kind == .differs && loss.reason?.place == JSONPointer(tokens: ["count"]))
        let keyframes = try recording.segment(1).states.compactMap {
            if case .keyframe(let value) = $0.change { value["count"] } else { nil }
        }
        #expect(keyframes.first == 1)
    }

    @Test func anEncodingThatLooksAtAGlobalIsFoundAtTheEnd() throws {
        let events = Errors()
        let recorder = Recorder(in: folder.path, telling: events)
        var state = LooksAround()
        let store = recorder.store(initialState: state)
        recorder.flush()
        LooksAround.global.withLock { $0 = 1 }
        state = store.reduce("go", from: state) { state, _ in
            var state = state
            state.number += 1
            return state
        }
        #expect(try recorder.finished().manifest.losses.count == 1)
        #expect(differences(events).map { $0.split(separator: " ")[1] } == ["/part"])
    }

    /// What was found not to be as it was recorded: the store, the place, the first step and how many types.
    private func differences(_ events: Errors) -> [String] {
        events.all.compactMap { event in
            guard case .stateDiffers(let store, let place, let steps, let types) = event else { return nil }
            return "\(store) \(place) \(steps.lowerBound) \(types.count)"
        }
    }

    @Test func whatTheStateRefersToLivesNoLongerForTheRecorder() throws {
        final class Instance: Encodable, @unchecked Sendable { var number = 1 }
        struct State: Encodable, @unchecked Sendable { weak var instance: Instance? }
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: State())
        var instance: Instance? = Instance()
        weak let watched = instance
        _ = store.reduce("go", from: State()) { _, _ in State(instance: instance) }
        instance = nil
        #expect(watched == nil)
        #expect(try states(recorder).last?["instance"]?["number"] == 1)
    }

    private func segment(_ recorder: Recorder) throws -> Segment { try recorder.finished().segment(0) }

    /// The state after each step of which it is known.
    private func states(_ recorder: Recorder) throws -> [JSONValue] { try states(segment(recorder)) }

    private func states(_ segment: Segment) throws -> [JSONValue] {
        try segment.states.known().sorted { $0.key < $1.key }.map(\.value)
    }
}
