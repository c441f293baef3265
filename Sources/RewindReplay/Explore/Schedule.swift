import RewindFormat

/// An order of the steps of a session that the causes allow.
struct Schedule: Sendable, Hashable {
    /// The positions of the steps, in the order in which they come.
    fileprivate(set) var order: [Int]
    /// The answers that never come, with what they caused, and those that come twice.
    fileprivate(set) var lost: [Int] = []
    fileprivate(set) var repeated: [Int] = []
    /// How many answers are not where they were.
    fileprivate(set) var changes = 0

    fileprivate init(asRecorded count: Int) { order = Array(0..<count) }

    /// Whether it has the same answers as the recorded order.
    var hasAllOnce: Bool { lost.isEmpty && repeated.isEmpty }

    /// The places where it is not the recorded order: all before, and the rest from its end on, is.
    ///
    /// - Parameter count: how many steps the session has.
    func window(of count: Int) -> Range<Int> {
        let start = order.indices.first { order[$0] != $0 } ?? order.count
        let shift = count - order.count
        var end = order.count
        while end > start, order[end - 1] == end - 1 + shift { end -= 1 }
        return start..<end
    }
}

/// Something that may happen to an answer.
struct AnswerChange: Hashable, Sendable {
    let answer: Int
    let how: How

    enum How: Hashable, Sendable, CaseIterable { case later, earlier, lost, repeated }

    /// Does it, where it is allowed.
    ///
    /// - Parameter distance: how many steps the answer passes; what it caused, and it would pass, comes behind it. A repeated answer comes again
    ///   behind as many steps.
    /// - Returns: the schedule, or `nil` if there is none.
    func applied(to schedule: Schedule, distance: Int, _ causes: CausalOrder) -> Schedule? {
        guard let place = schedule.order.firstIndex(of: answer) else { return nil }
        var changed = schedule
        changed.changes += 1
        switch how {
        case .later:
            guard distance > 0 else { return nil }
            var (bundle, passed, end) = ([answer], [Int](), place + 1)
            while passed.count < distance {
                guard end < changed.order.count else { return nil }
                let next = changed.order[end]
                end += 1
                if causes.isCaused(next, by: answer) {
                    bundle.append(next)
                } else {
                    if bundle.contains(where: { causes.before[next].contains($0) }) { return nil }
                    passed.append(next)
                }
            }
            changed.order.replaceSubrange(place..<end, with: passed + bundle)
        case .earlier:
            guard distance > 0, distance <= place else { return nil }
            let passed = changed.order[(place - distance)..<place]
            if passed.contains(where: { causes.before[answer].contains($0) }) { return nil }
            changed.order.replaceSubrange((place - distance)...place, with: [answer] + passed)
        case .lost:
            guard distance == 0, !changed.repeated.contains(answer) else { return nil }
            let gone = Set(changed.order.filter { $0 == answer || causes.isCaused($0, by: answer) })
            if !gone.isDisjoint(with: changed.repeated) { return nil }
            changed.order.removeAll { gone.contains($0) }
            changed.lost += gone.sorted()
        case .repeated:
            guard !changed.repeated.contains(answer), place + 1 + distance <= changed.order.count else { return nil }
            // A change that no action made is a border for it, too.
            let passed = changed.order[(place + 1)..<(place + 1 + distance)]
            if passed.contains(where: { causes.causes[$0] != answer && causes.before[$0].contains(answer) }) { return nil }
            changed.order.insert(answer, at: place + 1 + distance)
            changed.repeated.append(answer)
        }
        return changed
    }
}

/// The orders of a session's steps that the causes allow, but the recorded one, each once: those with one answer displaced, by few steps
/// first, then those with two, and then random ones with three and more.
struct Schedules: Sequence {
    let causes: CausalOrder
    /// Whether answers get lost, and come twice.
    var loses = false
    var repeats = false
    var seed: UInt64 = 0

    init(_ causes: CausalOrder) { self.causes = causes }

    func makeIterator() -> Iterator { Iterator(self) }

    struct Iterator: IteratorProtocol {
        private let causes: CausalOrder
        private let changes: [AnswerChange]
        private let recorded: Schedule
        /// How far each change reaches at most, by itself.
        private var reach: [Int]
        private var random: SeededNumbers
        private var seen: Set<Int> = []
        private var phase = Phase.one(distance: 0)
        private var queue: ArraySlice<Schedule> = []

