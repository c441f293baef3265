import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

/// The orders that causes allow, of sessions that are drawn at random.
@Suite("Orders of a session", .timeLimit(.minutes(5)))
struct SchedulesTests {
    /// A session in which each step is the user's, or was caused by one before it.
    static func session(_ random: inout SeededGenerator, steps: Int) -> Candidate {
        Candidate.comments(
            (0..<steps).map { step in
                let cause = step > 0 && Bool.random(using: &random) ? Int.random(in: 1...step, using: &random) : nil
                return ("\(["a", "b", "c", "d"][Int.random(in: 0..<4, using: &random)]) \(step)", cause)
            })
    }

    /// Whether an order keeps to what no user and no server can make otherwise, told anew from the steps.
    private func isPossible(_ order: [Step], mayRepeat: Bool = false) -> Bool {
        let users = order.filter { $0.cause == nil }.map(\.number)
        var answers: [Int: [Int]] = [:]
        var come: Set<Int> = []
        for step in order {
            if let cause = step.cause {
                if !come.contains(cause) { return false }
                if come.contains(step.number), mayRepeat { continue }
                answers[cause, default: []].append(step.number)
            }
            if !come.insert(step.number).inserted { return false }
        }
        return users == users.sorted() && answers.values.allSatisfy { $0 == $0.sorted() }
    }

    @Test("Every order keeps the user's actions, causes, and the answers of one effect in their order, and comes once", arguments: 1...30)
    func keepsCauses(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let session = Self.session(&random, steps: 9)
        for allowsOverlap in [false, true] {
            let causes = CausalOrder(of: session, allowsOverlap: allowsOverlap)
            var schedules = Schedules(causes)
            schedules.seed = seed
            var seen: Set<[Int]> = [Array(0..<9)]
            for schedule in schedules.prefix(2_000) {
                #expect(seen.insert(schedule.order).inserted && causes.allows(schedule.order))
                #expect(schedule.order.sorted() == Array(0..<9) && isPossible(schedule.order.map { session.steps[$0].step }))
            }
        }
    }

    @Test("What never comes takes along what it caused, and what comes again had come before", arguments: 1...10)
    func losesAndRepeats(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let session = Self.session(&random, steps: 8)
        var schedules = Schedules(CausalOrder(of: session))
        (schedules.loses, schedules.repeats, schedules.seed) = (true, true, seed)
        var (lost, repeated) = (0, 0)
        for schedule in schedules.prefix(2_000) {
            let steps = schedule.order.map { session.steps[$0].step }
            let numbers = Set(steps.map(\.number))
            lost += schedule.lost.isEmpty ? 0 : 1
            repeated += schedule.repeated.isEmpty ? 0 : 1
            for step in steps { if let cause = step.cause { #expect(numbers.contains(cause)) } }
            #expect(numbers.count + schedule.lost.count == 8 && steps.count == numbers.count + schedule.repeated.count)
            #expect(isPossible(steps, mayRepeat: true))
        }
        let hasAnswers = session.steps.contains { $0.step.cause != nil }
        #expect((lost > 0) == hasAnswers && (repeated > 0) == hasAnswers)
    }

    @Test func allOrdersOfFewAnswersAreThere() {
        // Each of two answers comes behind its cause, and either before the other.
        let session = Candidate.comments([("a", nil), ("b", nil), ("c", 1), ("d", 2)])
        let orders = Set(Schedules(CausalOrder(of: session)).map(\.order))
        #expect(orders == [[0, 2, 1, 3], [0, 1, 3, 2]])
        // By few steps first.
        let long = Candidate.comments([("a", nil), ("b", 1), ("c", nil), ("d", nil), ("e", nil)])
        #expect(Schedules(CausalOrder(of: long)).map(\.order) == [[0, 2, 1, 3, 4], [0, 2, 3, 1, 4], [0, 2, 3, 4, 1]])
    }

    @Test func whatAnAnswerCausedFollowsIt() {
        let session = Candidate.comments([("a", nil), ("b", 1), ("c", 2), ("d", nil)])
        #expect(Set(Schedules(CausalOrder(of: session)).map(\.order)) == [[0, 1, 3, 2], [0, 3, 1, 2]])
    }

    @Test("An answer comes after the next start of its kind of effect only if the recording has that, or it is allowed")
    func aStartMayCancel() {
        let one = Candidate.comments([("load", nil), ("loaded", 1), ("load", nil), ("loaded", 3)])
        #expect(Array(Schedules(CausalOrder(of: one))).isEmpty)
        #expect(Set(Schedules(CausalOrder(of: one, allowsOverlap: true)).map(\.order)) == [[0, 2, 1, 3], [0, 2, 3, 1]])
        let both = Candidate.comments([("load", nil), ("load", nil), ("loaded", 1), ("loaded", 2)])
        #expect(Set(Schedules(CausalOrder(of: both)).map(\.order)) == [[0, 2, 1, 3], [0, 1, 3, 2]])
    }

    @Test func nothingPassesAChangeThatNoActionMade() {
        var session = Candidate.comments([("a", nil), ("b", 1), ("c", nil), ("d", nil)])
        session.steps[2] = Candidate.Part(step: session.steps[2].step, change: JSONPatch())
        #expect(Array(Schedules(CausalOrder(of: session))).isEmpty)
    }

    @Test func theAnswersOfTwoEffectsOfOneStepMayComeInAnyOrder() {
        var session = Candidate.comments([("a", nil), ("b", 1), ("c", 1)])
        #expect(Array(Schedules(CausalOrder(of: session))).isEmpty)
        session.steps[1].step.line?.effect = 1
        session.steps[2].step.line?.effect = 2
        #expect(Schedules(CausalOrder(of: session)).map(\.order) == [[0, 2, 1]])
    }

    @Test func oneSeedGivesTheSameOrders() {
        var random = SeededGenerator(seed: 5)
        let causes = CausalOrder(of: Self.session(&random, steps: 24))
        func orders(_ seed: UInt64) -> [[Int]] {
            var schedules = Schedules(causes)
            schedules.seed = seed
            var iterator = schedules.makeIterator()
            var orders: [[Int]] = []
            while orders.count < 50, let schedule = iterator.next() { if iterator.isRandom { orders.append(schedule.order) } }
            return orders
        }
        #expect(orders(1) == orders(1) && orders(1) != orders(2) && orders(1).count == 50)
    }
}
