import RewindFormat

/// Arranges steps below the step whose effect sent them; keeps only step numbers, so that the tree of a long recording fits in memory.
struct CauseTree {
    private var roots: [Node] = []
    private var children: [Int: [Int]] = [:]
    private var known: Set<Int> = []

    enum Node {
        case step(Int)
        /// An item that is not a step, such as a gap; it has no children.
        case aside(Timeline.Item)
    }

    /// Adds the next item of the timeline; a step whose cause is not in the tree becomes a root.
    mutating func add(_ item: Timeline.Item) {
        guard case .step(let step) = item else { return roots.append(.aside(item)) }
        known.insert(step.number)
        if let cause = step.cause, known.contains(cause) {
            children[cause, default: []].append(step.number)
        } else {
            roots.append(.step(step.number))
        }
    }

    /// Calls `body` with each node and its depth, causes before the steps that they caused.
    func forEach<Failure>(_ body: (_ node: Node, _ depth: Int) throws(Failure) -> Void) throws(Failure) {
        var stack = roots.reversed().map { (node: $0, depth: 0) }
        while let (node, depth) = stack.popLast() {
            try body(node, depth)
            guard case .step(let step) = node else { continue }
            for child in (children[step] ?? []).reversed() { stack.append((.step(child), depth + 1)) }
        }
    }
}
