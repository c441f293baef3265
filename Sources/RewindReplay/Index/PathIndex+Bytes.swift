extension PathIndex {
    /// The version of the format, which changes with its contents and with how the index is built.
    private static let magic = Array("RWPATHS2".utf8)

    /// The index as bytes: a magic number, a checksum, and numbers of seven bits a byte.
    var bytes: [UInt8] {
        var body: [UInt8] = []
        func add(_ numbers: Set<Int>) {
            body.append(varint: numbers.count)
            for number in numbers.sorted() { body.append(varint: number) }
        }
        body.append(varint: stores.count)
        for (name, table) in stores.sorted(by: { $0.key < $1.key }) {
            body.append(counted: Array(name.utf8))
            add(table.irregular)
            add(table.dependent)
            body.append(varint: table.nodes.count)
            for node in table.nodes {
                body.append(varint: node.parent)
                body.append(counted: Array(node.token.utf8))
                body.append(counted: node.changes.bytes)
            }
            table.excerpt.write(into: &body)
        }
        var file = Self.magic
        file.append(varint: Int(body.withUnsafeBytes(Checksum.of)))
        return file + body
    }

    /// The index from its bytes; `nil` if they are of another version, damaged, or not an index.
    init?(bytes: [UInt8]) {
        guard bytes.starts(with: Self.magic), let index = bytes.withUnsafeBytes(Self.read) else { return nil }
        self = index
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> PathIndex? {
        var reader = VarintReader(UnsafeRawBufferPointer(rebasing: bytes[magic.count...]))
        guard let sum = reader.next(), sum == Int(Checksum.of(reader.rest)), let count = reader.next() else { return nil }
        var index = PathIndex()
        for _ in 0..<count {
            guard let name = reader.nextText(), let irregular = reader.nextSet(), let dependent = reader.nextSet() else { return nil }
            var table = Table(irregular: irregular, dependent: dependent)
            guard reader.readNodes(into: &table), let excerpt = Excerpt(from: &reader) else { return nil }
            table.excerpt = excerpt
            index.stores[name] = table
        }
        return reader.isAtEnd ? index : nil
    }
}

extension VarintReader {
    mutating func nextText() -> String? { nextBytes().flatMap { String(validating: $0, as: UTF8.self) } }

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
    fileprivate mutating func readNodes(into table: inout PathIndex.Table) -> Bool {
        guard let count = next(), count > 0 else { return false }
        for index in 0..<count {
            guard let parent = next(), index == 0 || parent < index, let token = nextText(), let bytes = nextBytes() else { return false }
            if index > 0 { table.append(token, to: parent) }
            table.nodes[index].changes = ChangeList(bytes: bytes, width: table.nodes[index].changes.width)
        }
        return true
    }
}

/// A checksum that detects damage: FNV-1a over words, which is fast but does not protect against deliberate changes, which are no concern
/// here.
private enum Checksum {
    static func of(_ raw: UnsafeRawBufferPointer) -> UInt32 {
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
}