        private enum Phase {
            case one(distance: Int)
            /// The next first change, and how far it reaches, of those with a sum of distances.
            case two(sum: Int, first: Int, distance: Int, foundAny: Bool)
            case random
            case done
        }

        /// How many answers are displaced at most in all schedules of which none is left.
        private(set) var completed = 0

        /// Whether it gives random ones.
        var isRandom: Bool { if case .random = phase { true } else { false } }

        /// Many random orders in a row that were there before: there are hardly others.
        private static let repetitionLimit = 1_000
        private static let largestRandom = 8

        fileprivate init(_ schedules: Schedules) {
            causes = schedules.causes
            let kinds: [AnswerChange.How] =
                [.later, .earlier] + (schedules.loses ? [.lost] : []) + (schedules.repeats ? [.repeated] : [])
            changes = causes.answers.flatMap { answer in kinds.map { AnswerChange(answer: answer, how: $0) } }
            recorded = Schedule(asRecorded: causes.count)
            reach = changes.map { _ in 0 }
            random = SeededNumbers(state: schedules.seed)
            seen.insert(recorded.order.hashValue)
        }

        mutating func next() -> Schedule? {
            while true {
                while let schedule = queue.popFirst() { if seen.insert(schedule.order.hashValue).inserted { return schedule } }
                switch phase {
                case .one(let distance): takeOne(distance)
                case .two(let sum, let first, let distance, let foundAny): takeTwo(sum, first, distance, foundAny)
                case .random:
                    guard let schedule = nextRandom() else {
                        phase = .done
                        continue
                    }
                    return schedule
                case .done: return nil
                }
            }
        }

        private mutating func takeOne(_ distance: Int) {
            var goesOn = false
            for (index, change) in changes.enumerated() where reach[index] >= distance - 1 {
                if let schedule = change.applied(to: recorded, distance: distance, causes) {
                    reach[index] = distance
                    queue.append(schedule)
                    goesOn = true
                } else if distance == 0, change.how != .lost {
                    goesOn = true
                }
            }
            if goesOn {
                phase = .one(distance: distance + 1)
            } else {
                phase = .two(sum: 0, first: 0, distance: 0, foundAny: false)
            }
        }

        private mutating func takeTwo(_ sum: Int, _ first: Int, _ distance: Int, _ foundAny: Bool) {
            completed = 1
            if first == changes.count {
                let longest = reach.max() ?? 0
                if sum > 2 * longest, !foundAny {
                    completed = 2
                    phase = causes.answers.count > 2 ? .random : .done
                } else {
                    phase = .two(sum: sum + 1, first: 0, distance: 0, foundAny: false)
                }
                return
            }
            if distance > Swift.min(sum, reach[first]) {
                phase = .two(sum: sum, first: first + 1, distance: 0, foundAny: foundAny)
                return
            }
            var found = foundAny
            if let base = changes[first].applied(to: recorded, distance: distance, causes) {
                for second in changes where second.answer != changes[first].answer {
                    if let schedule = second.applied(to: base, distance: sum - distance, causes) {
                        queue.append(schedule)
                        found = true
                    }
                }
            }
            phase = .two(sum: sum, first: first, distance: distance + 1, foundAny: found)
        }

        private mutating func nextRandom() -> Schedule? {
            for _ in 0..<Self.repetitionLimit {
                var schedule = recorded
                let count = 3 + Int(random.next() % UInt64(Swift.min(Self.largestRandom, causes.answers.count) - 2))
                for _ in 0..<count {
                    let index = Int(random.next() % UInt64(changes.count))
                    let distance = changes[index].how == .lost ? 0 : 1 + Int(random.next() % UInt64(Swift.max(1, reach[index])))
                    schedule = changes[index].applied(to: schedule, distance: distance, causes) ?? schedule
                }
                if schedule.changes > 2, seen.insert(schedule.order.hashValue).inserted { return schedule }
            }
            return nil
        }
    }
}

/// Numbers that a seed determines (SplitMix64; Steele, Lea, Flood 2014).
struct SeededNumbers {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        return Self.mixed(state)
    }

    static func mixed(_ number: UInt64) -> UInt64 {
        var z = number
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
