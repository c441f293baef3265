import Foundation
import OrderedCollections
import RewindCapture
import RewindValue
import TestSupport

/// What apps keep in their states beside plain values, as the libraries that they use have it.

/// As swift-identified-collections' array: an ordered dictionary, a key path and a closure, encoded by way of a new array.
struct Identified<Element: ZooAnimal & Identifiable>: ZooAnimal where Element.ID == Int {
    let id: KeyPath<Element, Int> = \.id
    var dictionary: OrderedDictionary<Int, Element>
    let identify: (Element) -> Int = { $0.id }

    init(_ elements: [Element]) { dictionary = OrderedDictionary(elements.map { ($0.id, $0) }) { first, _ in first } }
    init(random: inout SeededGenerator) { self.init([Element](random: &random)) }
    init(from decoder: any Decoder) throws { self.init(try [Element](from: decoder)) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ContiguousArray(dictionary.values))
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(5) {
        case 0:
            let element = Element(random: &random)
            dictionary.updateValue(element, forKey: element.id, insertingAt: random.below(dictionary.count + 1))
        case 1 where !dictionary.isEmpty: dictionary.remove(at: random.below(dictionary.count))
        case 2 where dictionary.count > 1: dictionary.swapAt(0, random.below(dictionary.count))
        default: if !dictionary.isEmpty { dictionary.values[random.below(dictionary.count)].change(&random) }
        }
    }
}

/// As TCA's `ObservationStateRegistrar`: classes behind a wrapper that encodes nothing.
struct ZooRegistrar: Codable {
    final class Storage { var observers: [Int] = [] }
    struct Identity {
        final class Storage { let id = UUID() }
        var storage = Storage()
    }
    var id = Identity()
    let registrar = Storage()

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

/// As `@ObservableState` makes elements; a new registrar comes with some changes.
struct Observed: ZooAnimal, Identifiable {
    var _id: Int
    var _title: String
    var _tags: [String]?
    var _$observationRegistrar = ZooRegistrar()

    var id: Int { _id }

    init(_ id: Int) {
        _id = id
        _title = "number \(id)"
    }

    init(random: inout SeededGenerator) {
        self.init(random.below(1_000))
        _title = String(random: &random)
        _tags = [String]?(random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(4) {
        case 0: _title = String(random: &random)
        case 1: _tags.change(&random)
        case 2: _$observationRegistrar.registrar.observers.append(1)
        default: _$observationRegistrar = ZooRegistrar()
        }
    }
}

/// A class that is not encoded, a weak one, a function and a metatype, beside what is.
struct Furnished: ZooAnimal {
    final class Cache { var hits = 0 }
    var name: String
    var rows: [Padded]
    var cache = Cache()
    weak var owner: Cache?
    var action: () -> Int = { 1 }
    var type: any Any.Type = Int.self

    private enum CodingKeys: String, CodingKey { case name = "called", rows }

    init(random: inout SeededGenerator) {
        name = String(random: &random)
        rows = [Padded](random: &random)
        owner = cache
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(5) {
        case 0: name = String(random: &random)
        case 1: cache = Cache()
        case 2: cache.hits += 1
        case 3:
            let number = random.below(9)
            action = { number }
        default: rows.change(&random)
        }
    }
}

/// Copy-on-write storage that says nothing of itself.
struct Secretive: ZooAnimal {
    private final class Storage {
        var values: [Padded]
        init(_ values: [Padded]) { self.values = values }
    }
    private var storage: Storage

    init(random: inout SeededGenerator) { storage = Storage([Padded](random: &random)) }
    init(from decoder: any Decoder) throws { storage = Storage(try [Padded](from: decoder)) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(storage.values)
    }

    mutating func change(_ random: inout SeededGenerator) {
        var values = storage.values
        values.change(&random)
        storage = Storage(values)
    }
}

/// An enum with what holds references in it, as screens of an app are.
enum Screen: ZooAnimal {
    case home
    case details(Observed, index: Int)
    case list([Observed])
    case furnished(Furnished)

    init(random: inout SeededGenerator) {
        switch random.below(4) {
        case 0: self = .home
        case 1: self = .details(Observed(random: &random), index: random.below(3))
        case 2: self = .list([Observed](random: &random))
        default: self = .furnished(Furnished(random: &random))
        }
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch self {
        case .details(var observed, let index):
            observed.change(&random)
            self = .details(observed, index: index)
        case .list(var list):
            list.change(&random)
            self = .list(list)
        default: self = Screen(random: &random)
        }
    }
}

extension UUID: ZooAnimal {
    init(random: inout SeededGenerator) {
        var bytes = [UInt8](repeating: 0, count: 16)
        bytes[0] = UInt8(random.below(40))
        bytes[15] = 7
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

/// Hash tables that grow, shrink, get room, and are made anew.
struct Tables<Key: ZooAnimal & Hashable>: ZooAnimal {
    var values: [Key: Padded]
    var keys: Set<Key>

    init(random: inout SeededGenerator) {
        values = [:]
        keys = []
        for _ in 0..<random.below(random.oneIn(8) ? 60 : 16) {
            values[Key(random: &random)] = Padded(random: &random)
            keys.insert(Key(random: &random))
        }
    }

    mutating func change(_ random: inout SeededGenerator) {
        for _ in 0...random.below(4) {
            switch random.below(9) {
            case 0: values[Key(random: &random)] = Padded(random: &random)
            case 1: keys.insert(Key(random: &random))
            case 2: if let key = values.keys.randomElement(using: &random) { values[key] = nil }
            case 3: if let key = keys.randomElement(using: &random) { keys.remove(key) }
            case 4: values.reserveCapacity(values.count + random.below(200))
            case 5: keys.reserveCapacity(keys.count + random.below(200))
            case 6: values = Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) })
            case 7: keys = Set(keys.map { $0 })
            default: if let key = values.keys.randomElement(using: &random) { values[key]?.change(&random) }
            }
        }
    }
}

/// An imported C struct with a pointer in it, to memory that changes in place.
struct Borrowed: ZooAnimal {
    var group: group
    var rest: Padded

    init(random: inout SeededGenerator) {
        group = Foundation.group()
        group.gr_gid = 7
        group.gr_name = strdup("group \(random.below(3))")
        rest = Padded(random: &random)
    }

    init(from decoder: any Decoder) throws {
        var random = SeededGenerator(seed: 0)
        self.init(random: &random)
    }

    private enum CodingKeys: CodingKey { case group, rest }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(String(cString: group.gr_name), forKey: .group)
        try container.encode(rest, forKey: .rest)
    }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(2) { group.gr_name[0] = CChar(97 + random.below(26)) } else { rest.change(&random) }
    }
}

/// Writes the index that it has in an array.
struct Numbered: ZooAnimal {
    var value: Int

    init(random: inout SeededGenerator) { value = random.below(20) }
    init(from decoder: any Decoder) throws { value = 0 }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(value)
        try container.encode(encoder.codingPath.last?.intValue ?? -1)
    }
}

/// What follows the system's settings.
struct Place: ZooAnimal {
    var zone: TimeZone
    var locale: Locale
    var name: String

    init(random: inout SeededGenerator) {
        zone = random.oneIn(2) ? .autoupdatingCurrent : TimeZone(secondsFromGMT: 3600 * random.below(5)) ?? .current
        locale = random.oneIn(2) ? .autoupdatingCurrent : Locale(identifier: ["de", "en_GB"][random.below(2)])
        name = String(random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(2) { name = String(random: &random) } else { self = Place(random: &random) }
    }
}
