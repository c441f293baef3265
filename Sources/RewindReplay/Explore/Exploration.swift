import RewindFormat
package import RewindValue

/// How a session is explored.
package struct ExploreOptions: Sendable {
    /// Conditions that hold after every step.
    package var rules: [Invariant] = []
    /// Whether answers get lost, and come twice.
    package var loses = false, repeats = false
    /// Whether an answer may come after a step that starts the same kind of effect again, although the recording has no such answer.
    package var allowsOverlap = false
    /// What random orders are drawn from.
    package var seed: UInt64 = 0
    /// How many orders are tried at most.
    package var limit = 10_000
    /// The places of the last state that are not compared.
    package var ignored: [PointerPattern] = []
    /// How many states are remembered, each to begin an order in.
    package var remembered = 20_000

    package init() {}
}

/// Reduces a session of one store in other orders, which the causes allow.
///
/// It is a walk over a graph: a node is a state, and the steps that came before. What an order has in common with others is not reduced again,
/// and neither is what follows after equal states. Use it from one thread.
package struct Exploration<Reducer: RecordedReducer> {
    package private(set) var reducer: Reducer
    private let store: String
    private let options: ExploreOptions
    private var session: Candidate
    private var graph: StateGraph
    /// The node before each step of the recorded order, and the last.
    private var chain: [Int] = []
    /// The node whose state the reducer has, and the state.
    private var current: (node: Int, state: JSONValue)?
    /// The rules that are not broken yet.
    private var rules: [Rule]
    /// The steps that crashed in some order: each is reduced by itself.
    private var crashing: Set<Int> = []
    private var seenEnds: Set<Int> = []
    private var tolerance: StateTolerance
    /// What was found so far.
    package private(set) var found: Explored

    private struct Rule {
        let index: Int
        let condition: Predicate
        /// Whether it reads no more than the state after a step.
        let isOfStates: Bool
    }

    /// How many steps are reduced at once where the states may soon be known ones, and at most.
    private static var smallestGroup: Int { 16 }
    private static var largestGroup: Int { 512 }

    /// How many bytes of states are remembered, as JSON, and how many nodes.
    private static var rememberedBytes: Int { 256 << 20 }
    private static var nodeLimit: Int { 1 << 21 }

    /// - Parameter session: the steps of one store.
    package init(_ session: Candidate, by reducer: Reducer, of store: String, _ options: ExploreOptions) {
        (self.session, self.reducer, self.store, self.options) = (session, reducer, store, options)
        graph = StateGraph(remembering: 1)
        tolerance = StateTolerance(ignoring: options.ignored)
        rules = options.rules.enumerated().map { index, rule in
            Rule(index: index, condition: rule.condition.forChecking, isOfStates: rule.condition.words.isEmpty)
        }
        found = Explored(session)
    }

    /// Tries the recorded order, and then all others, up to the limit.
    ///
    /// - Parameters:
    ///   - share: which share of the orders it tries, of several that are explored side by side.
    ///   - goesOn: asked before each order, with how many were tried; `false` ends it.
    /// - Throws: what the reducer throws, if it can't be used at all.
    package mutating func run(
        share: Int = 0, of shares: Int = 1, while goesOn: (Int) -> Bool = { _ in true }
    ) throws(Reducer.Failure) {
        guard try reduceAsRecorded() else { return }
        let causes = CausalOrder(of: session, allowsOverlap: options.allowsOverlap)
        found.answers = causes.answers.count
        var schedules = Schedules(causes)
        (schedules.loses, schedules.repeats, schedules.seed) = (options.loses, options.repeats, options.seed)
        var iterator = schedules.makeIterator()
        var rank = 0
        while rank < options.limit, let schedule = iterator.next() {
            defer { rank += 1 }
            // Orders of one answer have most in common, and so go to one share.
            let key = iterator.isRandom ? rank : schedule.window(of: session.steps.count).lowerBound
            if key % shares != share { continue }
            guard goesOn(found.orders) else {
                found.isStopped = true
                break
            }
            if graph.nodes.count > Self.nodeLimit + chain.count { forget() }
            let outcome = try outcome(of: schedule, rank: rank)
            found.orders += 1
            if iterator.isRandom { found.randomOrders += 1 }
            judge(outcome, of: schedule, rank: rank)
        }
        found.completed = iterator.completed
        found.states += graph.nodes.count
    }

    /// Forgets all but the recorded order.
    private mutating func forget() {
        found.states += graph.nodes.count - chain.count
        graph.forget(from: chain.count)
        (seenEnds, current) = (Set(chain.suffix(1)), nil)
    }

    // MARK: the recorded order

    /// Reduces the recorded order, twice: what differs then is not compared.
    ///
    /// The session ends where it crashes, or is refused.
    ///
    /// - Returns: whether it can be reduced at all.
    private mutating func reduceAsRecorded() throws(Reducer.Failure) -> Bool {
        let recorded = try session.recomputed(by: &reducer, of: store)
        current = nil
        switch recorded.end {
        case .reached: break
        case .crashed(let crash): found.recordedCrash = recorded.steps.last.map { ($0.step, crash) }
        case .refused(let reason, let step): found.refusal = (reason, step)
        }
        let reduced = recorded.steps.prefix { $0.patch != nil }
        if reduced.isEmpty, found.refusal != nil { return false }
        session.steps.removeLast(session.steps.count - min(reduced.count, session.steps.count))
        var state = recorded.initial
        let size = max(state.jsonText.utf8.count, recorded.state.jsonText.utf8.count)
        let remembered = min(options.remembered, max(64, Self.rememberedBytes / size))
        graph = StateGraph(remembering: remembered)
        chain = [graph.begin(in: state)]
        let stride = 1 + session.steps.count / max(1, remembered / 2)
        for (step, result) in reduced.enumerated() {
            let before = state
            if let patch = result.patch { try? patch.apply(to: &state) }
            for rule in rules where rule.condition.isBroken(in: state, before: before, after: result.step) {
                found.brokenAsRecorded.append(rule.index)
            }
            rules.removeAll { found.brokenAsRecorded.contains($0.index) }
            chain.append(graph.add(state, from: chain[step], by: step, isKept: step % stride == 0).node)
        }
        if let last = chain.last { graph.setRest(of: chain, .end(last)) }
        seenEnds = Set(chain.suffix(1))
        (found.session, found.initial, found.end) = (session, recorded.initial, state)
        let again = try session.recomputed(by: &reducer, of: store).state
        found.unstable = StateDifference(from: state, to: again, allowing: &tolerance)?.places.map { PointerPattern($0.pointer) } ?? []
        tolerance = StateTolerance(ignoring: options.ignored + found.unstable)
        return true
    }

    // MARK: other orders

    /// What comes of an order; reduces only what no order before it has shown.
    private mutating func outcome(of schedule: Schedule, rank: Int) throws(Reducer.Failure) -> StateGraph.Outcome {
        let order = schedule.order
        let window = schedule.window(of: session.steps.count)
        var path = [chain[window.lowerBound]]
        var group = Self.smallestGroup
        var singly = 0
        var outcome: StateGraph.Outcome?
        while outcome == nil {
            let index = window.lowerBound + path.count - 1
            let node = path[path.count - 1]
            if index >= window.upperBound, let rest = graph.nodes[node].rest {
                outcome = rest
            } else if index == order.count {
                outcome = .end(node)
            } else if let target = graph.nodes[node].target(of: order[index]) {
                switch target {
                case .node(let next): path.append(next)
                case .ended(let how): outcome = how
                }
            } else {
                let start = try begin(before: index, on: path, from: window.lowerBound)
                guard let start else { return .refused("no state before it is known", step: order[index]) }
                var end = index < window.upperBound ? window.upperBound : min(order.count, index + group)
                if index >= window.upperBound { group = min(group * 2, Self.largestGroup) }
                if singly > 0 { end = start + 1 }
                let steps = groupToReduce(order[start..<end])
                singly = max(0, singly - 1)
                let walked = try reduce(steps, from: start, on: &path, since: window.lowerBound, (schedule, rank))
                switch walked {
                case .went: break
                case .ended(let how): outcome = how
                case .crashedInOne: singly = steps.count
                }
            }
        }
        let behind = window.upperBound - window.lowerBound
        if let outcome, path.count > behind { graph.setRest(of: path[behind...], outcome) }
        return outcome ?? .end(path[path.count - 1])
    }

    /// Has the reducer begin at the last node of a path up to a place whose state is remembered; the node's place, or `nil` if no state is
    /// there.
    private mutating func begin(before place: Int, on path: [Int], from first: Int) throws(Reducer.Failure) -> Int? {
        func node(at place: Int) -> Int { place < first ? chain[place] : path[place - first] }
        if let current, current.node == node(at: place) { return place }
        var start = place
        while start > 0, graph.nodes[node(at: start)].state == nil { start -= 1 }
        guard let state = graph.nodes[node(at: start)].state else { return nil }
        found.runs += 1
        try reducer.resume(state, of: store)
        current = (node(at: start), state)
        return start
    }

    /// The first of some steps that can be reduced at once.
    private func groupToReduce(_ order: ArraySlice<Int>) -> ArraySlice<Int> {
        guard let first = order.first else { return order }
        if crashing.contains(first) || session.steps[first].change != nil { return order.prefix(1) }
        return order.prefix { !crashing.contains($0) && session.steps[$0].change == nil }
    }

    private enum Walked {
        case went
        case ended(StateGraph.Outcome)
        /// One of several crashed.
        case crashedInOne
    }

    /// Reduces steps from the current node on, and adds what they lead to.
    private mutating func reduce(
        _ steps: ArraySlice<Int>, from start: Int, on path: inout [Int], since first: Int, _ schedule: (Schedule, rank: Int)
    ) throws(Reducer.Failure) -> Walked {
        guard var (node, state) = current else { return .ended(.refused("there is no state before it", step: steps.first ?? 0)) }
        var place = start
        let results = try results(of: steps, in: state)
        if results.isEmpty { return ended(.refused("the reducer gives nothing", step: steps.first ?? 0), at: node) }
        for (step, result) in zip(steps, results) {
            let before = state
            switch result {
            case .patch(let patch):
                guard (try? patch.apply(to: &state)) != nil else {
                    return ended(.refused("the patch that the reducer gives does not fit the state before it", step: step), at: node)
                }
            case .state(let own): state = own
            case .undecodable(let reason): return ended(.refused(reason, step: step), at: node)
            case .crashed(let crash):
                current = nil
                if steps.count > 1 { return .crashedInOne }
                crashing.insert(step)
                return ended(.crashed(crash, step: step), at: node)
            }
            if case .node(let known)? = graph.nodes[node].target(of: step) {
                graph.recall(state, at: known)
                node = known
            } else {
                let next = graph.add(state, from: node, by: step)
                look(at: state, before: before, after: step, isNew: next.isNew, schedule)
                node = next.node
            }
            place += 1
            if place - first == path.count { path.append(node) }
            current = (node, state)
        }
        return .went
    }

    private mutating func results(of steps: ArraySlice<Int>, in state: JSONValue) throws(Reducer.Failure) -> [ReducedStep] {
        if let first = steps.first, let change = session.steps[first].change {
            var state = state
            guard (try? change.apply(to: &state)) != nil, case .loaded(let own) = try reducer.load(state, of: store, after: 0) else {
                return [.undecodable("what it changed does not fit the state before it")]
            }
            return [.state(own)]
        }
        found.reduced += steps.count
        return try reducer.reduce(steps.map { session.steps[$0].step }[...], of: store)
    }

    /// Adds that a step leads to no state.
    private mutating func ended(_ outcome: StateGraph.Outcome, at node: Int) -> Walked {
        switch outcome {
        case .crashed(_, let step), .refused(_, let step): graph.end(at: node, by: step, outcome)
        case .end: break
        }
        current = nil
        return .ended(outcome)
    }

    // MARK: what is found

    private mutating func look(
        at state: JSONValue, before: JSONValue, after step: Int, isNew: Bool, _ schedule: (order: Schedule, rank: Int)
    ) {
        let part = session.steps[step].step
        for rule in rules where isNew || !rule.isOfStates {
            guard rule.condition.isBroken(in: state, before: before, after: part) else { continue }
            found.broken.append(Explored.Broken(rule: rule.index, step: part, order: found.order(schedule.order, schedule.rank)))
            rules.removeAll { $0.index == rule.index }
        }
    }

    private mutating func judge(_ outcome: StateGraph.Outcome, of schedule: Schedule, rank: Int) {
        switch outcome {
        case .crashed(let crash, let step):
            if let known = found.recordedCrash, known.how.isSame(as: crash) { return }
            if found.crashes.contains(where: { $0.crash.isSame(as: crash) }) { return }
            found.crashes.append(Explored.Crash(crash: crash, step: session.steps[step].step, order: found.order(schedule, rank)))
        case .refused: found.refused += 1
        case .end(let node):
            guard schedule.hasAllOnce, seenEnds.insert(node).inserted else { return }
            let state = graph.nodes[node].state ?? (current?.node == node ? current?.state : nil)
            guard let state, let difference = StateDifference(from: found.end, to: state, allowing: &tolerance) else { return }
            let order = found.order(schedule, rank)
            found.add(difference, order)
        }
    }
}
