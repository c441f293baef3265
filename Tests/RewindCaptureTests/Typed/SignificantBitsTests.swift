import Foundation
import Testing

@testable import RewindCapture

/// Bits say "same" for equal values whatever lies between their fields, and never for values that differ.
@Suite(.timeLimit(.minutes(5))) struct SignificantBitsTests {
    enum Language: String, Codable { case en }
    struct Nothing: Codable, Equatable {}
    struct WithNothing: Equatable {
        var number: Int
        var nothing = Nothing()
        var flag: Bool
        var language = Language.en
        var text: String
    }
    struct User: Equatable {
        var isAdmin: Bool
        var name: String
        var isOn: Bool
        var rows: [Int]
    }
    struct Signed: Equatable {
        var id: Int16
        var user: User?
        var nested: User??
    }
    enum Page: Equatable {
        case empty
        case user(User)
        case pair(Bool, Int, small: Int8)
        case flag(Bool)
        case none
        case text(String?)
        case nothing(Nothing)
    }
    struct Screen: Equatable {
        var isOn: Bool
        var page: Page
        var other: Page?
    }
    enum Inner: Equatable { case off, on(Bool, Double), list([Int]) }
    enum Outer: Equatable { case left(Inner), right(Inner?), middle(String), nothing }
    enum Choice<Value> { case none, value(Bool, Value), both(Value, Int8) }
    indirect enum Tree: Equatable { case leaf(Bool, Int), node(Tree, Tree) }
    struct Mixed: Equatable {
        var flag: Bool
        var tree: Tree
        var data: Data
        var date: Date?
        var id: UUID?
    }

    static let users = [
        User(isAdmin: true, name: "n", isOn: false, rows: [1]), User(isAdmin: false, name: "n", isOn: false, rows: [1]),
        User(isAdmin: true, name: "n", isOn: true, rows: [1]), User(isAdmin: true, name: "m", isOn: false, rows: [1]),
        User(isAdmin: true, name: "n", isOn: false, rows: []),
    ]
    static let pages: [Page] =
        users.map { .user($0) } + [
            .empty, .none, .flag(true), .flag(false), .pair(true, 1, small: 1), .pair(true, 1, small: 2), .pair(false, 1, small: 1),
            .pair(true, 2, small: 1), .text(nil), .text("n"), .text("a text that has storage of its own"), .nothing(Nothing()),
        ]
    static let inners: [Inner] = [.off, .on(true, 1), .on(false, 1), .on(true, -1), .list([]), .list([1])]

    /// How many pairs of equal values the bits call different, of all values beside themselves; values that differ must never be the same.
    private func missed<Value>(_ values: [Value], _ areEqual: (Value, Value) -> Bool) -> Int {
        let bits = SignificantBits(of: Value.self)
        return withUnsafeTemporaryAllocation(of: Value.self, capacity: 2) { memory in
            var missed = 0
            for left in values {
                for right in values {
                    let bytes = UnsafeMutableRawBufferPointer(memory)
                    for index in bytes.indices { bytes[index] = index < MemoryLayout<Value>.stride ? 0x55 : 0xAA }
                    guard let start = memory.baseAddress else { continue }
                    start.initialize(to: left)
                    (start + 1).initialize(to: right)
                    defer { start.deinitialize(count: 2) }
                    let isSame = bits.areSame(start, start + 1)
                    #expect(isSame == (bits.sameRun(start, start + 1, count: 1, stride: MemoryLayout<Value>.stride) == 1))
                    if isSame { #expect(bits.hash(start) == bits.hash(start + 1), "\(left) and \(right)") }
                    if !areEqual(left, right) { #expect(!isSame, "\(left) and \(right)") }
                }
                // The same value beside a copy: what they refer to is one.
                let bytes = UnsafeMutableRawBufferPointer(memory)
                for index in bytes.indices { bytes[index] = index < MemoryLayout<Value>.stride ? 0x55 : 0xAA }
                guard let start = memory.baseAddress else { continue }
                start.initialize(to: left)
                (start + 1).initialize(to: left)
                defer { start.deinitialize(count: 2) }
                if !bits.areSame(start, start + 1) { missed += 1 }
            }
            return missed
        }
    }

    private func missed<Value: Equatable>(_ values: [Value]) -> Int { missed(values, ==) }

    @Test func aFieldWithoutBitsLeavesTheMask() {
        #expect(SignificantBits(of: WithNothing.self).count == 8 + 1 + 16)
        #expect(
            missed([
                WithNothing(number: 1, flag: true, text: "a"), WithNothing(number: 1, flag: false, text: "a"),
                WithNothing(number: 2, flag: true, text: "a"), WithNothing(number: 1, flag: true, text: "b"),
            ]) == 0)
    }

    @Test func paddingInAnOptionalsPayloadIsNoDifference() {
        #expect(missed(Self.users.map(Optional.some) + [nil]) == 0)
        let users: [User?] = Self.users + [nil]
        #expect(
            missed(
                users.flatMap { user in
                    users.map { Signed(id: 1, user: user, nested: $0) } + [Signed(id: 1, user: user, nested: .some(nil))]
                }) == 0)
    }

    @Test func anEnumCountsByItsCase() {
        #expect(missed(Self.pages) == 0)
        #expect(missed(Self.pages.flatMap { page in Self.pages.map { Screen(isOn: true, page: page, other: $0) } }) == 0)
        let outers: [Outer] =
            Self.inners.map { .left($0) } + Self.inners.map { .right($0) } + [.right(nil), .middle(""), .middle("a"), .nothing]
        #expect(missed(outers) == 0)
        #expect(missed(outers.map(Optional.some) + [nil]) == 0)
    }

    @Test func aGenericEnumCountsByItsCase() {
        let choices: [Choice<User>] =
            [.none] + Self.users.map { .value(true, $0) } + Self.users.map { .value(false, $0) } + Self.users.map { .both($0, 1) }
        #expect(missed(choices) { "\($0)" == "\($1)" } == 0)
    }

    @Test func aBoxAndFoundationsValuesCount() {
        let trees: [Tree] = [.leaf(true, 1), .leaf(false, 1), .node(.leaf(true, 1), .leaf(true, 1))]
        #expect(
            missed(
                trees.flatMap { tree in
                    [Data(), Data([1, 2]), Data([1, 3]), Data(repeating: 7, count: 100)].flatMap { data in
                        [nil, Date(timeIntervalSince1970: 1)].map { date in
                            Mixed(flag: true, tree: tree, data: data, date: date, id: date == nil ? nil : UUID())
                        }
                    }
                }) == 0)
    }
}
