import Foundation
import TestSupport

/// A type whose values can be made and changed at random, to try the typed diff on.
protocol ZooAnimal: Codable, SendableMetatype {
    init(random: inout SeededGenerator)
    /// Changes a little, or a lot.
    mutating func change(_ random: inout SeededGenerator)
}

extension ZooAnimal {
    mutating func change(_ random: inout SeededGenerator) { self = Self(random: &random) }
}

extension SeededGenerator {
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}

// MARK: Leaves

extension Int: ZooAnimal {
    init(random: inout SeededGenerator) { self = random.oneIn(8) ? [Int.min, Int.max, 1 << 53][random.below(3)] : random.below(10) }
}

extension UInt8: ZooAnimal {
    init(random: inout SeededGenerator) { self = UInt8(random.below(256)) }
}

extension Bool: ZooAnimal {
    init(random: inout SeededGenerator) { self = random.oneIn(2) }
}

extension Double: ZooAnimal {
    init(random: inout SeededGenerator) {
        self = [0, -0.0, 1.5, .nan, .infinity, -.infinity, 1e300, 0.1, Double(random.below(1000)) / 7][random.below(9)]
    }
}

extension Float: ZooAnimal {
    init(random: inout SeededGenerator) { self = [0, -0.0, 0.1, .nan, 16_777_216, Float(random.below(100)) / 3][random.below(6)] }
}

extension String: ZooAnimal {
    init(random: inout SeededGenerator) {
        let texts = ["", "a", "é", "e\u{301}", "a/b~c", "0", "-", "\"\n\u{7}", "🧑‍🧑‍🧒", "ein Text, der länger ist als fünfzehn Bytes"]
        self = texts[random.below(texts.count)]
        if random.oneIn(4) { self += "\(random.below(50)) and some more bytes, made anew each time" }
    }
}

extension Date: ZooAnimal {
    init(random: inout SeededGenerator) { self.init(timeIntervalSinceReferenceDate: Double(random.below(5)) + 0.25) }
}

extension Data: ZooAnimal {
    init(random: inout SeededGenerator) { self.init((0..<random.below(40)).map { UInt8($0) }) }
}

extension URL: ZooAnimal {
    init(random: inout SeededGenerator) { self = URL(fileURLWithPath: "/tmp/é/\(random.below(4))") }
}

extension Decimal: ZooAnimal {
    init(random: inout SeededGenerator) {
        let texts = ["0", "0.1", "12345678901234567890.123456789", "-99999999999999999999999999999999999999", "1e-20"]
        self = Decimal(string: texts[random.below(texts.count)]) ?? 0
    }
}

// MARK: Containers

extension Optional: ZooAnimal where Wrapped: ZooAnimal {
    init(random: inout SeededGenerator) { self = random.oneIn(3) ? nil : Wrapped(random: &random) }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(3) || self == nil { self = Self(random: &random) } else { self?.change(&random) }
    }
}

extension Array: ZooAnimal where Element: ZooAnimal {
    init(random: inout SeededGenerator) { self = (0..<random.below(9)).map { _ in Element(random: &random) } }

    mutating func change(_ random: inout SeededGenerator) {
        for _ in 0...random.below(3) {
            switch random.below(9) {
            case 0: insert(Element(random: &random), at: random.below(count + 1))
            case 1 where !isEmpty: remove(at: random.below(count))
            case 2 where !isEmpty: insert(remove(at: random.below(count)), at: random.below(count + 1))
            case 3 where random.oneIn(3): shuffle(using: &random)
            case 4 where count > 1: swapAt(random.below(count), random.below(count))
            case 5 where random.oneIn(3): self = Self(random: &random)
            case 6: reserveCapacity(count + 5)  // another buffer, the same value
            default: if let index = indices.randomElement(using: &random) { self[index].change(&random) }
            }
        }
    }
}

extension Set: ZooAnimal where Element: ZooAnimal {
    init(random: inout SeededGenerator) { self = Set((0..<random.below(9)).map { _ in Element(random: &random) }) }

    mutating func change(_ random: inout SeededGenerator) {
        if random.oneIn(2), let element = sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random) { remove(element) }
        insert(Element(random: &random))
    }
}

extension Dictionary: ZooAnimal where Key: ZooAnimal, Value: ZooAnimal {
    init(random: inout SeededGenerator) {
        self = [:]
        for _ in 0..<random.below(9) { self[Key(random: &random)] = Value(random: &random) }
    }

    mutating func change(_ random: inout SeededGenerator) {
        for _ in 0...random.below(3) {
            let key = keys.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random)
            switch random.below(5) {
            case 0: if let key { self[key] = nil }
            case 1: self[Key(random: &random)] = Value(random: &random)
            case 2:
                // The same key, maybe in another spelling.
                guard let key, let value = self[key] else { continue }
                self[key] = nil
                self[(key as? String)?.decomposedStringWithCanonicalMapping as? Key ?? key] = value
            default: if let key { self[key]?.change(&random) }
            }
        }
    }
}

/// A box for two values, for pairs of any two animals.
struct Pair<First: ZooAnimal, Second: ZooAnimal>: ZooAnimal {
    var first: First
    var second: Second

    init(random: inout SeededGenerator) {
        first = First(random: &random)
        second = Second(random: &random)
    }

    mutating func change(_ random: inout SeededGenerator) {
        if !random.oneIn(3) { first.change(&random) }
        if random.oneIn(2) { second.change(&random) }
    }
}
