import RewindCapture
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("Leaving actions out", .timeLimit(.minutes(5)))
struct FilterTests {
    let folder = TemporaryFolder()

    /// What the recording has of some actions, whatever a filter leaves out: `type` or `@@EXTERNAL{what was left out}`, and the last state.
    private func record(
        _ actions: [CounterAction], filter: RecordingFilter?, _ between: (Int, Recorder) -> Void = { _, _ in }
    ) throws -> (steps: [String], states: [Int: JSONValue], counts: RecordingCounts) {
        let recorder = Recorder(in: folder.path) { $0.filter = filter }
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for (number, action) in actions.enumerated() {
            between(number, recorder)
            state = (try? store.reduce(action, from: state, reducer: counterReducer)) ?? state
        }
        let recording = try recorder.finished()
        #expect(recording.losses.isEmpty)
        let segment = try recording.segment(0)
        let states = try segment.states.known()
        let last = try #require(segment.actions.last).step
        #expect(states[last] == (try JSONValue(encoding: state)))  // whatever is left out, the last state is right
        let steps = segment.actions.map { $0.type + ($0.omitted.map { JSONValue.object($0).jsonText } ?? "") }
        return (steps, states, recording.manifest.counts)
    }

    private func filter(_ edit: (inout RecordingFilter) -> Void) -> RecordingFilter {
        var filter = RecordingFilter()
        edit(&filter)
        return filter
    }

    @Test func anEndInALeftOutActionIsNoEndAfterTheStepBefore() throws {
        let recorder = Recorder(in: folder.path) { $0.filter = filter { $0.except = "ren*" } }
        let store = recorder.store(initialState: Counter())
        let directory = try #require(recorder.directory)
        func ending() throws -> Ending {
            Ending(of: nil, RewindJournal.Status(try DirectorySource(path: directory).read(StatusPage.fileName)))
        }
        var state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        #expect(try ending().underWay == [])
        state = try store.reduce(CounterAction.rename("a"), from: state) { state, action in
            #expect(try ending().underWay == [Ending.UnderWay(store: "main", step: 1, phase: .omitted)])
            return try counterReducer(state, action)
        }
        #expect(try ending().underWay == [Ending.UnderWay(store: "main", step: 1, phase: .sinceOmitted)])
        var manifest = Manifest(recorder: "test", started: 1)
        manifest.ending = try ending()
        #expect(try Manifest(json: manifest.json, path: "") == manifest)
        recorder.pause()
        _ = try? store.reduce(CounterAction.fail, from: state, reducer: counterReducer)
        #expect(try ending().underWay.map(\.phase) == [.sinceOmitted])
        recorder.resume()
        state = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
        #expect(try ending().underWay == [])
        _ = try store.reduce(CounterAction.rename("b"), from: state, reducer: counterReducer)
        #expect(try recorder.finished().manifest.ending.isComplete)
    }

    @Test func whatADeniedActionChangedIsNotBlamedOnTheNextOne() throws {
        let found = try record([.increment, .rename("a"), .rename("b"), .increment], filter: filter { $0.except = "ren*" })
        #expect(found.steps == ["increment", #"@@EXTERNAL{"rename":2}"#, "increment"])
        #expect(found.states[2] == ["count": 1, "label": "b"])
        #expect(found.counts.omitted == 2)
        #expect(found.counts.external == 1)
    }

    @Test func onlyAllowedActionsMakeSteps() throws {
        let found = try record([.rename("a"), .increment, .fail], filter: filter { $0.only = ["increment"] })
        #expect(found.steps == [#"@@EXTERNAL{"rename":1}"#, "increment", #"@@EXTERNAL{"fail":1}"#])
    }

    @Test func aConditionSeesTheAction() throws {
        let condition = ActionMatch { _, action in action as? CounterAction == .rename("secret plan") }
        let found = try record([.rename("a"), .rename("secret plan"), .rename("b")], filter: filter { $0.except = condition })
        #expect(found.steps == ["rename", #"@@EXTERNAL{"rename":1}"#, "rename"])
    }

    @Test func ofNoisyActionsOneOfSoManyIsRecorded() throws {
        let actions = [CounterAction](repeating: .increment, count: 7) + [.rename("end")]
        let found = try record(actions, filter: filter { $0.samples = [("increment", every: 3)] })
        #expect(
            found.steps == [
                "increment", #"@@EXTERNAL{"increment":2}"#, "increment", #"@@EXTERNAL{"increment":2}"#, "increment", "rename",
            ])
    }

    @Test func recordingStartsAndStopsWithActions() throws {
        let actions: [CounterAction] = [.increment, .rename("go"), .increment, .fail, .increment, .rename("go"), .increment]
        let found = try record(
            actions,
            filter: filter {
                $0.startsAt = "rename"
                $0.stopsAfter = "fail"
            })
        #expect(
            found.steps == [
                #"@@EXTERNAL{"increment":1}"#, "rename", "increment", "fail", #"@@EXTERNAL{"increment":1}"#, "rename", "increment",
            ])
    }

    @Test func actionsDuringAPauseAreCounted() throws {
        let found = try record([.increment, .increment, .rename("x"), .increment], filter: nil) { number, recorder in
            if number == 1 { recorder.pause() }
            if number == 3 { recorder.resume() }
        }
        #expect(found.steps == ["increment", #"@@EXTERNAL{"@@PAUSED":2}"#, "increment"])
    }

    @Test func withoutAFilterNothingIsLeftOut() throws {
        #expect(try record([.increment, .fail], filter: nil).steps == ["increment", "fail"])
    }

    @Test(arguments: [
        ("home/didReceive", "home/*", true), ("home", "home/*", false), ("home/a/b", "home/*b", true), ("abc", "a?c", true),
        ("abc", "a?", false), ("", "*", true), ("", "?", false), ("aXbXc", "*X*X*", true), ("aXbc", "*X*X*", false), ("é", "?", true),
        ("a*b", "a*b", true), ("aab", "*ab", true),
    ])
    func patternsFitWholeNames(name: String, pattern: String, fits: Bool) { #expect(Glob.fits(name, pattern) == fits) }
}
