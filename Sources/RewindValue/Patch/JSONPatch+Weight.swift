extension JSONPatch {
    /// About how many bytes the patch takes as text.
    package var weight: Int { operations.reduce(0) { $0 + $1.weight() } }
}

extension JSONPatch.Operation {
    /// About how many bytes the operation takes as text.
    ///
    /// - Parameter limit: stop weighing the value soon after so many.
    package func weight(limit: Int = .max) -> Int {
        switch self {
        case .add(let pointer, let value), .replace(let pointer, let value), .test(let pointer, let value):
            36 + pointer.weight + value.weight(limit: limit)
        case .remove(let pointer): 28 + pointer.weight
        case .move(let from, let to), .copy(let from, let to): 36 + from.weight + to.weight
        }
    }
}

extension JSONPointer {
    fileprivate var weight: Int { tokens.reduce(0) { $0 + $1.utf8.count + 1 } }
}

extension JSONValue {
    /// About how many bytes the value takes as text; stops counting soon after the limit.
    package func weight(limit: Int = .max) -> Int {
        switch self {
        case .null, .bool: return 4
        case .number(.int(let value)): return value.magnitude < 100 ? 2 : value.magnitude < 1_000_000 ? 5 : 14
        case .number: return 17
        case .string(let text): return text.utf8.count + 2
        case .array(let elements):
            var weight = 2
            for element in elements where weight <= limit { weight += 1 + element.weight(limit: limit - weight) }
            return weight
        case .object(let object):
            var weight = 2
            for index in 0..<object.count where weight <= limit {
                let (key, value) = object.member(at: index)
                weight += key.utf8.count + 4 + value.weight(limit: limit - weight)
            }
            return weight
        }
    }
}
