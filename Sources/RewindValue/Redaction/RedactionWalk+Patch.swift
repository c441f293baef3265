extension RedactionWalk {
    /// A place as it may be written, and the rule that covers it.
    struct Place {
        var pointer: JSONPointer
        var rule: String?
    }

    /// Goes to a place; what is redacted next is noted there.
    mutating func enter(_ pointer: JSONPointer) -> Place {
        var place = Place(pointer: .root, rule: nil)
        for token in pointer.tokens {
            if place.rule != nil {
                place.pointer.tokens.append(coveredKey(token) ?? token)
            } else {
                let verdict = verdict(token)
                place.pointer.tokens.append(verdict.replacement ?? token)
                place.rule = verdict.rule
            }
        }
        path = place.pointer.tokens.map(Step.key)
        return place
    }

    /// The operation, or operations, that may be written in the place of one.
    mutating func redact(_ operation: JSONPatch.Operation) -> [JSONPatch.Operation] {
        let source = operation.from.map { enter($0) }
        let place = enter(operation.pointer)
        switch operation {
        case .add(_, let value): return [.add(place.pointer, redact(value, coveredBy: place.rule) ?? value)]
        case .replace(_, let value): return [.replace(place.pointer, redact(value, coveredBy: place.rule) ?? value)]
        case .test(_, let value): return [.test(place.pointer, redact(value, coveredBy: place.rule) ?? value)]
        case .remove: return [.remove(place.pointer)]
        case .move, .copy:
            guard let source else { return [] }
            let isMove = if case .move = operation { true } else { false }
            guard source.rule == nil, let rule = place.rule else {
                return [isMove ? .move(from: source.pointer, to: place.pointer) : .copy(from: source.pointer, to: place.pointer)]
            }
            counts["key " + rule, default: 0] += 1
            notePlace()
            return (isMove ? [.remove(source.pointer)] : []) + [.add(place.pointer, "[REDACTED]")]
        }
    }
}
