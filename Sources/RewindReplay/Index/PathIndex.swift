import RewindValue

/// Which parts of each store's state changed at which steps: what lets a question about one part read only the segments that matter.
///
/// A place that changed is a node of a tree of keys. An array's indices, and whatever else has very many keys, share one node where they would be
/// too many. So an answer may name steps that did not change the place, and never leaves one out that may have.
struct PathIndex: Sendable, Equatable {
    /// The stores by name.
    var stores: [String: Table] = [:]

    /// What is known of one store.
    struct Table: Sendable, Equatable {
        /// The tree; the first node is the whole state.
        var nodes = [Node()]
        /// The segments that have to be gone through whatever is asked: in them some state is not known, or merged.
        var irregular: Set<Int> = []
        /// The segments that do not begin with a keyframe of the store.
        var dependent: Set<Int> = []
    }

    /// A place in the tree.
    struct Node: Sendable, Equatable {
        var token = ""
        var parent = 0
        var children: [Int] = []
        /// The steps at which it was set, added or removed as a whole.
        var steps = StepList()
    }

    /// The node of all tokens that have none of their own.
    static let anyToken = "*"
    /// The node of insertions and removals in an array, which move the elements behind them.
    static let shiftToken = "±"

    /// A token that is looked for.
    enum Token: Sendable, Hashable {
        case exact(String)
        /// Whatever is an index of an array: of an element whose index may have been another.
        case index
    }
}

extension PathIndex.Table {
    /// Children of one node that are told apart: more indices than this share a node, and more keys than that.
    private static let indexLimit = 64
    private static let keyLimit = 1_024
    private static let nodeLimit = 50_000

    /// Notes that an operation changed the state at a step; steps come in order.
    mutating func add(_ operation: JSONPatch.Operation, at step: Int) {
        switch operation {
        case .replace(let place, _): add(place.tokens, isShift: false, step)
        case .add(let place, _), .remove(let place), .copy(_, let place): add(place.tokens, isShift: true, step)
        case .move(let from, let to):
            add(from.tokens, isShift: true, step)
            add(to.tokens, isShift: true, step)
        case .test: break
        }
    }

    /// Notes that the state became another at a step, and nobody says where.
    mutating func addWhole(at step: Int) { nodes[0].steps.add(step) }

    private mutating func add(_ tokens: [String], isShift: Bool, _ step: Int) {
        var node = 0
        for (position, token) in tokens.enumerated() {
            if isShift, position == tokens.count - 1, token.isIndex {
                node = child(PathIndex.shiftToken, of: node)
            } else {
                node = child(token, of: node)
            }
        }
        nodes[node].steps.add(step)
    }

    private mutating func child(_ token: String, of node: Int) -> Int {
        if let known = nodes[node].children.first(where: { nodes[$0].token.isIdentical(to: token) }) { return known }
        let count = nodes[node].children.count
        let isOwn = token == PathIndex.shiftToken || token == PathIndex.anyToken
        if !isOwn, nodes.count >= Self.nodeLimit || count >= (token.isIndex ? Self.indexLimit : Self.keyLimit) {
            return child(PathIndex.anyToken, of: node)
        }
        nodes.append(PathIndex.Node(token: token, parent: node))
        nodes[node].children.append(nodes.count - 1)
        return nodes.count - 1
    }

    /// Calls `body` with the steps of each node that may have changed what is at a place.
    func forEachList(changing place: [PathIndex.Token], _ body: (StepList) -> Void) {
        var level = [0]
        for token in place {
            var next: [Int] = []
            for node in level {
                body(nodes[node].steps)
                for child in nodes[node].children {
                    if nodes[child].token == PathIndex.shiftToken {
                        body(nodes[child].steps)
                    } else if nodes[child].isFound(by: token) {
                        next.append(child)
                    }
                }
            }
            level = next
        }
        while let node = level.popLast() {
            body(nodes[node].steps)
            level += nodes[node].children
        }
    }
}

extension PathIndex.Node {
    fileprivate func isFound(by wanted: PathIndex.Token) -> Bool {
        if token == PathIndex.anyToken { return true }
        return switch wanted {
        case .exact(let text): token.isIdentical(to: text)
        case .index: token.isIndex
        }
    }
}

extension PathIndex.Token {
    /// The tokens of a place, as they are.
    static func exact(_ place: JSONPointer) -> [PathIndex.Token] { place.tokens.map { .exact($0) } }
}

extension String {
    /// Whether it may be an index of an array, or its end.
    fileprivate var isIndex: Bool {
        self == "-" || !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
