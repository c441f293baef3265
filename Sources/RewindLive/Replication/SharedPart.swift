import RewindValue

/// What of a recorded state is shared with others: all but the places that stay each replica's own, and one placeholder for everything that is hidden.
///
/// Each recording has its own placeholders, and none of them says anything to another.
struct SharedPart: Sendable {
    private let own: PatternTree

    init(except places: [PointerPattern]) { own = PatternTree(places) }

    /// What of a state is shared.
    func of(_ state: JSONValue) -> JSONValue { shared(state, own.start) }

    /// What of a patch of the state is shared.
    func of(_ patch: JSONPatch) -> JSONPatch {
        JSONPatch(
            patch.operations.compactMap { operation in
                guard let places = places(of: operation.pointer), operation.from.map({ self.places(of: $0) != nil }) ?? true else {
                    return nil
                }
                switch operation {
                case .add(let pointer, let value): return .add(pointer, shared(value, places))
                case .replace(let pointer, let value): return .replace(pointer, shared(value, places))
                case .test(let pointer, let value): return .test(pointer, shared(value, places))
                case .remove, .move, .copy: return operation
                }
            })
    }

    /// Where the patterns go on at a place; `nil` if it's each replica's own.
    private func places(of pointer: JSONPointer) -> [Int]? {
        var places = own.start
        for token in pointer.tokens {
            places = own.next(places, token)
            if own.rule(places) != nil { return nil }
        }
        return places
    }

    private func shared(_ value: JSONValue, _ places: [Int]) -> JSONValue {
        switch value {
        case .null, .bool, .number: return value
        case .string(let text):
            guard let placeholder = Placeholder(text) else { return value }
            return .string(placeholder.marks.reduce(text) { $0.replacing($1, with: "00000000") })
        case .array(let elements):
            let next = places.isEmpty ? [] : own.next(places, nil)
            return .array(elements.map { shared($0, next) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.compactMap { key, member in
                        let next = places.isEmpty ? [] : own.next(places, key)
                        return next.isEmpty || own.rule(next) == nil ? (key, shared(member, next)) : nil
                    }))
        }
    }
}

extension JSONValue {
    /// Whether it's a text that stands for something hidden.
    var isPlaceholder: Bool { string.flatMap(Placeholder.init) != nil }
}
