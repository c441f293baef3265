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
    package mutating func descend(to pointer: JSONPointer, in value: JSONValue?) -> PatchTarget {
        (path, patterns) = ([], redaction.patterns.start)
        var value = value
        var place = PatchTarget(pointer: .root, rule: redaction.patterns.rule(patterns), patterns: patterns)
        for (depth, token) in pointer.tokens.enumerated() {
            // The state may be outdated if a line in between is lost, so a token is an index only if it can be one there.
            let isIndex = value?.array.map { array in token == "-" || ArrayIndex.parse(token).map { $0 <= array.count } == true } ?? false
            var written = token
            if let rule = place.rule, !SecretWords.kind(ofRule: rule).isNarrow {
                written = coveredKey(token, isIndex: isIndex) ?? token
            } else {
                let mayBeField = WordLists.fieldValues.contains(token) && depth == pointer.tokens.count - 1
                let field = mayBeField ? value?.object.flatMap { fieldRule(of: $0) } : nil
                let verdict = verdict(token)
                written = masked(key: token, isIndex: isIndex) ?? verdict.replacement ?? token
                if let kind = place.rule.map(SecretWords.kind), written == token, kind.hides(token.utf8) {
                    written = coveredKey(token, isIndex: isIndex) ?? token
                }
                if let rule = rule(ofMember: token, verdict, areFields: describesFormFields, field: field) {
                    (place.rule, place.depth) = (rule, depth + 1)
                }
            }
            place.pointer.tokens.append(written)
            path.append(.key(written, own: token))
            value = value?[JSONPointer(tokens: [token])]
        }
        place.patterns = patterns
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
        let source = operation.from.map { descend(to: $0, in: value) }
        let place = descend(to: operation.pointer, in: value)
        switch operation {
        case .add(_, let value): return [.add(place.pointer, redact(value, at: place) ?? value)]
        case .replace(_, let value): return [.replace(place.pointer, redact(value, at: place) ?? value)]
        case .test(_, let value): return [.test(place.pointer, redact(value, at: place) ?? value)]
        case .remove: return [.remove(place.pointer)]
        case .move, .copy:
            guard let source else { return [] }
            let isMove = if case .move = operation { true } else { false }
            // The moved value was redacted at its source; does a rule apply here, or below, that did not apply there?
            // One that hides only what looks like its secret would let anything else stay, too.
            let covering = place.rule.flatMap { SecretWords.kind(ofRule: $0).isNarrow ? nil : $0 }
            let uncovered = covering ?? (place.patterns.isEmpty || place.patterns == source.patterns ? nil : "path")
            guard source.rule == nil, let uncovered else {
                return [isMove ? .move(from: source.pointer, to: place.pointer) : .copy(from: source.pointer, to: place.pointer)]
            }
            note([uncovered: 1])
            return (isMove ? [.remove(source.pointer)] : []) + [.add(place.pointer, "[REDACTED]")]
        }
    }
}
