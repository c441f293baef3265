import RewindValue

/// The states that orders of the same steps led to: equal states after the same steps are one, however they were reached.
///
/// It remembers every state's hash, and the states themselves up to a number.
struct StateGraph {
    private(set) var nodes: [Node] = []
    private var places: [Key: Int] = [:]
    /// The nodes whose states are remembered, the oldest first; none of those that are kept.
    private var remembered: [Int] = []
    private var oldest = 0
    private let limit: Int

    struct Node {
        /// The sum of the marks of the steps that came before.
        fileprivate let delivered: UInt64
        /// The state; `nil` if it is forgotten.
        fileprivate(set) var state: JSONValue?
        fileprivate var edges: [(step: Int, to: Target)] = []
        /// What came of all the other steps in their recorded order, if that was tried.
        var rest: Outcome?

        /// Where a step leads from here; `nil` if that was not tried.
        func target(of step: Int) -> Target? {
            for edge in edges where edge.step == step { return edge.to }
            return nil
        }
    }

    enum Target { case node(Int), ended(Outcome) }

    /// What comes of an order.
    enum Outcome: Sendable, Equatable {
        /// All steps were reduced, up to a node.
        case end(Int)
        case crashed(ReducerCrash, step: Int)
        /// A step can't be reduced there, why, as a clause.
        case refused(String, step: Int)
    }

    private struct Key: Hashable {
        let delivered: UInt64
        let state: Int
    }

    /// - Parameter limit: how many states it remembers, besides those that are kept.
    init(remembering limit: Int) { self.limit = max(1, limit) }

    /// What stands for a step in a sum; steps that come in another order have the same.
    private static func mark(of step: Int) -> UInt64 { SeededNumbers.mixed(UInt64(truncatingIfNeeded: step) &+ 1) }

    /// Adds the state before all steps.
    mutating func begin(in state: JSONValue) -> Int { add(state, after: 0, isKept: true).node }

    /// Remembers the state of a node again.
    mutating func recall(_ state: JSONValue, at node: Int) { if nodes[node].state == nil { remember(state, at: node) } }

    /// Adds where a step leads.
    ///
    /// - Parameter isKept: whether the state is not forgotten.
    /// - Returns: the node, and whether no order has led there before.
    mutating func add(_ state: JSONValue, from node: Int, by step: Int, isKept: Bool = false) -> (node: Int, isNew: Bool) {
        let found = add(state, after: nodes[node].delivered &+ Self.mark(of: step), isKept: isKept)
        nodes[node].edges.append((step, .node(found.node)))
        return found
    }

    /// Adds that a step leads to no state.
    mutating func end(at node: Int, by step: Int, _ outcome: Outcome) { nodes[node].edges.append((step, .ended(outcome))) }

    /// Forgets all nodes but the first ones.
    mutating func forget(from count: Int) {
        nodes.removeLast(max(0, nodes.count - count))
        for node in nodes.indices {
            nodes[node].edges.removeAll { if case .node(let other) = $0.to { other >= count } else { true } }
            if case .end(let other)? = nodes[node].rest, other < count { continue }
            nodes[node].rest = nil
        }
        places = places.filter { $0.value < count }
        remembered = remembered[oldest...].filter { $0 < count }
        oldest = 0
    }

    mutating func setRest(of those: some Sequence<Int>, _ outcome: Outcome) { for node in those { nodes[node].rest = outcome } }

    private mutating func add(_ state: JSONValue, after delivered: UInt64, isKept: Bool) -> (node: Int, isNew: Bool) {
        let key = Key(delivered: delivered, state: state.hashValue)
        if let place = places[key] {
            recall(state, at: place)
            return (place, false)
        }
        let place = nodes.count
        places[key] = place
        nodes.append(Node(delivered: delivered))
        if isKept { nodes[place].state = state } else { remember(state, at: place) }
        return (place, true)
    }

    private mutating func remember(_ state: JSONValue, at place: Int) {
        nodes[place].state = state
        remembered.append(place)
        guard remembered.count - oldest > limit else { return }
        nodes[remembered[oldest]].state = nil
        oldest += 1
        if oldest > limit {
            remembered.removeFirst(oldest)
            oldest = 0
        }
    }
}
