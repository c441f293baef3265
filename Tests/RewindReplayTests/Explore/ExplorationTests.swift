import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// What other orders show, with a reducer that is right, and one that has two bugs.
@Suite("Exploring orders", .timeLimit(.minutes(5)))
struct ExplorationTests {
    /// A comment is posted, edited and deleted; nothing goes wrong.
    private let edited = Candidate.comments([
        ("post", nil), ("posted 7 a", 1), ("show list", nil), ("edit 7 b", nil), ("edited 7 b", 4), ("delete 7", nil), ("deleted 7", 6),
    ])

    /// A comment is edited twice, and the answers come in the order of the requests.
    private let twice = Candidate.comments([
        ("post", nil), ("posted 7 a", 1), ("edit 7 b", nil), ("edit 7 c", nil), ("edited 7 b", 3), ("edited 7 c", 4),
    ])

    private func explore(
        _ session: Candidate, by reducer: CommentsReducer = CommentsReducer(), _ edit: (inout ExploreOptions) -> Void = { _ in }
    ) -> (explored: Explored, made: [MadeFinding], reducer: CommentsReducer) {
        var options = ExploreOptions()
        edit(&options)
        var exploration = Exploration(session, by: reducer, of: "main", options)
        exploration.run()
        var maker = FindingMaker(exploration.found, by: reducer, of: "main", options)
        return (exploration.found, maker.findings(), exploration.reducer)
    }

    @Test(
        "An answer that comes after its comment is gone crashes, in the fewest steps that only do so in this order", arguments: [1, 3, 100])
    func findsACrash(batch: Int) throws {
        let (explored, made, _) = explore(edited, by: CommentsReducer(batch: batch))
        let faults = made.map(\.finding).filter(\.isFault)
        try #require(faults.count == 1, "\(faults)")
        #expect(faults[0].kind == .crashed && faults[0].crash == CommentsReducer.crash && faults[0].step?.number == 5)
        #expect(faults[0].displaced.words == "step 5, edited, comes after step 7, deleted")
        // Without the post, the answer would crash in the recorded order, too.
        #expect(made[0].session.steps.map(\.step.number) == [1, 2, 4, 6, 7, 5] && made[0].session.steps.last?.patch == nil)
        #expect(explored.answers == 3 && explored.completed == 2 && explored.crashes.count == 1)
    }

    @Test func findsALostUpdateAndWhatShouldBeThere() throws {
        let (_, made, _) = explore(twice)
        let faults = made.filter { $0.finding.kind == .lostUpdate }
        try #require(faults.count == 1, "\(made)")
        #expect(faults[0].finding.places.map(\.pointer.description) == ["/comments/7/text"])
        #expect(faults[0].wrong?.actual == "b" && faults[0].wrong?.expected == "c" && faults[0].finding.isFault)
        #expect(faults[0].session.steps.map(\.step.number).suffix(2) == [6, 5])
        // The other way round, the recorded order is the wrong one.
        let lost = Candidate.comments([
            ("post", nil), ("posted 7 a", 1), ("edit 7 b", nil), ("edit 7 c", nil), ("edited 7 c", 4), ("edited 7 b", 3),
        ])
        let other = try #require(explore(lost).made.first { $0.finding.kind == .lostUpdate })
        #expect(other.wrong?.actual == "b" && other.wrong?.expected == "c" && other.session.steps.map(\.step.number).suffix(2) == [5, 6])
    }

    @Test("Lists in the order of arrival, counters and what the user shows are no lost updates")
    func whatDependsOnTheOrderIsNoFault() throws {
        let session = Candidate.comments([
            ("load", nil), ("load", nil), ("logged x", 1), ("added 1", 1), ("logged y", 2), ("added 2", 2), ("show z", nil), ("show w", 5),
        ])
        let (explored, made, _) = explore(session)
        #expect(explored.ends.count > 0 && !made.isEmpty)
        #expect(made.allSatisfy { $0.finding.kind == .order && !$0.finding.isFault }, "\(made.map(\.finding))")
        #expect(made.allSatisfy { !$0.finding.displaced.isEmpty })
        let ignoring = explore(session) { $0.ignored = ["/log", "/shown"] }
        #expect(ignoring.made.isEmpty)
    }

