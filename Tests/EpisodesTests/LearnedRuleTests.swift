import RewindReplay
import RewindValue
import SmallFoundation
import TestSupport
import Testing

@testable import EpisodesCore

/// What rules learned from healthy sessions of the app are worth: whether they find its planted bugs, and whether they cry wolf.
@Suite("Learned rules", .timeLimit(.minutes(30)))
struct LearnedRuleTests {
    private let folder = TemporaryFolder()
    private var measures: LearnedRuleMeasures { LearnedRuleMeasures(folder: folder.path) }

    /// The whole measure, or a sample of it.
    private static let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil

    @Test func of20PlantedBugs15BreakARuleThatNamesTheirPlace() throws {
        let learner = try measures.learner(from: try measures.sessions(0..<50))
        let (rules, all) = (learner.rules(), learner.rules(limit: nil))
        var missed: [String] = []
        var missedByChosen: [String] = []
        for (number, bug) in (Bug.all + Bug.crashes).enumerated() {
            // The steps before the one in which the app would die, here as in the recording of a crash.
            let isCrash = number >= Bug.all.count
            let session =
                isCrash ? Array(bug.session.prefix { !Self.dies($0, bug) }.dropLast(number == Bug.all.count ? 1 : 0)) : bug.session
            let place = number == Bug.all.count ? "/comments/saving" : bug.place
            let timeline = try measures.record(session, isCrash ? nil : bug, named: "bug \(number)")
            if !measures.isFound(at: place, try measures.broken(all, by: timeline)) { missed.append("\(bug)") }
            if !measures.isFound(at: place, try measures.broken(rules, by: timeline)) { missedByChosen.append("\(bug)") }
        }
        print(
            "learned from 50 sessions with \(learner.steps) steps: \(all.count) rules, of which \(rules.count) are printed; "
                + "of 20 bugs \(20 - missed.count) break one that names their place among the first three, not: \(missed); "
                + "of the printed ones \(20 - missedByChosen.count), not: \(missedByChosen)")
        #expect(rules.count <= LearnedRule.limit)
        #expect(missed.count <= 5)
    }

    /// Whether an action is the one that a bug crashes at: the query's fourth letter.
    private static func dies(_ action: AppAction, _ bug: Bug) -> Bool {
        if bug.place == "/search/query", case .search(.setQuery(let query)) = action { query.count > 3 } else { false }
    }

    @Test func atMostOneRuleIn20IsFalseOnOtherSessions() throws {
        let learned = try measures.sessions(0..<50)
        let rules = try measures.learner(from: learned).rules(limit: nil)
        for session in learned.prefix(5) { #expect(try measures.broken(rules, by: session).map(\.rule.name) == []) }
        let count = Self.isLong ? 500 : 20
        var broken: [String: Int] = [:]
        for seed in 10_000..<(10_000 + count) {
            for row in try measures.broken(rules, by: try #require(try measures.sessions(seed..<(seed + 1)).first)) {
                broken[row.rule.name, default: 0] += 1
            }
        }
        let words = broken.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) (\($0.value))" }
        print("of \(rules.count) rules learned on 50 sessions, \(broken.count) are false on \(count) others: \(words)")
        #expect(broken.count * 20 <= rules.count)
    }

    /// The command on its own, which is started from a small process, because a child's peak begins with that of whoever started it.
    @Test(.enabled(if: isLong)) func aThousandSessionsOf300StepsAreLearnedInAMinuteAndIn300MB() throws {
        var steps = 0
        for seed in 0..<1_000 {
            let actions = Array(HealthySession(seed: UInt64(seed), choices: 110).actions.prefix(300))
            steps += actions.count
            _ = try measures.record(actions, named: "many/healthy \(seed)")
        }
        let costs = try measures.costs(of: ["learn", folder.path("many"), "-o", folder.path("rules.txt")])
        print(
            "1,000 sessions with \(steps) steps: \(costs.seconds) s, of which \(costs.processorSeconds) s of a processor, "
                + "at most \(costs.residentBytes / 1_000_000) MB")
        #expect(steps > 250_000)
        #if !DEBUG
            #expect(costs.processorSeconds < 60)
        #endif
        #expect(costs.residentBytes < 300_000_000)
    }
}
