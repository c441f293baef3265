import RewindFormat
import RewindRecorder
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

@Suite("States with references")
struct ReferenceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func anInstanceThatChangesInPlaceIsRecordedAsItWasAtEachStep() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var state = Page(session: Session(user: "ada"))
        let store = recorder.store(initialState: state)
        for action in [PageAction.visit, .rename, .visit, .visit] { state = store.reduce(action, from: state, reducer: pageReducer) }
        recorder.finish()

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
        recorder.finish()

        #expect(try segment(recorder).actions.map(\.type) == ["visit", "@@EXTERNAL", "visit"])
        #expect(try states(recorder).map { $0["session"]?["user"] } == ["ada", "ada", "grace", "grace"])
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
        recorder.finish()

        let segment = try segment(recorder)
        #expect(segment.actions.map(\.type) == ["visit", "@@EXTERNAL", "visit"])
        guard case .unencodable(let reason)? = segment.states.first(where: { $0.step == 1 })?.change else {
            Issue.record("step 1 is no unencodable line: \(segment.states)")
            return
        }
        #expect(reason.hasPrefix("no session, password=[REDACTED "))
        #expect(try states(recorder).last?["session"]?["visits"] == 2)
    }

    @Test func theDeveloperIsToldOnceWhereReferencesAre() throws {
        let told = Mutex<[String]>([])
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path)
        configuration.onEvent = { event in
            if case .stateHasReferences(let store, let places) = event { told.withLock { $0.append("\(store) \(places.map(\.path))") } }
        }
        let recorder = Recorder(configuration)
        _ = recorder.store("values", initialState: 1)
        let state = Page(session: Session(user: "ada"))
        let store = recorder.store("page", initialState: state)
        _ = store.reduce(PageAction.rename, from: state, reducer: pageReducer)
        recorder.finish()
        #expect(told.withLock { $0 } == [#"page ["session"]"#])
    }

    private func segment(_ recorder: Recorder) throws -> Segment {
        try Recording(directory: try #require(recorder.directory)).segment(0)
    }

    /// The state after each line of the state stream that gives or changes it.
    private func states(_ recorder: Recorder) throws -> [JSONValue] {
        var state = JSONValue.null
        return try segment(recorder).states.map { line in
            switch line.change {
            case .keyframe(let value): state = value
            case .patch(let patch): try patch.apply(to: &state)
            case .failed, .unencodable, .action: break
            }
            return state
        }
    }
}
