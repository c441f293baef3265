import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindStore
import RewindValue
import SmallFoundation
import TestSupport
import Testing

@testable import EpisodesCore

/// Twenty bugs, recorded with every text a pseudonym: the questions still have their answers, and what went wrong goes wrong again.
@Suite(.timeLimit(.minutes(5))) struct MaskedBugTests {
    private let folder = TemporaryFolder()

    private static func record(_ bug: Bug, into folder: String, level: RedactionLevel) throws -> String {
        let recorder = Recorder(.init(app: "Bugs", directory: folder + "/" + level.rawValue, level: level))
        var state = AppState()
        let storeRecorder = recorder.store(initialState: state)
        for action in bug.session { storeRecorder.reduce(action, in: &state) { bug.reduce(&$0, $1) } }
        recorder.finish()
        return try #require(recorder.directory)
    }

    /// What a developer learns of a bug from its recording: where it shows, what is to blame, what changed when.
    private func answers(_ timeline: Timeline, _ bug: Bug) throws -> [String] {
        let place = try JSONPointer(parsing: bug.place)
        var answers = try timeline.find(Predicate(parsing: bug.condition), scope: .all).matches.map { "found \($0.steps)" }
        let end = timeline.steps.upperBound
        if try timeline.state(at: end).get()[place] != nil {
            answers += try timeline.blame(place, at: end).lines.map { "blamed \($0.steps)" }
        }
        _ = try timeline.changes(ofResults: [Predicate(place)]) { row in
            answers.append("changed \(row.steps.upperBound)")
            return true
        }
        for number in timeline.steps {
            let step = try timeline.step(at: number)
            answers.append("\(number) \(step?.type ?? "")")
            answers += step?.patch?.operations.map { "\(number) \($0.pointer)" } ?? []
        }
        return answers
    }

    /// How the recorded actions, reduced again, lead to the recorded states.
    private enum Replay {
        /// To each of them.
        case exact
        /// To each but for texts that the reducer made of others: those have the same length and the same kinds of characters.
        case alike
        case other
    }

    private func replay(_ timeline: Timeline, _ bug: Bug) throws -> Replay {
        var state: AppState = try timeline.state(at: 0).get().decode()
        var replay = Replay.exact
        for number in timeline.steps.dropFirst() {
            guard let action = try timeline.step(at: number)?.action else { return .other }
            bug.reduce(&state, try action.decode(AppAction.self))
            let recorded = try timeline.state(at: number).get()
            if state == (try recorded.decode(AppState.self)) { continue }
            replay = .alike
            if Self.shape(of: try JSONValue(encoding: state)) != Self.shape(of: recorded) { return .other }
        }
        return replay
    }

    /// A value with the kinds of the characters in the place of its texts.
    private static func shape(of value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .array(text.maskShape.map { .number(.int(Int64($0))) })
        case .array(let values): .array(values.map(shape))
        case .object(let object): .object(JSONObject(object.map { ($0.key, shape(of: $0.value)) }))
        default: value
        }
    }

    @Test func of20BugsRecordedMasked19ShowAndComeAgain() async throws {
        var shown: [String] = []
        var missed: [String] = []
        var alike: [String] = []
        for bug in Bug.all {
            let (open, masked) = (
                try Timeline(Recording(directory: Self.record(bug, into: folder.path, level: .secrets))),
                try Timeline(Recording(directory: Self.record(bug, into: folder.path, level: .masked)))
            )
            #expect(try replay(open, bug) == .exact, "\(bug)")
            let isSame = try answers(open, bug) == answers(masked, bug)
            let replay = try replay(masked, bug)
            if isSame, replay != .other { shown.append("\(bug)") } else { missed.append("\(bug)") }
            if replay == .alike { alike.append("\(bug)") }
        }
        for index in Bug.crashes.indices {
            if try await crashesAgain(index) { shown.append("\(Bug.crashes[index])") } else { missed.append("\(Bug.crashes[index])") }
        }
        print(
            "masked: \(shown.count) of \(shown.count + missed.count) bugs show and come again; not: \(missed); with other texts: \(alike)")
        #expect(shown.count + missed.count == 20)
        #expect(shown.count >= 19)
    }

    /// Records the bugs into the folder that REWIND_BUGS names, with what a tester would say of each, for `Tests/Assistant/driver.py`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_BUGS"] != nil))
    func areRecordedForTheAssistantsDriver() async throws {
        let folder = try #require(ProcessInfo.processInfo.environment["REWIND_BUGS"])
        var reports: [JSONValue] = []
        for (index, bug) in Bug.all.enumerated() {
            let path = try Self.record(bug, into: "\(folder)/\(index)", level: .secrets)
            let step = bug.firstSpoiledStep
            #expect(step != nil, "\(bug)")
            reports.append(Self.report(bug, path, step: step))
        }
        for index in Bug.crashes.indices {
            let place = "\(folder)/crash \(index)"
            await #expect(processExitsWith: .failure) { [place = place as String, index = index as Int] in
                _ = try MaskedBugTests.record(Bug.crashes[index], into: place, level: .secrets)
            }
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(place)/secrets").first)
            reports.append(Self.report(Bug.crashes[index], "\(place)/secrets/\(name)", step: nil))
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(JSONValue.array(reports).jsonText.utf8).write(to: URL(fileURLWithPath: "\(folder)/bugs.json"))
    }

    /// - Parameter step: the first one that the bug spoils; `nil` if the app dies in it, as the last one.
    private static func report(_ bug: Bug, _ path: String, step: Int?) -> JSONValue {
        var object: JSONObject = [
            "bug": .string(bug.description), "find": .string(bug.condition), "at": .string(bug.place), "recording": .string(path),
        ]
        object["step"] = step.map { .number(JSONNumber($0)) }
        return .object(object)
    }

    /// Records a session that ends in a crash, and reduces what was recorded again.
    private func crashesAgain(_ index: Int) async throws -> Bool {
        let folder = folder.path("crash \(index)")
        await #expect(processExitsWith: .failure) { [folder = folder as String, index = index as Int] in
            _ = try MaskedBugTests.record(Bug.crashes[index], into: folder, level: .masked)
        }
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/masked").first)
        let path = "\(folder)/masked/\(name)"
        let bug = Bug.crashes[index]
        let timeline = try Timeline(Recording(directory: path))
        #expect(timeline.steps.upperBound >= 10)
        let found = try timeline.find(Predicate(parsing: bug.condition), scope: .all).matches
        let result = await #expect(processExitsWith: .failure) { [path = path as String, index = index as Int] in
            let timeline = try Timeline(Recording(directory: path))
            var state: AppState = try timeline.state(at: 0).get().decode()
            for number in timeline.steps.dropFirst() {
                guard let action = try timeline.step(at: number)?.action else { return }
                Bug.crashes[index].reduce(&state, try action.decode(AppAction.self))
            }
        }
        return !found.isEmpty && result != nil
    }
}
