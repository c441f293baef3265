/// The keys that objects of one text had so far, as a tree of which key followed which.
///
/// Most objects of a state have the keys of one seen before. Such an object finds its keys by comparing bytes, makes no string, needs no look
/// for repeated keys, and shares one array of keys with all that are like it. Bounded: beyond its limits it just knows no more.
struct KeyTrie: ~Copyable {
    /// A key after certain others; the root is the node 0, before any key.
    private struct Node {
        /// The key in its quotes, as a range of `texts`.
        var start = 0
        var count = 0
        /// Its first bytes, at most eight, and which those are.
        var head: UInt64 = 0
        var mask: UInt64 = 0
        var parent = 0
        var firstChild = 0
        var nextSibling = 0
        var depth = 0
    }

    private var nodes: [Node] = []
    private var texts: [UInt8] = []
    private var names: [JSONKey] = []
    private var lists: [[JSONKey]] = []

    private static let nodeLimit = 2_048
    private static let siblingLimit = 24
    private static let keyLimit = 64
    /// Keys of one object; longer ones are hashed.
    private static let depthLimit = 15

    /// A trie that learns keys; one that does not costs nothing, and is right for a short text.
    init(learns: Bool) {
        guard learns else { return }
        nodes = [Node()]
        names = [JSONKey("")]
        lists = [[]]
    }

    /// The node of the key in quotes that stands at `position`, after the keys of a node; 0 where it is not known.
    ///
    /// Moves behind the key.
    @inline(__always)
    func child(of node: Int, _ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Int {
        let rest = bytes.count - position
        guard rest >= 8, !nodes.isEmpty else { return 0 }  // the last bytes of a text are left to ``add(_:after:)``
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        return nodes.withUnsafeBufferPointer { nodes in
            var child = nodes[node].firstChild
            while child != 0 {
                if word & nodes[child].mask == nodes[child].head {
                    let count = nodes[child].count
                    if count <= 8 || count <= rest && hasText(of: nodes[child], bytes, position) {
                        position += count
                        return child
                    }
                }
                child = nodes[child].nextSibling
            }
            return 0
        }
    }

    private func hasText(of node: Node, _ bytes: UnsafeRawBufferPointer, _ position: Int) -> Bool {
        texts.withUnsafeBytes { texts in
            UnsafeRawBufferPointer(rebasing: texts[node.start..<(node.start + node.count)]).hasSameBytes(
                as: UnsafeRawBufferPointer(rebasing: bytes[position..<(position + node.count)]))
        }
    }

    /// What became of adding a key.
    enum Addition {
        case node(Int)
        /// The key is already among those before it.
        case repeated
        case full
    }

    /// Adds a key after those of a node, if it is not there: plain ASCII that needs no escape, with its quotes.
    mutating func add(_ key: UnsafeRawBufferPointer, after parent: Int) -> Addition {
        if nodes.isEmpty { return .full }
        let depth = nodes[parent].depth + 1
        var siblings = 0
        var last = 0
        var next = nodes[parent].firstChild
        while next != 0 {
            if nodes[next].count == key.count, hasText(of: nodes[next], key, 0) { return .node(next) }
            last = next
            next = nodes[next].nextSibling
            siblings += 1
        }
        guard siblings < Self.siblingLimit, nodes.count < Self.nodeLimit, depth <= Self.depthLimit, key.count <= Self.keyLimit else {
            return .full
        }
        var ancestor = parent
        while ancestor != 0 {
            if nodes[ancestor].count == key.count, hasText(of: nodes[ancestor], key, 0) { return .repeated }
            ancestor = nodes[ancestor].parent
        }
        var node = Node(start: texts.count, count: key.count, parent: parent, depth: depth)
        for (place, byte) in key.prefix(8).enumerated() {
            node.head |= UInt64(byte) << UInt64(place * 8)
            node.mask |= 0xff << UInt64(place * 8)
        }
        texts.append(contentsOf: key)
        names.append(JSONKey(String(decoding: key.dropFirst().dropLast(), as: UTF8.self)))
        lists.append([])
        nodes.append(node)
        let index = nodes.count - 1
        if last == 0 { nodes[parent].firstChild = index } else { nodes[last].nextSibling = index }
        return .node(index)
    }

    /// The keys up to a node, one array for all objects that end there.
    mutating func keys(upTo node: Int) -> [JSONKey] {
        if node == 0 { return [] }
        if lists[node].count == nodes[node].depth { return lists[node] }
        var keys: [JSONKey] = []
        var ancestor = node
        while ancestor != 0 {
            keys.append(names[ancestor])
            ancestor = nodes[ancestor].parent
        }
        lists[node] = keys.reversed()
        return lists[node]
    }
}
