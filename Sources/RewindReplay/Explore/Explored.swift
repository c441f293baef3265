import RewindFormat
package import RewindValue

extension Candidate {
    /// Steps in another order than the recorded one.
    ///
    /// A time belongs to the place: a recording goes forwards.
    init(from initial: JSONValue, inOrder parts: [Part]) {
        self.init(from: initial, parts)
        for (place, time) in parts.map({ $0.step.time ?? 0 }).sorted().enumerated() { steps[place].step.line?.time = time }
    }
}

/// What exploring a session, or a share of its orders, came to: orders that show something, each the first of its kind.
package struct Explored: Sendable {
    /// The steps that were put into other orders.
    package internal(set) var session: Candidate
    /// The state before the first of them, and after the last of the recorded order.
    package internal(set) var initial: JSONValue
    package internal(set) var end: JSONValue
    /// Where the recorded order crashes, after which the session is not used.
    package internal(set) var recordedCrash: (step: Step, how: ReducerCrash)?
    /// Why the recorded order can't be reduced to its end, and from which step on; without a step, not at all.
    package internal(set) var refusal: (reason: String, step: Step?)?
    /// The places that differ each time that the recorded order is reduced.
    package internal(set) var unstable: [PointerPattern] = []
    /// The rules that the recorded order breaks, too, by their indices.
    package internal(set) var brokenAsRecorded: [Int] = []
    /// How many answers there are.
    package internal(set) var answers = 0
    /// How many orders were tried, and how many of them are random.
    package internal(set) var orders = 0, randomOrders = 0
    /// How many orders could not be reduced to their ends.
    package internal(set) var refused = 0
    /// How often the reducer began in a remembered state, how many steps it reduced, and to how many states they led.
    package internal(set) var runs = 0, reduced = 0, states = 0
    /// How many answers are displaced at most in all orders that were tried without exception.
    package internal(set) var completed = 0
    /// Whether it was ended before its limit.
    package internal(set) var isStopped = false
    /// Whether any order shows anything.
    package var showsNothing: Bool { crashes.isEmpty && broken.isEmpty && ends.isEmpty }
    var crashes: [Crash] = []
    var broken: [Broken] = []
    var ends: [End] = []

    /// An order of the session.
    struct Order: Sendable {
        /// Its place among all orders: those with fewer and smaller changes come first.
        let rank: Int
        let schedule: Schedule
        /// The steps in this order.
        let candidate: Candidate
    }

    struct Crash: Sendable {
        let crash: ReducerCrash
        let step: Step
        let order: Order
    }

    struct Broken: Sendable {
        let rule: Int
        let step: Step
        let order: Order
    }

    /// Orders whose last state differs at the same places from the recorded order's.
    struct End: Sendable {
        let places: [StateDifference.Place]
        let patterns: Set<PointerPattern>
        var orders: [Order]
    }

    /// How many kinds of ends are kept, and how many orders of each.
    private static let endLimit = 256, ordersOfEnd = 8

    init(_ session: Candidate) { (self.session, initial, end) = (session, session.initial, session.initial) }

    func order(_ schedule: Schedule, _ rank: Int) -> Order {
        Order(
            rank: rank, schedule: schedule, candidate: Candidate(from: session.initial, inOrder: schedule.order.map { session.steps[$0] }))
    }

    mutating func add(_ difference: StateDifference, _ order: Order) {
        let patterns = Set(difference.places.map { PointerPattern($0.pointer) })
        if let known = ends.firstIndex(where: { $0.patterns == patterns }) {
            if ends[known].orders.count < Self.ordersOfEnd { ends[known].orders.append(order) }
        } else if ends.count < Self.endLimit {
            ends.append(End(places: difference.places, patterns: patterns, orders: [order]))
        }
    }

    /// Adds what another share of the same session came to.
    package mutating func add(_ other: Explored) {
        orders += other.orders
        randomOrders += other.randomOrders
        refused += other.refused
        runs += other.runs
        reduced += other.reduced
        states += other.states
        completed = min(completed, other.completed)
        isStopped = isStopped || other.isStopped
        for pattern in other.unstable where !unstable.contains(pattern) { unstable.append(pattern) }
        crashes = Self.first(of: crashes + other.crashes, { $0.order.rank }) { $0.crash.isSame(as: $1.crash) }
        broken = Self.first(of: broken + other.broken, { $0.order.rank }) { $0.rule == $1.rule }
        for end in other.ends {
            if let known = ends.firstIndex(where: { $0.patterns == end.patterns }) {
                ends[known].orders = Array((ends[known].orders + end.orders).sorted { $0.rank < $1.rank }.prefix(Self.ordersOfEnd))
            } else {
                ends.append(end)
            }
        }
    }

    private static func first<Finding>(
        of findings: [Finding], _ rank: (Finding) -> Int, isSame: (Finding, Finding) -> Bool
    ) -> [Finding] {
        var first: [Finding] = []
        for finding in findings.sorted(by: { rank($0) < rank($1) }) where !first.contains(where: { isSame($0, finding) }) {
            first.append(finding)
        }
        return first
    }
}
