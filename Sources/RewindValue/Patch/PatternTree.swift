/// Patterns combined in a tree, so that they are followed together.
package struct PatternTree: Sendable {
    private var nodes = [Node()]

    private struct Node {
        var members: [String: Int] = [:]
        var any: Int?
        /// The rule, if a pattern ends here.
        var rule: String?
    }

    package init(_ patterns: [PointerPattern]) {
        for pattern in patterns {
            var node = 0
            for token in pattern.tokens {
                let known = token.map { nodes[node].members[$0] } ?? nodes[node].any
                if let known {
                    node = known
                } else {
                    nodes.append(Node())
                    if let token { nodes[node].members[token] = nodes.count - 1 } else { nodes[node].any = nodes.count - 1 }
                    node = nodes.count - 1
                }
            }
            nodes[node].rule = "path " + pattern.description
        }
    }

    /// The start of all patterns; empty if the tree has no patterns.
    package var start: [Int] { nodes.count == 1 && nodes[0].rule == nil ? [] : [0] }

    /// The positions in the tree below a key, or below an index, which is `nil`.
    package func next(_ places: [Int], _ key: String?) -> [Int] {
        var next: [Int] = []
        for place in places {
            if let any = nodes[place].any { next.append(any) }
            if let key, let member = nodes[place].members[key] { next.append(member) }
        }
        return next
    }

    /// The rule of a pattern that ends here.
    package func rule(_ places: [Int]) -> String? { places.lazy.compactMap { nodes[$0].rule }.first }
}
