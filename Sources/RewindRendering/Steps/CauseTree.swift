/// Steps below the step whose effect sent them: only numbers are kept, so that a long recording's tree has room.
package struct CauseTree {
    private var roots: [Int] = []
    private var children: [Int: [Int]] = [:]
    private var known: Set<Int> = []

    package init() {}

    /// Adds a step; one whose cause is not in the tree stands by itself.
    package mutating func add(_ step: Int, cause: Int?) {
        known.insert(step)
        if let cause, known.contains(cause) { children[cause, default: []].append(step) } else { roots.append(step) }
    }

    /// Calls `body` with each step and how deep it is, causes before what they caused.
    package func forEach(_ body: (_ step: Int, _ depth: Int) throws -> Void) rethrows {
        var stack = roots.reversed().map { (step: $0, depth: 0) }
        while let (step, depth) = stack.popLast() {
            try body(step, depth)
            for child in (children[step] ?? []).reversed() { stack.append((child, depth + 1)) }
        }
    }
}
