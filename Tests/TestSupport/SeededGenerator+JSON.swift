package import RewindValue

extension SeededGenerator {
    /// A value of up to some depth; few keys and few leaves, so that parts of two values are often alike.
    package mutating func value(depth: Int = 4) -> JSONValue {
        switch below(depth > 0 ? 10 : 6) {
        case 0: .null
        case 1: .bool(below(2) == 0)
        case 2: .number(.int(Int64(below(5))))
        case 3: .number(JSONNumber(Double(below(9)) / 4) ?? .int(0))
        case 4, 5: .string(["", "a", "é", "e\u{301}", "a/b~c", "\u{1f600}\n\"\\"][below(6)])
        case 6, 7: .array((0..<below(7)).map { _ in value(depth: depth - 1) })
        case 8: .array(identified(depth: depth - 1))
        default: .object(JSONObject((0..<below(6)).map { _ in (key(), value(depth: depth - 1)) }))
        }
    }

    /// Objects with unique identities in a random order.
    package mutating func identified(depth: Int) -> [JSONValue] {
        (0..<below(9)).shuffled(using: &self).map { ["id": .number(.int(Int64($0))), "content": value(depth: depth)] }
    }

    package mutating func key() -> String { ["a", "b", "c", "", "a/b", "m~n", "0", "é", "e\u{301}", "id"][below(10)] }

    /// A value a few edits away.
    package mutating func edited(_ value: JSONValue, depth: Int = 4) -> JSONValue {
        switch value {
        case .array(var elements):
            for _ in 0..<below(3) + 1 {
                switch below(5) {
                case 0 where !elements.isEmpty: elements.remove(at: below(elements.count))
                case 1: elements.insert(self.value(depth: depth - 1), at: below(elements.count + 1))
                case 2: elements.shuffle(using: &self)
                case 3 where !elements.isEmpty:
                    let element = elements.remove(at: below(elements.count))
                    elements.insert(element, at: below(elements.count + 1))
                default:
                    if let index = elements.indices.randomElement(using: &self) {
                        elements[index] = edited(elements[index], depth: depth - 1)
                    }
                }
            }
            return .array(elements)
        case .object(var object):
            for _ in 0..<below(3) + 1 {
                if below(3) == 0 {
                    object[key()] = self.value(depth: depth - 1)
                } else if let key = object.keys.randomElement(using: &self), let member = object[key] {
                    object[key] = below(4) == 0 ? nil : edited(member, depth: depth - 1)
                }
            }
            return .object(object)
        default: return self.value(depth: depth)
        }
    }
}
