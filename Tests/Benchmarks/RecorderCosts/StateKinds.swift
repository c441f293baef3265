import Foundation
import OrderedCollections

/// A state as apps have them, with three things that may happen to it.
protocol StateKind: Encodable, Sendable {
    /// What the tables call it.
    static var title: String { get }

    init(count: Int)
    /// Changes one element.
    mutating func edit(_ number: Int)
    /// Changes a field beside the elements.
    mutating func changeOther(_ number: Int)
    /// Puts an element in, and takes the one away that was put in before.
    mutating func insert(_ number: Int)
}

/// What happens to a state.
enum KindAction: Codable, Sendable {
    case edit(Int), other(Int), insert(Int)
}

func reduce<Kind: StateKind>(_ state: Kind, _ action: KindAction) -> Kind {
    var state = state
    switch action {
    case .edit(let number): state.edit(number)
    case .other(let number): state.changeOther(number)
    case .insert(let number): state.insert(number)
    }
    return state
}

/// An element: a hundred bytes of JSON.
struct Item: Codable, Sendable, Identifiable, Hashable {
    var id: Int
    var title: String
    var isDone = false
    var tags: [String]

    init(_ id: Int) {
        self.id = id
        title = "one of the things that have to be done, number \(id)"
        tags = id % 3 == 0 ? ["home", "soon"] : []
    }
}

struct ArrayState: StateKind {
    static let title = "`[Item]`"
    var items: [Item]
    var counter = 0

    init(count: Int) { items = (0..<count).map { Item($0) } }
    mutating func edit(_ number: Int) { items[number * 7919 % items.count].isDone.toggle() }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) {
        if number > 0 { items.remove(at: items.count / 2) }
        items.insert(Item(1_000_000 + number), at: items.count / 2)
    }
}

/// What stands for swift-identified-collections' array: an ordered dictionary, a key path and a closure, encoded by way of a new array.
struct IdentifiedItems<Element: Encodable & Sendable & Identifiable>: Encodable, @unchecked Sendable
where Element.ID: Encodable & Sendable {
    let id: KeyPath<Element, Element.ID>
    var dictionary: OrderedDictionary<Element.ID, Element>
    let identify: (Element) -> Element.ID

    init(_ elements: [Element]) {
        id = \.id
        identify = { $0.id }
        dictionary = OrderedDictionary(uniqueKeysWithValues: elements.map { ($0.id, $0) })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ContiguousArray(dictionary.values))
    }
}

struct IdentifiedState: StateKind {
    static let title = "an identified array"
    var items: IdentifiedItems<Item>
    var counter = 0

    init(count: Int) { items = IdentifiedItems((0..<count).map { Item($0) }) }
    mutating func edit(_ number: Int) { items.dictionary.values[number * 7919 % items.dictionary.count].isDone.toggle() }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) {
        let middle = items.dictionary.count / 2
        if number > 0 { items.dictionary.removeValue(forKey: 999_999 + number) }
        items.dictionary.updateValue(Item(1_000_000 + number), forKey: 1_000_000 + number, insertingAt: middle)
    }
}

/// What stands for TCA's `ObservationStateRegistrar`: a class behind a wrapper that encodes nothing.
struct Registrar: Encodable, @unchecked Sendable {
    final class Storage { var observers: [Int] = [] }
    struct Identity: Sendable {
        final class Storage: Sendable { let id = UUID() }
        let storage = Storage()
    }
    private(set) var id = Identity()
    let registrar = Storage()

    func encode(to encoder: any Encoder) throws {}
}

/// An element as `@ObservableState` makes them.
struct ObservedItem: Encodable, Sendable, Identifiable {
    var _id: Int
    var _title: String
    var _isDone = false
    var _tags: [String]
    var _$observationRegistrar = Registrar()

    var id: Int { _id }

    init(_ id: Int) {
        let item = Item(id)
        (_id, _title, _tags) = (item.id, item.title, item.tags)
    }
}

struct ObservedState: StateKind {
    static let title = "the same, a registrar in each element"
    var items: IdentifiedItems<ObservedItem>
    var counter = 0
    var _$observationRegistrar = Registrar()

    init(count: Int) { items = IdentifiedItems((0..<count).map { ObservedItem($0) }) }
    mutating func edit(_ number: Int) { items.dictionary.values[number * 7919 % items.dictionary.count]._isDone.toggle() }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) {
        let middle = items.dictionary.count / 2
        if number > 0 { items.dictionary.removeValue(forKey: 999_999 + number) }
        items.dictionary.updateValue(ObservedItem(1_000_000 + number), forKey: 1_000_000 + number, insertingAt: middle)
    }
}

/// Identifiers that are the same in every run.
func identifier(_ number: Int) -> UUID {
    let mixed = UInt64(truncatingIfNeeded: number &+ 1) &* 0x9E37_79B9_7F4A_7C15
    return withUnsafeBytes(of: (mixed, mixed.byteSwapped)) { bytes in
        UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10], bytes[11],
                bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}

/// A key of a dictionary, made of a number.
protocol NumberedKey: Hashable, Codable, Sendable {
    static func key(_ number: Int) -> Self
    static var name: String { get }
}

extension UUID: NumberedKey {
    static func key(_ number: Int) -> UUID { identifier(number) }
    static var name: String { "UUID" }
}

extension Int: NumberedKey {
    static func key(_ number: Int) -> Int { number }
    static var name: String { "Int" }
}

extension String: NumberedKey {
    static func key(_ number: Int) -> String { "the key with number \(number)" }
    static var name: String { "String" }
}

struct DictionaryState<Key: NumberedKey>: StateKind {
    static var title: String { "`[\(Key.name): Item]`" }
    var items: [Key: Item]
    var counter = 0
    private let count: Int

    init(count: Int) {
        self.count = count
        items = Dictionary(uniqueKeysWithValues: (0..<count).map { (.key($0), Item($0)) })
    }
    mutating func edit(_ number: Int) { items[.key(number * 7919 % count)]?.isDone.toggle() }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) {
        if number > 0 { items[.key(999_999 + number)] = nil }
        items[.key(1_000_000 + number)] = Item(number)
    }
}

struct SetState: StateKind {
    static let title = "`Set<UUID>`"
    var ids: Set<UUID>
    var counter = 0
    private let count: Int

    init(count: Int) {
        self.count = count
        ids = Set((0..<count).map { identifier($0) })
    }
    /// An element goes, or comes back.
    mutating func edit(_ number: Int) {
        let id = identifier(number * 7919 % count)
        if ids.remove(id) == nil { ids.insert(id) }
    }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) {
        if number > 0 { ids.remove(identifier(999_999 + number)) }
        ids.insert(identifier(1_000_000 + number))
    }
}

/// A class that the app changes where it is, beside values.
struct SharedState: StateKind {
    static let title = "a class shared by reference"

    final class Session: Encodable, @unchecked Sendable {
        var user = "ada"
        var visits = 0
        var opened = Dictionary(uniqueKeysWithValues: (0..<20).map { ("page \($0)", $0) })
    }

    var items: [Item]
    var session = Session()
    var counter = 0

    init(count: Int) { items = (0..<count).map { Item($0) } }
    mutating func edit(_ number: Int) { session.visits += 1 }
    mutating func changeOther(_ number: Int) { counter = number }
    mutating func insert(_ number: Int) { session.opened["page \(number % 20)"] = number }
}
