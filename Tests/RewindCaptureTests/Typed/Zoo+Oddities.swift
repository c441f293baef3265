import Foundation
import OrderedCollections
import RewindCapture
import RewindValue
import TestSupport

/// Stores what the compiler lays out in ways of its own: an imported C struct, tuples, property wrappers, ordered collections, slices.
struct Oddities: ZooAnimal {
    @propertyWrapper struct Clamped<Value: ZooAnimal & Comparable>: Codable {
        var wrappedValue: Value
        var isClamped = false
    }

    var time: timespec
    var pair: (flag: Bool, number: Double, last: UInt8)
    @Clamped var clamped: Int
    var ordered: OrderedDictionary<String, Padded>
    var numbered: OrderedDictionary<Int, [Int]>
    var set: OrderedSet<Int>
    var slice: ArraySlice<Padded>
    var contiguous: ContiguousArray<Int>
    var range: ClosedRange<Int>?
    var text: Substring
    var shared: Shared<[Padded]>

    private enum CodingKeys: String, CodingKey {
        case time, pair, clamped, ordered, numbered, set, slice, contiguous, range, text, shared
    }

    init(random: inout SeededGenerator) {
        time = timespec(tv_sec: random.below(5), tv_nsec: random.below(3))
        pair = (Bool(random: &random), Double(random: &random), UInt8(random: &random))
        _clamped = Clamped(wrappedValue: random.below(3), isClamped: random.oneIn(2))
        ordered = [:]
        for key in [String](random: &random) { ordered[key] = Padded(random: &random) }
        numbered = [:]
        for key in [Int](random: &random) { numbered[key] = [Int](random: &random) }
        set = OrderedSet([Int](random: &random))
        slice = [Padded](random: &random)[...].dropFirst()
        contiguous = ContiguousArray([Int](random: &random))
        range = random.oneIn(2) ? nil : 0...random.below(9)
        text = String(random: &random).dropFirst()
        shared = Shared([Padded](random: &random))
    }

    init(from decoder: any Decoder) throws {
        var random = SeededGenerator(seed: 0)
        self.init(random: &random)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode([time.tv_sec, time.tv_nsec], forKey: .time)
        var tuple = container.nestedUnkeyedContainer(forKey: .pair)
        try tuple.encode(pair.flag)
        try tuple.encode(pair.number)
        try tuple.encode(pair.last)
        try container.encode(_clamped, forKey: .clamped)
        try container.encode(ordered, forKey: .ordered)
        try container.encode(numbered, forKey: .numbered)
        try container.encode(set, forKey: .set)
        try container.encode(Array(slice), forKey: .slice)
        try container.encode(contiguous, forKey: .contiguous)
        try container.encodeIfPresent(range, forKey: .range)
        try container.encode(String(text), forKey: .text)
        try container.encode(shared, forKey: .shared)
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(12) {
        case 0: time.tv_nsec = random.below(3)
        case 1: pair.flag.toggle()
        case 2: pair.last = UInt8(random: &random)
        case 3: _clamped.isClamped.toggle()
        case 4: if let key = ordered.keys.randomElement(using: &random) { ordered[key]?.change(&random) }
        case 5: ordered.shuffle(using: &random)
        case 6: numbered[random.below(10)] = [Int](random: &random)
        case 7: set.append(random.below(20))
        case 8: if let index = slice.indices.randomElement(using: &random) { slice[index].change(&random) }
        case 9: contiguous.append(random.below(4))
        case 10: text = String(random: &random).dropFirst()
        default: shared.value.change(&random)
        }
    }
}

/// A value with copy-on-write storage of its own, which says so.
struct Shared<Value: ZooAnimal>: ZooAnimal, CopiesOnWrite {
    private final class Storage {
        let value: Value
        init(_ value: Value) { self.value = value }
    }
    private var storage: Storage

    static var storedTypes: [any Any.Type] { [Value.self] }

    var value: Value {
        get { storage.value }
        set { storage = Storage(newValue) }
    }

    init(_ value: Value) { storage = Storage(value) }
    init(random: inout SeededGenerator) { self.init(Value(random: &random)) }
    init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(storage.value)
    }
}

/// A class in the middle of values, changed where it is.
struct Session: ZooAnimal {
    final class User: Codable {
        var name: String
        var visits = 0
        init(name: String) { self.name = name }
    }

    var user: User
    var rest: [Todo]
    var former: [User]
    var guest: Guest?

    struct Guest: Codable {
        var user: User
        var notes: [String]
    }

    init(random: inout SeededGenerator) {
        user = User(name: String(random: &random))
        rest = [Todo](random: &random)
        former = [User(name: "Ada"), User(name: "Eve")]
        guest = random.oneIn(2) ? nil : Guest(user: User(name: "Bob"), notes: [String](random: &random))
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(5) {
        case 0: user.visits += 1
        case 1: user.name = String(random: &random)
        case 2: former[random.below(2)].visits += 1
        case 3: guest?.user.visits += 1
        default: rest.change(&random)
        }
    }
}
