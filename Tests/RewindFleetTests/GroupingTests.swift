import ReplayTestSupport
import RewindArchive
import RewindFleet
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Groups of sessions") struct GroupingTests {
    private func session(
        _ id: Int, _ story: Story, app: String = "Episodes", version: String? = "1.0", device: String? = "phone",
        reason: String? = nil, losses: Int = 0, steps: Int = 10
    ) throws -> Session {
        var session = try Session(of: timeline("ordinary"), source: "\(id).rewind", hash: "\(id)")
        (session.story, session.version, session.device, session.losses, session.steps) = (story, version, device, losses, steps)
        (session.app, session.reason) = (app, reason)
        session.started = id * 86_400_000_000_000
        return session
    }

    private let crash = Story(ending: "crashed", function: "f()", chain: ["a", "b"])
    private let other = Story(ending: "crashed", function: "f()", chain: ["c", "b"])
    private let killed = Story(ending: "killed")
    private let fine = Story(ending: "finished")

    @Test func areByFingerprintTheMostFrequentFirst() throws {
        let grouping = Grouping(of: [
            try session(5, other), try session(1, fine), try session(2, crash, version: "1.1"), try session(3, crash, device: nil),
            try session(4, fine),
        ])
        #expect(grouping.sessions == 5 && grouping.groups.map(\.sessions) == [2, 1])
        let first = grouping.groups[0]
        #expect(
            first.story == "a > b" && first.action == "b" && first.share == 0.4 && first.since == "1.0"
                && first.first == "1970-01-03 00:00:00")
        #expect(first.versions == ["1.0: 1", "1.1: 1"] && first.devices == ["phone: 1", "unknown: 1"])
        #expect(first.sequences == nil && first.places == nil)
    }

    @Test func areOfOneApp() throws {
        let grouping = Grouping(of: [try session(1, killed), try session(2, killed, app: "Other"), try session(3, killed)])
        #expect(grouping.groups.map(\.app) == ["Episodes", "Other"] && grouping.groups.map(\.sessions) == [2, 1])
        #expect(grouping.groups[0].fingerprint == grouping.groups[1].fingerprint && grouping.hasManyApps)
    }

    @Test func versionsAreByAgeAndDevicesByCount() throws {
        let some = [("1.10", "phone"), ("1.9", "tablet"), ("1.9.1", "tablet"), ("2.0", "desk"), ("1.10", "phone"), ("10.0", "phone")]
        let sessions = try some.enumerated().map { try session($0, crash, version: $1.0, device: $1.1) }
        let group = Grouping(of: sessions).groups[0]
        #expect(group.versions == ["1.9: 1", "1.9.1: 1", "1.10: 2", "2.0: 1", "10.0: 1"])
        #expect(group.devices == ["phone: 3", "tablet: 2", "desk: 1"])
        // The first of them began at an unknown time.
        #expect(group.first == "1970-01-02 00:00:00" && group.since == "1.9")
        #expect(Grouping(of: [sessions[0]]).groups[0].first == nil)
    }

    @Test func theReasonIsTheMostFrequentOne() throws {
        let sessions = try ["b", nil, "a", "b", "c"].enumerated().map { try session($0, crash, reason: $1) }
        let group = Grouping(of: sessions).groups[0]
        #expect(group.reason == "b" && group.reasons == 4)
        #expect(Grouping(of: Array(sessions[1...2])).groups[0].reason == "a")
    }

    @Test func theExampleIsTheShortestWithoutLosses() throws {
        let grouping = Grouping(of: [
            try session(1, crash, losses: 1, steps: 3), try session(2, crash, steps: 9), try session(3, crash, steps: 7),
        ])
        #expect(grouping.groups[0].source == "3.rewind" && grouping.groups[0].steps == 7)
        #expect(Grouping(of: [try session(1, crash, losses: 2)]).groups[0].source == "1.rewind")
    }

    @Test func tellWhichEffectsWereUnderWay() throws {
        func group(_ effects: [Set<String>?]) throws -> SessionGroup {
            Grouping(
                of: try effects.enumerated().map {
                    var session = try session($0, crash)
                    session.effects = $1
                    return session
                }
            ).groups[0]
        }
        let some = try group([["search", "save"], nil, ["save"], []])
        #expect(some.effects?.recorded == 3)
        #expect(some.effects?.underWay == [.init(name: "save", sessions: 2), .init(name: "search", sessions: 1)])
        #expect(some.row["effects"]?["under_way"]?.array?.first == ["name": "save", "sessions": 2])
        let many = try group([Set((1...9).map { "effect \($0)" })])
        #expect(many.effects?.underWay.map(\.name) == (1...5).map { "effect \($0)" })
        #expect(try group([[]]).effects == .init(recorded: 1))
        // Of sessions that have none recorded, it is not known whether one was under way.
        let none = try group([nil, nil])
        #expect(none.effects == nil && none.row["effects"] == .null)
    }

    @Test func theirEffectsAreReadFromRows() {
        let rows: [JSONObject] = [
            ["size": 3, "name": "save", "sessions": 2, "place": 1], ["size": 3, "name": "load", "sessions": 1, "place": 2],
        ]
        #expect(
            SessionGroup.Effects(rows: rows)
                == .init(recorded: 3, underWay: [.init(name: "save", sessions: 2), .init(name: "load", sessions: 1)]))
        #expect(SessionGroup.Effects(rows: [["size": 3, "name": .null]]) == .init(recorded: 3))
        #expect(SessionGroup.Effects(rows: []) == nil)
    }

    @Test func thereAreNoneOfSessionsThatFinished() throws {
        let grouping = Grouping(of: [try session(1, fine)])
        #expect(grouping.groups.isEmpty && grouping.sessions == 1)
        #expect(Grouping(of: []).groups.isEmpty)
    }

    // MARK: Likeness

    @Test func aRecordingIsLikeItself() throws {
        let tail = try SessionTail(of: timeline("crash"))
        let likeness = Likeness(of: tail, and: tail)
        #expect(likeness.score > 0.99 && likeness.difference == nil && likeness.verdict == .sameBug)
        #expect(likeness.reasons.contains("the same function, EpisodesCore.CommentsState.exchange(_:)"), "\(likeness.reasons)")
    }

    @Test func twoThatShareTheLastActionSayWhereTheyDiffer() throws {
        let likeness = Likeness(of: try SessionTail(of: timeline("crash")), and: try SessionTail(of: timeline("edits")))
        #expect(likeness.verdict == .sameAction && likeness.score < 0.5)
        #expect(likeness.reasons.contains("the same last action, comments/editDidFinish"), "\(likeness.reasons)")
        #expect(likeness.difference?.here?.step == 66 && likeness.difference?.here?.type == "comments/deleteDidFinish")
    }

    @Test func twoThatEndInOtherActionsAreNotWorthReading() throws {
        let likeness = Likeness(of: try SessionTail(of: timeline("crash")), and: try SessionTail(of: timeline("killed")))
        #expect(!likeness.isWorthReading && likeness.score < 0.3)
    }

    /// An edit may have left out any number of steps, and a bundle may claim any.
    @Test(.timeLimit(.minutes(1))) func stepsThatAreNotThereCostNothing() throws {
        let folder = TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        let numbers = (0..<50).map { 1 + $0 << 40 }
        for (index, number) in numbers.enumerated() { try builder.step(number, index == 49 ? "pay" : "add", time: index) }
        let tail = try SessionTail(of: Timeline(openRecording(at: builder.finish())))
        #expect(tail.actions.map(\.type) == ["add", "pay"] && tail.actions.map(\.step) == [numbers[0], numbers[49]])
    }
}
