import RewindReplay
import RewindValue
import SmallFoundation
import TestSupport
import Testing

/// What `explore` finds in sessions of an app that is right in every order, and of one with a bug that only another order shows.
///
/// `REWIND_ORIGINS=1` prints a line for each, and tries more orders, as `REWIND_LONG` does.
@Suite("Orders of answers", .timeLimit(.minutes(5))) struct OrderTests {
    private let folder = TemporaryFolder()
    private static let prints = ProcessInfo.processInfo.environment["REWIND_ORIGINS"] != nil

    /// How many orders of a session are tried.
    private static let limit = prints || ProcessInfo.processInfo.environment["REWIND_LONG"] != nil ? 2_000 : 300

    /// What holds in every order.
    private static let rules = try? [
        Invariant(name: "taken", Predicate(parsing: ".stock.left + (.stock.taken | length) == 20")),
        Invariant(name: "details", Predicate(parsing: ".details == null or .details.note == .selected")),
    ]

    private func findings(
        _ session: OrderSession, edit: (inout ExploreOptions) -> Void = { _ in }
    ) throws -> (orders: Int, findings: [OrderFinding]) {
        var options = ExploreOptions()
        options.limit = Self.limit
        edit(&options)
        let candidate = try Candidate(session.timeline, store: session.timeline.mainStore, upTo: session.timeline.steps.upperBound)
        var exploration = Exploration(candidate, by: session.reducer, of: session.timeline.mainStore, options)
        exploration.run()
        var maker = FindingMaker(exploration.found, by: session.reducer, of: session.timeline.mainStore, options)
        let made = maker.findings().map(\.finding)
        if Self.prints {
            let faults = made.filter(\.isFault).map { "\($0.kind.rawValue): \($0.displaced.words)" }
            print("\(session.name)  \(exploration.found.orders) orders, \(made.count) findings, faults: \(faults)")
        }
        return (exploration.found.orders, made)
    }

    @Test("In 20 sessions of a right app, nothing is held against it, also if answers get lost, come twice, or overlap")
    func aRightAppHasNoFaults() throws {
        let rules = try #require(Self.rules)
        for seed in 1...20 as ClosedRange<UInt64> {
            let session = try OrderSession.right(seed: seed, in: folder)
            let (orders, findings) = try findings(session) {
                $0.rules = rules
                ($0.loses, $0.repeats, $0.allowsOverlap) = (seed % 3 == 0, seed % 3 == 0, seed % 2 == 0)
            }
            #expect(orders > 10 && !findings.contains(where: \.isFault), "\(session.name): \(findings.filter(\.isFault))")
        }
    }

    @Test("Each of four bugs that the recorded order does not show is found", arguments: Desk.Bug.allCases)
    func eachBugIsFound(bug: Desk.Bug) throws {
        let rules = try #require(Self.rules)
        let session = try OrderSession.wrong(bug, in: folder)
        let (_, findings) = try findings(session) { $0.rules = rules }
        let expected: OrderFinding.Kind =
            switch bug {
            case .lostUpdate, .staleSelection: .lostUpdate
            case .useAfterDelete: .crashed
            case .doubleDecrement: .broken
            }
        #expect(findings.contains { $0.kind == expected && $0.isFault }, "\(findings)")
    }

    @Test("Without rules, the bugs that an app's rules show are still named as ends that depend on the order")
    func bugsWithoutRulesAreNamed() throws {
        for (bug, place) in [(Desk.Bug.doubleDecrement, "/stock/left"), (.staleSelection, "/details/note")] {
            let (_, findings) = try findings(OrderSession.wrong(bug, in: folder))
            #expect(findings.contains { $0.places.contains { $0.pointer.description.hasPrefix(place) } }, "\(bug): \(findings)")
        }
    }
}
