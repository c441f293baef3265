import Foundation
import TestSupport

/// Gaps between the fields, and at the end of a field that is in the middle.
struct Padded: ZooAnimal, Hashable {
    struct Inner: Codable, Hashable {
        var wide: Int
        var flag: Bool
    }
    var flag: Bool
    var number: Double
    var inner: Inner
    var other: UInt8
    var text: String
    var last: Bool

    init(random: inout SeededGenerator) {
        flag = Bool(random: &random)
        number = Double(random.below(5))
        inner = Inner(wide: Int(random: &random), flag: Bool(random: &random))
        other = UInt8(random: &random)
        text = String(random: &random)
        last = Bool(random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(6) {
        case 0: flag.toggle()
        case 1: number = -number
        case 2: inner.flag.toggle()
        case 3: other = other &+ 1
        case 4: text = String(random: &random)
        default: last.toggle()
        }
    }
}

struct Todo: ZooAnimal, Identifiable {
    var id: Int
    var title: String
    var isDone: Bool
    var tags: [String]

    init(random: inout SeededGenerator) {
        id = random.below(1_000)
        title = String(random: &random)
        isDone = Bool(random: &random)
        tags = [String](random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.below(8) {
        case 0: id = random.below(1_000)
        case 1, 2: tags.change(&random)
        case 3: title = String(random: &random)
        default: isDone.toggle()
        }
    }
}

enum Colour: String, Codable, ZooAnimal {
    case red, green, blue

    init(random: inout SeededGenerator) { self = [.red, .green, .blue][random.below(3)] }
}

enum Shape: ZooAnimal {
    case point
    case circle(radius: Double)
    case polygon([Padded])
    case named(String, count: Int)
    indirect case group(Shape, Shape)
    case maybe(Shape.Size?)

    enum Size: Codable, Hashable { case small, large(Int) }

    init(random: inout SeededGenerator) {
        switch random.below(7) {
        case 0: self = .point
        case 1: self = .circle(radius: Double(random: &random))
        case 2: self = .polygon([Padded](random: &random))
        case 3: self = .named(String(random: &random), count: random.below(3))
        case 4: self = .group(Shape(random: &random), Shape(random: &random))
        default: self = .maybe(random.oneIn(3) ? nil : random.oneIn(2) ? .small : .large(random.below(3)))
        }
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch self {
        case .polygon(var corners):
            corners.change(&random)
            self = .polygon(corners)
        case .group(var left, let right) where !random.oneIn(4):
            left.change(&random)
            self = .group(left, right)
        default: self = Shape(random: &random)
        }
    }
}

class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
}

final class Dog: Animal {
    var tricks: [String]

    private enum CodingKeys: String, CodingKey { case tricks }

    init(name: String, tricks: [String]) {
        self.tricks = tricks
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tricks = try container.decode([String].self, forKey: .tricks)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tricks, forKey: .tricks)
        try super.encode(to: container.superEncoder())
    }
}

/// A subclass that writes into its superclass's container.
final class Cat: Animal {
    var lives = 9

    private enum CodingKeys: String, CodingKey { case lives }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lives, forKey: .lives)
    }
}

/// Holds instances of classes; changed by putting others there, as values are.
struct Kennel: ZooAnimal {
    var dogs: [Dog]
    var favourite: Animal?

    init(random: inout SeededGenerator) {
        dogs = (0..<random.below(4)).map { _ in Dog(name: String(random: &random), tricks: [String](random: &random)) }
        favourite = dogs.randomElement(using: &random) ?? Cat(name: "Tom")
    }

    mutating func change(_ random: inout SeededGenerator) {
        if let index = dogs.indices.randomElement(using: &random), random.oneIn(2) {
            dogs[index] = Dog(name: dogs[index].name, tricks: [String](random: &random))
        } else {
            dogs.shuffle(using: &random)
            favourite = random.oneIn(3) ? nil : Cat(name: String(random: &random))
        }
    }
}

/// Any of several types behind one wrapper.
struct AnyThing: ZooAnimal {
    var thing: any Codable

    init(random: inout SeededGenerator) {
        thing =
            switch random.below(5) {
            case 0: Int(random: &random)
            case 1: String(random: &random)
            case 2: Padded(random: &random)
            case 3: [Todo](random: &random)
            default: Animal(name: String(random: &random))
            }
    }

    init(from decoder: any Decoder) throws { thing = try Padded(from: decoder) }

    func encode(to encoder: any Encoder) throws {
        if thing is any ExpressibleByArrayLiteral {
            try thing.encode(to: encoder)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(thing)
        }
    }

    mutating func change(_ random: inout SeededGenerator) {
        if var todos = thing as? [Todo], !random.oneIn(4) {
            todos.change(&random)
            thing = todos
        } else {
            self = AnyThing(random: &random)
        }
    }
}

/// Values that encode through an unkeyed container, one by one, of one type or of several.
struct Listing<Element: ZooAnimal>: ZooAnimal {
    var elements: [Element]
    var isMarked: Bool

    init(random: inout SeededGenerator) {
        elements = [Element](random: &random)
        isMarked = Bool(random: &random)
    }

