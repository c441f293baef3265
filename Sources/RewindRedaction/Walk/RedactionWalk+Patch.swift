package import RewindValue

extension RedactionWalk {
    /// A place as it may be written, the rule that covers it, and its position in the trees of pointer patterns.
    package struct PatchTarget {
        var pointer: JSONPointer
        var rule: String?
        /// How many tokens lead to the value that the rule covers.
        var depth = 0
        var patterns: [Int]
    }

    /// Goes to a place, where the next findings are noted.
    ///
    /// - Parameter value: the value that contains the place; `nil` if it is unknown.
    package mutating func enter(_ pointer: JSONPointer, in value: JSONValue?) -> PatchTarget {
        beginAtRoot()
        var value = value
        var place = PatchTarget(pointer: .root, rule: redaction.patterns.rule(patterns), patterns: patterns)
        var above: [String] = []
        for (index, token) in pointer.tokens.enumerated() {
            // The state may be outdated if a line in between is lost, so a token is an index only if it can be one there.
            let isIndex = value?.array.map { array in token == "-" || ArrayIndex.parse(token).map { $0 <= array.count } == true } ?? false
            let field: String? =
                if case .object(let object)? = value, WordLists.fieldValues.contains(token), index == pointer.tokens.count - 1,
                    !(above.last.map { KeyMatcher.isAboutNamedField($0) } ?? false)
                { fieldRule(of: object) } else { nil }
            defer { value = value?[JSONPointer(tokens: [token])] }
            if place.rule != nil {
                place.pointer.tokens.append(coveredKey(token, isIndex: isIndex) ?? token)
            } else {
                let verdict = verdict(token)
                let isField = above.last.map { isAboutFields($0) } ?? false
                let byMember = verdict.part.flatMap { redaction.matcher.rule(ofPart: $0, below: above) }
                let byName = verdict.rule ?? byMember.map { "key " + $0 }
                place.rule = followPatterns(token) ?? (isField ? nil : byName ?? field)
                place.depth = above.count + 1
                place.pointer.tokens.append(written(token, verdict, isIndex: isIndex))
            }
            above.append(token)
        }
        place.patterns = patterns
        path = zip(place.pointer.tokens, pointer.tokens).map { Step.key($0, own: $1) }
        return place
    }

    /// A value as it may be written at a place; `nil` if it may stay as it is.
    mutating func redact(_ value: JSONValue, at place: PatchTarget) -> JSONValue? {
        redact(value, coveredBy: place.rule, from: place.depth)
    }

    /// The operation, or operations, to write instead of an operation.
    ///
    /// - Parameter value: the value to which it applies; `nil` if it is unknown.
    mutating func redact(_ operation: JSONPatch.Operation, in value: JSONValue?) -> [JSONPatch.Operation] {
        let source = operation.from.map { enter($0, in: value) }
        let place = enter(operation.pointer, in: value)
        switch operation {
        case .add(_, let value): return [.add(place.pointer, redact(value, at: place) ?? value)]
        case .replace(_, let value): return [.replace(place.pointer, redact(value, at: place) ?? value)]
        case .test(_, let value): return [.test(place.pointer, redact(value, at: place) ?? value)]
        case .remove: return [.remove(place.pointer)]
        case .move, .copy:
            guard let source else { return [] }
            let isMove = if case .move = operation { true } else { false }
            // The moved value was redacted at its source; does a rule apply here, or below, that did not apply there?
            let uncovered = place.rule ?? (place.patterns.isEmpty || place.patterns == source.patterns ? nil : "path")
            guard source.rule == nil, let uncovered else {
                return [isMove ? .move(from: source.pointer, to: place.pointer) : .copy(from: source.pointer, to: place.pointer)]
            }
            note([uncovered: 1])
            return (isMove ? [.remove(source.pointer)] : []) + [.add(place.pointer, "[REDACTED]")]
        }
    }
}