    /// A session of comments as a user and a server make it: each request is answered some time later.
    private func session(_ seed: UInt64) -> Candidate {
        var random = SeededGenerator(seed: seed)
        var actions: [(text: String, cause: Int?)] = []
        var open: [(text: String, cause: Int)] = []
        var there: [Int] = []
        var next = 1
        while actions.count < 24 {
            if !open.isEmpty, Int.random(in: 0..<2, using: &random) == 0 || actions.count > 18 {
                let answer = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                actions.append((answer.text, answer.cause))
                let words = answer.text.split(separator: " ")
                if words[0] == "posted", let id = Int(words[1]) { there.append(id) }
                continue
            }
            let cause = actions.count + 1
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where !there.isEmpty:
                let id = there[Int.random(in: 0..<there.count, using: &random)]
                actions.append(("edit \(id) t\(cause)", nil))
                open.append(("edited \(id) t\(cause)", cause))
            case 1 where there.count > 1:
                let id = there.remove(at: Int.random(in: 0..<there.count, using: &random))
                actions.append(("delete \(id)", nil))
                open.append(("deleted \(id)", cause))
            case 2:
                actions.append(("count", nil))
                open.append(("added \(cause)", cause))
            case 3:
                actions.append(("log", nil))
                open.append(("logged \(cause)", cause))
            default:
                actions.append(("post", nil))
                open.append(("posted \(next) t\(cause)", cause))
                next += 1
            }
        }
        return Candidate.comments(actions)
    }

    @Test("A right reducer has no finding in 20 sessions, whatever is tried", arguments: 1...20)
    func aRightReducerHasNone(seed: UInt64) throws {
        let (explored, made, _) = explore(session(seed), by: CommentsReducer(isRight: true)) {
            ($0.limit, $0.seed, $0.allowsOverlap) = (1_500, seed, true)
        }
        #expect(explored.orders > 0 && explored.refused == 0)
        #expect(
            made.allSatisfy { !$0.finding.isFault },
            "\(made.map(\.finding).filter(\.isFault).map { ($0.kind, $0.displaced.words, $0.places) })")
    }

    @Test func anAnswerThatNeverComesOrComesTwiceShowsOthers() throws {
        let right = explore(edited, by: CommentsReducer(isRight: true)) { ($0.loses, $0.repeats) = (true, true) }
        #expect(right.made.allSatisfy { !$0.finding.isFault })
        // An edit is answered twice, around the deletion.
        let inOrder = Candidate.comments([("posted 7 a", nil), ("delete 7", nil), ("edit 7 b", nil), ("edited 7 b", 3), ("deleted 7", 2)])
        let again = explore(inOrder) { $0.repeats = true }
        let first = try #require(again.explored.crashes.first)
        #expect(first.order.schedule.changes == 1)
        let never = Candidate.comments([("post", nil), ("posted 7 a", 1), ("edit 7 b", 2), ("show x", 2)])
        let rules = [Invariant(name: "posted", try Predicate(parsing: ".shown == \"\" or (.comments | length) > 0"))]
        #expect(explore(never) { ($0.loses, $0.rules) = (true, rules) }.explored.broken.isEmpty, "what it caused is lost, too")
        let shown = Candidate.comments([("post", nil), ("posted 7 a", 1), ("show x", nil)])
        let lost = explore(shown) { ($0.loses, $0.rules) = (true, rules) }
        #expect(
            lost.made.contains { $0.finding.kind == .broken && $0.finding.displaced.words == "step 2, posted, comes after step 3, show" })
    }

    @Test func rulesAreFindingsUnlessTheRecordedOrderBreaksThem() throws {
        let rules = [
            Invariant(name: "shown late", try Predicate(parsing: ".shown != \"list\" or (.comments | length) > 0")),
            Invariant(name: "never", try Predicate(parsing: ".shown == \"\"")),
        ]
        let session = Candidate.comments([("post", nil), ("posted 7 a", 1), ("show list", nil), ("edit 7 b", nil), ("edited 7 b", 4)])
        let (explored, made, _) = explore(session, by: CommentsReducer(isRight: true)) { $0.rules = rules }
        #expect(explored.brokenAsRecorded == [1])
        let finding = try #require(made.first { $0.finding.kind == .broken }?.finding)
        #expect(finding.rule?.name == "shown late" && finding.displaced.words == "step 2, posted, comes after step 3, show")
        #expect(finding.steps == 3 && made.filter { $0.finding.isFault }.count == 1)
    }

    @Test func aCrashThatWasRecordedIsNotNew() throws {
        let crashing = Candidate.comments([
            ("post", nil), ("posted 7 a", 1), ("edit 7 b", nil), ("delete 7", nil), ("deleted 7", 4), ("edited 7 b", 3), ("show x", nil),
        ])
        let (explored, made, _) = explore(crashing)
        #expect(explored.recordedCrash?.step.number == 6 && explored.session.steps.count == 5)
        #expect(explored.crashes.isEmpty && made.allSatisfy { !$0.finding.isFault })
    }

    @Test("What orders have in common is reduced once")
    func reducesLittle() throws {
        let (explored, _, reducer) = explore(session(3), by: CommentsReducer(isRight: true)) { $0.limit = 2_000 }
        #expect(explored.orders == 2_000 && explored.reduced < 2_000 * 24 / 8, "\(explored.reduced)")
        #expect(reducer.reduced <= explored.reduced + 2 * 24 && explored.states < explored.reduced + 50)
    }

    @Test("However few states are remembered, the findings are the same", arguments: [1, 7, 20_000])
    func remembersFew(remembered: Int) throws {
        for session in [edited, twice, session(4)] {
            let few = explore(session) { ($0.remembered, $0.limit) = (remembered, 500) }
            let all = explore(session) { $0.limit = 500 }
            #expect(few.made.map(\.finding.displaced) == all.made.map(\.finding.displaced))
            #expect(few.explored.states == all.explored.states && few.explored.refused == 0)
        }
    }

    @Test func boundsAreKept() throws {
        var options = ExploreOptions()
        options.limit = 7
        var exploration = Exploration(session(2), by: CommentsReducer(isRight: true), of: "main", options)
        exploration.run()
        #expect(exploration.found.orders == 7 && !exploration.found.isStopped && exploration.found.completed == 0)
        var stopped = Exploration(session(2), by: CommentsReducer(isRight: true), of: "main", ExploreOptions())
        stopped.run { $0 < 3 }
        #expect(stopped.found.orders == 3 && stopped.found.isStopped)
    }

    @Test("Two shares come to what one comes to", arguments: 1...4)
    func sharesAddUp(seed: UInt64) throws {
        var options = ExploreOptions()
        (options.limit, options.seed) = (600, seed)
        func explored(_ share: Int, _ shares: Int) -> Explored {
            var exploration = Exploration(session(seed), by: CommentsReducer(), of: "main", options)
            exploration.run(share: share, of: shares)
            return exploration.found
        }
        let whole = explored(0, 1)
        var parts = explored(0, 2)
        parts.add(explored(1, 2))
        #expect(parts.orders == whole.orders && parts.completed == whole.completed && parts.randomOrders == whole.randomOrders)
        #expect(parts.crashes.map(\.order.rank) == whole.crashes.map(\.order.rank))
        #expect(Set(parts.ends.map(\.patterns)) == Set(whole.ends.map(\.patterns)))
    }
}