    init(from decoder: any Decoder) throws {
        elements = try [Element](from: decoder)
        isMarked = false
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if isMarked {
            try container.encodeNil()
            try container.encode("marked")
            var nested = container.nestedContainer(keyedBy: Key.self)
            try nested.encode(elements.count, forKey: Key(stringValue: "count"))
        }
        for element in elements { try container.encode(element) }
    }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(5) { isMarked.toggle() }
        elements.change(&random)
    }
}

/// An encoding of its own: the kind of container depends on the value, keys are computed, containers nest, one key is written twice.
struct Chameleon: ZooAnimal {
    var shape: Int
    var values: [String: Int]
    var matrix: [[Int]]

    init(random: inout SeededGenerator) {
        shape = random.below(5)
        values = [String: Int](random: &random)
        matrix = [[Int]](random: &random)
    }

    init(from decoder: any Decoder) throws {
        shape = 0
        values = [:]
        matrix = []
    }

    func encode(to encoder: any Encoder) throws {
        switch shape {
        case 0:
            var container = encoder.singleValueContainer()
            try container.encode(values)
        case 1: try matrix.encode(to: encoder)
        case 2:
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(0, forKey: Key(stringValue: "twice"))
            var rows = container.nestedUnkeyedContainer(forKey: Key(stringValue: "rows"))
            for row in matrix {
                var cells = rows.nestedUnkeyedContainer()
                for cell in row { try cells.encode(cell) }
            }
            try container.encode(matrix.count, forKey: Key(stringValue: "twice"))
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "nested"))
            for (key, value) in values { try nested.encode(value, forKey: Key(stringValue: key)) }
            if let first = values.min(by: { $0.key < $1.key }) {
                try first.value.encode(to: container.superEncoder(forKey: Key(stringValue: "first")))
            }
            _ = container.superEncoder()
        case 3: try values.count.encode(to: encoder)
        default: _ = encoder.container(keyedBy: Key.self)
        }
    }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(4) { shape = random.below(5) }
        values.change(&random)
        matrix.change(&random)
    }
}

/// Swallows the errors of its children.
struct Careless: ZooAnimal {
    struct Fragile: Codable {
        var value: Int
        func encode(to encoder: any Encoder) throws {
            if value == 0 { throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: "broken")) }
            try value.encode(to: encoder)
        }
    }
    var fragile: Fragile
    var text: String

    private enum CodingKeys: String, CodingKey { case fragile, text }

    init(random: inout SeededGenerator) {
        fragile = Fragile(value: random.below(3))
        text = String(random: &random)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try? container.encode(fragile, forKey: .fragile)
        try container.encode(text, forKey: .text)
    }
}

/// A dictionary's key that is a coding key, which two different keys may share.
struct Label: ZooAnimal, Hashable, CodingKeyRepresentable {
    var text: String
    var salt: Int

    init(random: inout SeededGenerator) {
        text = ["a", "b", "é", "e\u{301}", "c/d"][random.below(5)]
        salt = random.oneIn(4) ? 1 : 0
    }

    init?(codingKey: some CodingKey) {
        text = codingKey.stringValue
        salt = 0
    }

    var codingKey: any CodingKey { Key(stringValue: text) }
}

/// Keys whose encodings may be alike though they differ.
struct Blurred: ZooAnimal, Hashable {
    var value: Int
    var hidden: Bool

    init(random: inout SeededGenerator) {
        value = random.below(12)
        hidden = random.oneIn(6)
    }

    init(from decoder: any Decoder) throws {
        value = try Int(from: decoder)
        hidden = false
    }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A bit of everything, as a state is.
struct Ark: ZooAnimal {
    var todos: [Todo]
    var shapes: [Shape]
    var byName: [String: Padded]
    var byNumber: [Int: [Todo]]
    var byColour: [Colour: Shape]
    var colours: Set<String>
    var nested: Int???
    var gaps: [[Double?]]?
    var when: Date
    var bytes: Data
    var link: URL?
    var price: Decimal
    var kennel: Kennel
    var anything: [AnyThing]
    var chameleon: Chameleon

    init(random: inout SeededGenerator) {
        todos = [Todo](random: &random)
        shapes = [Shape](random: &random)
        byName = [String: Padded](random: &random)
        byNumber = [Int: [Todo]](random: &random)
        byColour = [Colour: Shape](random: &random)
        colours = Set<String>(random: &random)
        nested = Int???(random: &random)
        gaps = [[Double?]]?(random: &random)
        when = Date(random: &random)
        bytes = Data(random: &random)
        link = URL?(random: &random)
        price = Decimal(random: &random)
        kennel = Kennel(random: &random)
        anything = [AnyThing](random: &random)
        chameleon = Chameleon(random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        for _ in 0...random.below(3) {
            switch random.below(15) {
            case 0: todos.change(&random)
            case 1: shapes.change(&random)
            case 2: byName.change(&random)
            case 3: byNumber.change(&random)
            case 4: byColour.change(&random)
            case 5: colours.change(&random)
            case 6: nested.change(&random)
            case 7: gaps.change(&random)
            case 8: when.change(&random)
            case 9: bytes.change(&random)
            case 10: link.change(&random)
            case 11: price.change(&random)
            case 12: kennel.change(&random)
            case 13: anything.change(&random)
            default: chameleon.change(&random)
            }
        }
    }
}
