extension PathIndex {
    /// The version of the bytes, which changes with what is in them and with how the index is made.
    private static let magic = Array("RWPATHS1".utf8)

    /// The index as bytes, to be kept: a mark, a checksum, and numbers of seven bits a byte.
    var bytes: [UInt8] {
        var body: [UInt8] = []
        func add(_ bytes: [UInt8]) {
            body.append(varint: bytes.count)
            body += bytes
        }
        func add(_ numbers: Set<Int>) {
            body.append(varint: numbers.count)
            for number in numbers.sorted() { body.append(varint: number) }
        }
        body.append(varint: stores.count)
        for (name, table) in stores.sorted(by: { $0.key < $1.key }) {
            add(Array(name.utf8))
            add(table.irregular)
            add(table.dependent)
            body.append(varint: table.nodes.count)
            for node in table.nodes {
                body.append(varint: node.parent)
                add(Array(node.token.utf8))
                add(node.steps.bytes)
            }
        }
        var file = Self.magic
        file.append(varint: Int(Checksum.of(body)))
        return file + body
    }

    /// The index that bytes were made of; `nil` if they are of another version, damaged, or anything else.
    init?(bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic) else { return nil }
        var reader = VarintReader(bytes[Self.magic.count...])
        guard let sum = reader.next(), sum == Int(Checksum.of(reader.rest)), let count = reader.next() else { return nil }
        for _ in 0..<count {
            guard let name = reader.nextText(), let irregular = reader.nextSet(), let dependent = reader.nextSet(),
                let nodes = reader.nextNodes()
            else { return nil }
            stores[name] = Table(nodes: nodes, irregular: irregular, dependent: dependent)
        }
        if !reader.isAtEnd { return nil }
    }
}

extension VarintReader {
    fileprivate mutating func nextText() -> String? { nextBytes().flatMap { String(validating: $0, as: UTF8.self) } }

    fileprivate mutating func nextSet() -> Set<Int>? {
        guard let count = next() else { return nil }
        var numbers: Set<Int> = []
        for _ in 0..<count {
            guard let number = next() else { return nil }
            numbers.insert(number)
        }
        return numbers
    }

    /// The nodes of a tree, each after its parent.
    fileprivate mutating func nextNodes() -> [PathIndex.Node]? {
        guard let count = next(), count > 0 else { return nil }
        var nodes: [PathIndex.Node] = []
        for index in 0..<count {
            guard let parent = next(), index == 0 || parent < index, let token = nextText(), let steps = nextBytes().flatMap(StepList.init)
            else { return nil }
            nodes.append(PathIndex.Node(token: token, parent: parent, steps: steps))
            if index > 0 { nodes[parent].children.append(index) }
        }
        return nodes
    }
}

/// A sum that tells damage: FNV-1a over words, which is quick and of no use against an enemy, who is none here.
private enum Checksum {
    static func of(_ bytes: some Collection<UInt8>) -> UInt32 {
        let sum = bytes.withContiguousStorageIfAvailable { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(raw.count)
            var position = 0
            while position + 8 <= raw.count {
                hash = (hash ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))) &* 0x100_0000_01b3
                hash ^= hash >> 29
                position += 8
            }
            while position < raw.count {
                hash = (hash ^ UInt64(raw[position])) &* 0x100_0000_01b3
                position += 1
            }
            return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
        }
        return sum ?? 0
    }
}
