import RewindCapture
import RewindValue
import Synchronization
import Testing

/// What did not change is not encoded.
@Suite(.timeLimit(.minutes(5))) struct ChangesCostTests {
    /// Counts how often any leaf is encoded within one test.
    final class Meter: Sendable {
        @TaskLocal static var current = Meter()
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func tick() { state.withLock { $0 += 1 } }
    }

    struct Leaf: Encodable {
        var number: Int
        var flag = false
        func encode(to encoder: any Encoder) throws {
            Meter.current.tick()
            try number.encode(to: encoder)
        }
    }

    struct Row: Encodable, Identifiable {
        var id: Int
        var flag = false  // padding follows
        var leaf: Leaf
        var tags: [String]
    }

    enum Part: Encodable {
        case rows([Row])
        case none
    }

    struct State: Encodable {
        var counter = 0
        var rows = (0..<10_000).map { Row(id: $0, leaf: Leaf(number: $0), tags: ["a tag longer than fifteen bytes"]) }
        var leaves = (0..<10_000).map { Leaf(number: $0) }
        var byName = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("\($0)", Leaf(number: $0)) })
        var byLeaf: [Bool: [Leaf]] = [true: (0..<1_000).map { Leaf(number: $0) }]
        var part: Part? = .rows((0..<1_000).map { Row(id: $0, leaf: Leaf(number: $0), tags: []) })
        var wrapped = Wrapper(leaves: (0..<1_000).map { Leaf(number: $0) })
    }

    /// Encodes its elements one by one.
    struct Wrapper: Encodable {
        var leaves: [Leaf]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for leaf in leaves { try container.encode(leaf) }
        }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cost: Int
        let edit: @Sendable (inout State) -> Void

        init(_ name: String, cost: Int, edit: @escaping @Sendable (inout State) -> Void) {
            testDescription = name
            self.cost = cost
            self.edit = edit
        }
    }

    // An edited leaf is encoded twice: in the old value and in the new one. So is the first of those that moved, to see that it is no twin.
    static let examples = [
        Example("nothing", cost: 0) { _ in },
        Example("a field beside", cost: 0) { $0.counter += 1 },
        Example("one of 10,000 leaves", cost: 2) { $0.leaves[5_000].number = -1 },
        Example("two leaves far apart", cost: 4) {
            $0.leaves[10].number = -1
            $0.leaves[9_990].number = -1
        },
        Example("another field of a row", cost: 0) { $0.rows[77].flag = true },
        Example("the leaf of a row", cost: 2) { $0.rows[77].leaf.number = -1 },
        Example("a row taken away", cost: 0) { $0.rows.remove(at: 4_000) },
        Example("a row put in", cost: 1) { $0.rows.insert(Row(id: -1, leaf: Leaf(number: 0), tags: []), at: 3) },
        Example("rows moved", cost: 2) {
            $0.rows.insert($0.rows.remove(at: 9_000), at: 10)
            $0.rows.swapAt(1_000, 2_000)
        },
        Example("a leaf moved", cost: 2) { $0.leaves.insert($0.leaves.remove(at: 9_000), at: 10) },
        Example("a value in a dictionary", cost: 2) { $0.byName["500"]?.number = -1 },
        Example("a key of a dictionary", cost: 0) { $0.byName["500"] = nil },
        Example("an element in a dictionary with other keys", cost: 2) { $0.byLeaf[true]?[500].number = -1 },
        Example("an element in an enum in an optional", cost: 2) {
            guard case .rows(var rows) = $0.part else { return }
            rows[500].leaf.number = -1
            $0.part = .rows(rows)
        },
        Example("an element of a wrapper", cost: 2) { $0.wrapped.leaves[500].number = -1 },
        Example("an equal array with other storage", cost: 0) { $0.leaves = $0.leaves.map { Leaf(number: $0.number, flag: $0.flag) } },
    ]

    @Test(arguments: examples) func onlyWhatChangedIsEncoded(_ example: Example) throws {
        let old = State()
        var new = old
        example.edit(&new)
        let meter = Meter()
        _ = try Meter.$current.withValue(meter) { try changes(from: old, to: new) }
        #expect(meter.count == example.cost)
    }

    @Test func storageThatIsCopiedBeforeItChangesHasBitsToCompare() throws {
        final class Storage: Sendable { let leaves = (0..<100).map { Leaf(number: $0) } }
        struct Shared: CopiesOnWrite, Encodable {
            let storage = Storage()
            var number = 0
            static var storedTypes: [any Any.Type] { [Leaf.self] }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for leaf in storage.leaves { try container.encode(leaf) }
            }
        }
        let meter = Meter()
        let value = Shared()
        var other = value
        other.number = 1
        let patches = try Meter.$current.withValue(meter) {
            [try changes(from: [0: value], to: [0: value]), try changes(from: value, to: other)]
        }
        #expect(patches.allSatisfy { $0.isEmpty })
        #expect(meter.count == 0, "elements with the same bits")
        #expect(try changes(from: value, to: Shared()).isEmpty)
    }
}
