import RewindFleet
import RewindReplay
import Testing

@Suite("Groups of sessions") struct GroupingTests {
    private func session(
        _ id: Int, _ story: Story, version: String? = "1.0", device: String? = "phone", losses: Int = 0, steps: Int = 10
    ) throws -> Session {
        var session = try Session(of: timeline("ordinary"), source: "\(id).rewind", hash: "\(id)")
        (session.story, session.version, session.device, session.losses, session.steps) = (story, version, device, losses, steps)
        session.started = id * 86_400_000_000_000
        return session
    }

    private let crash = Story(ending: "crashed", function: "f()", chain: ["a", "b"])
    private let other = Story(ending: "crashed", function: "f()", chain: ["c", "b"])
    private let fine = Story(ending: "finished")

    @Test func areByFingerprintTheMostFrequentFirst() throws {
        let grouping = Grouping(of: [
            try session(5, other), try session(1, fine), try session(2, crash, version: "1.1"), try session(3, crash, device: nil),
            try session(4, fine),
        ])
        #expect(grouping.sessions == 5 && grouping.groups.map(\.sessions) == [2, 1])
        let first = grouping.groups[0]
        #expect(first.story == "a > b" && first.share == 0.4 && first.since == "1.1" && first.first == "1970-01-03 00:00:00")
        #expect(first.versions == ["1.0: 1", "1.1: 1"] && first.devices == ["phone: 1", "unknown: 1"])
        #expect(first.sequences == nil && first.places == nil)
    }

    @Test func theExampleIsTheShortestWithoutLosses() throws {
        let grouping = Grouping(of: [
            try session(1, crash, losses: 1, steps: 3), try session(2, crash, steps: 9), try session(3, crash, steps: 7),
        ])
        #expect(grouping.groups[0].source == "3.rewind" && grouping.groups[0].steps == 7)
        #expect(Grouping(of: [try session(1, crash, losses: 2)]).groups[0].source == "1.rewind")
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
        #expect(likeness.score > 0.99 && likeness.difference == nil && likeness.isWorthReading)
        #expect(likeness.reasons.contains("the same function, EpisodesCore.CommentsState.exchange(_:)"), "\(likeness.reasons)")
    }

    @Test func twoThatShareTheLastActionSayWhereTheyDiffer() throws {
        let likeness = Likeness(of: try SessionTail(of: timeline("crash")), and: try SessionTail(of: timeline("edits")))
        #expect(likeness.isWorthReading && likeness.score < 0.5)
        #expect(likeness.reasons.contains("the same last action, comments/editDidFinish"), "\(likeness.reasons)")
        #expect(likeness.difference?.here?.step == 66 && likeness.difference?.here?.type == "comments/deleteDidFinish")
    }

    @Test func twoThatEndInOtherActionsAreNotWorthReading() throws {
        let likeness = Likeness(of: try SessionTail(of: timeline("crash")), and: try SessionTail(of: timeline("killed")))
        #expect(!likeness.isWorthReading && likeness.score < 0.3)
    }
}
