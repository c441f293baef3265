import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRendering
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("Effects on the time line", .timeLimit(.minutes(5)))
struct EffectsTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    /// Two segments: a search that is cancelled and answers all the same, a save that fails, and a listener that never ends.
    init() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.journal(line(1, after: 0, at: 0, .begin(EffectLine.Begin(name: "listen"))))
        try builder.count([1], "search")
        try builder.journal(line(2, after: 1, at: 11, .begin(EffectLine.Begin(name: "search", cause: 1, site: "Search.swift:7"))))
        try builder.count([2, 3], "edit")
        try builder.journal(line(3, after: 3, at: 31, .begin(EffectLine.Begin(name: "save", cause: 3))))
        try builder.roll(at: 3, ["count": 3])
        try builder.journal(line(1, after: 3, at: 0, .begin(EffectLine.Begin(name: "listen", isAgain: true))))
        try builder.journal(line(2, after: 3, at: 11, .begin(EffectLine.Begin(name: "search", cause: 1, isAgain: true))))
        try builder.journal(line(3, after: 3, at: 31, .begin(EffectLine.Begin(name: "save", cause: 3, isAgain: true))))
        try builder.count([4], "edit")
        try builder.journal(line(2, after: 4, at: 41, .end(.cancelled)))
        try builder.step(5, "found", #"[{"op":"replace","path":"/count","value":5}]"#) { ($0.cause, $0.effect) = (1, 2) }
        try builder.journal(line(3, after: 5, at: 51, .end(.failed("no space"))))
        builder.underWay(5, .reducer)
        timeline = try Timeline(Recording(directory: try builder.die()))
    }

    @Test(arguments: [
        (0, ["listen"]), (1, ["listen", "search"]), (3, ["listen", "search", "save"]), (4, ["listen", "save"]), (5, ["listen"]),
    ])
    func areUnderWayAfterAStepFromTheirBeginningToTheirEnd(step: Int, names: [String]) throws {
        #expect(try timeline.effectsUnderWay(after: step)?.map(\.begin.name) == names)
        let length = try Predicate(parsing: "$effects | length == \(names.count)")
        #expect(try timeline.verdict(of: length, at: step).holds == true)
    }

    @Test(arguments: [
        ("$effects | length == 3", [3]), ("$effects[1] == \"save\"", [4]), ("($effects | length) > 1 and .count == 4", [4]),
    ])
    func areAWordOfEveryExpression(text: String, steps: [Int]) throws {
        let expression = try Predicate(parsing: text)
        let found = try timeline.find(expression, scope: .all).matches.flatMap { Array($0.step...$0.lastTrueStep) }
        #expect(found == steps)
    }

    @Test func areListedWithWhatIsKnownOfThem() throws {
        var rows: [String] = []
        let question = LogQuestion(withEffects: true)
        _ = try question.answer(in: timeline) { row in
            if case .item(.effect(let effect)) = row.content {
                rows.append("\(effect.line.id) \(effect.name) \(effect.end?.word ?? "begin") \(effect.took.map { $0 / 1_000_000 } ?? -1)")
            }
            return true
        }
        #expect(
            rows == [
                "1 listen begin -1", "2 search begin -1", "3 save begin -1", "2 search cancelled 30", "3 save failed 20",
            ])
    }

    @Test func thatBeganBeforeTheFirstSegmentAreListedToo() throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.journal(line(7, after: 0, at: 3, .begin(EffectLine.Begin(name: "listen", isAgain: true))))
        try builder.count([1], "edit")
        try builder.journal(line(7, after: 1, at: 13, .end(.finished)))
        let timeline = try Timeline(Recording(directory: try builder.die()))
        var rows: [JSONValue] = []
        _ = try LogQuestion(withEffects: true).answer(in: timeline) { row in
            if case .item(.effect(let effect)) = row.content { rows.append(.object(effect.json)) }
            return true
        }
        #expect(rows.map { $0["effect"] } == ["begin", "finished"] && rows.map { $0["again"] } == [true, nil])
        let row = try #require(try timeline.statistics().effects?.first)
        #expect((row.count, row.finished) == (1, 1))
    }

    @Test func areToldOfTheStepThatStartedThemAndOfTheStepThatTheySent() throws {
        let started = try timeline.effects(startedBy: 1)
        #expect(started.map(\.begin.name) == ["search"])
        #expect(started.first?.end == .cancelled && started.first?.took == 30_000_000 && started.first?.sent == [5])
        #expect(try timeline.effect(sending: try #require(try timeline.step(at: 5)))?.begin.name == "search")
        var shown: JSONValue?
        _ = try ShowQuestion(1).answer(in: timeline) { row in
            shown = row.json
            return true
        }
        #expect(shown?["effects"]?.array?.first?["site"] == "Search.swift:7")
    }

    @Test func areUnderWayInACrash() throws {
        let row = try CrashQuestion(nil).answer(of: timeline)
        #expect(row.story.effects?.map(\.begin.name) == ["listen"])
        #expect(row.json["story"]?["effects"]?.array?.first?["name"] == "listen")
    }

    @Test func areCountedByTheirNames() throws {
        let rows = try #require(try timeline.statistics().effects)
        #expect(rows.map(\.name) == ["listen", "save", "search"])
        #expect(rows.map(\.count) == [1, 1, 1] && rows.map(\.failed) == [0, 1, 0] && rows.map(\.cancelled) == [0, 0, 1])
        #expect(rows.map(\.took.count) == [0, 1, 1])
    }

    @Test func areUnknownWhereNoneAreRecorded() throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.count([1, 2], "edit")
        let silent = try Timeline(Recording(directory: try builder.die()))
        #expect(try silent.effectsUnderWay(after: 1) == nil && silent.effectsUnderWayAtEnd() == nil)
        #expect(try silent.verdict(of: Predicate(parsing: "$effects | length == 0"), at: 1).results == nil)
        #expect(try silent.statistics().effects == nil)
        #expect(try CrashQuestion(nil).answer(of: silent).json["story"]?["effects"] == .null)
        let conclusion = try LogQuestion(withEffects: true).answer(in: silent) { _ in true }
        #expect(conclusion.remarks == [.noEffectsRecorded])
    }
}

/// The line of an effect, at a time in milliseconds.
private func line(_ id: Int, after step: Int, at time: Int, _ event: EffectLine.Event) -> JSONValue {
    EffectLine(time: time * 1_000_000, step: step, id: id, event).json
}
