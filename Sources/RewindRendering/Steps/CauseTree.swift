import RewindFormat
package import RewindReplay

/// Steps below the step whose effect sent them: of steps only numbers are kept, so that a long recording's tree has room.
package struct CauseTree {
    private var roots: [Node] = []
    private var children: [Int: [Int]] = [:]
    private var known: Set<Int> = []

    package init() {}

    /// What stands in the tree.
    package enum Node {
        /// A step.
        case step(Int)
        /// What is no step, as lost steps are: nothing is below it.
        case aside(Timeline.Item)
    }

    /// Adds what stands on the timeline next; a step whose cause is not in the tree stands by itself.
    package mutating func add(_ item: Timeline.Item) {
        guard case .step(let step) = item else { return roots.append(.aside(item)) }
        known.insert(step.number)
        if let cause = step.action?.cause, known.contains(cause) {
            children[cause, default: []].append(step.number)
        } else {
            roots.append(.step(step.number))
        }
    }

    /// Calls `body` with each node and how deep it is, causes before what they caused.
    package func forEach(_ body: (_ node: Node, _ depth: Int) throws -> Void) rethrows {
        var stack = roots.reversed().map { (node: $0, depth: 0) }
        while let (node, depth) = stack.popLast() {
            try body(node, depth)
            guard case .step(let step) = node else { continue }
            for child in (children[step] ?? []).reversed() { stack.append((.step(child), depth + 1)) }
        }
    }
}
