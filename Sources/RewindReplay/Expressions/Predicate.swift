package import RewindValue

/// A condition on a step and the states around it, or a projection of them, in any language.
///
/// ``Expression`` makes such a value, and so can any other language, such as the whole of jq: the value has what it reads, and a closure
/// that evaluates it.
package struct Predicate: Sendable, CustomStringConvertible {
    /// The text that it was made from.
    package let description: String
    /// The places of the state, or of the state before, that decide its result; `nil` if they are unknown, so that it is asked after every
    /// change.
    package private(set) var reads: [JSONPointer]?
    /// The words that it reads besides the state; with any of them, it has to be asked at every step.
    package private(set) var words: Set<StepWord> = []
    /// Members that it asks for at unknown places.
    package private(set) var names: [String] = []
    /// Members that it asks for at unknown places, whether or not it handles their absence.
    private(set) var members: Set<String> = []
    /// The paths that it reads whose values it looks into: it does not only ask whether something is there, or of what kind it is.
    package private(set) var contentPaths: [Expression.Path] = []
    /// Its comparisons of the value at a path with a literal.
    package private(set) var comparisons: [Expression.LiteralComparison] = []
    /// Whether it compares texts or long numbers, which a recording may have replaced.
    package private(set) var comparesContents = true
    /// Whether its result can be another one where texts and long numbers were replaced, although equal values stayed equal.
    package private(set) var namesContents = true
    /// Whether its language has doubles for all numbers, so that long ones are rounded.
    private(set) var roundsNumbers = false
    private var evaluate: Evaluation

    package typealias Evaluation = @Sendable (StepDocument) throws(Expression.Failure) -> [JSONValue]

    /// A predicate in a language of which only the names are known, and whose numbers are doubles, as in jq.
    package init(_ text: String, words: Set<StepWord>, names: [String], members: Set<String>, evaluate: @escaping Evaluation) {
        description = text
        (self.words, self.names, self.members) = (words, names, members)
        roundsNumbers = true
        self.evaluate = evaluate
    }

    package init(_ expression: Expression) {
        description = expression.description
        reads = expression.reads
        words = expression.words
        contentPaths = expression.contentPaths
        comparisons = expression.literalComparisons
        comparesContents = expression.comparesContents
        namesContents = expression.namesContents
        evaluate = { document throws(Expression.Failure) in [try expression.value(in: document)] }
    }

    /// The value at a place of the state.
    ///
    /// It has no value if nothing is there, whereas a path in jq evaluates to `null`.
    package init(_ place: JSONPointer) {
        description = place.description
        reads = [place]
        evaluate = { document throws(Expression.Failure) in
            guard let value = document.state?[place] else { throw Expression.Failure("there is nothing at \(place)") }
            return [value]
        }
    }

    private init(_ other: Predicate, evaluate: @escaping Evaluation) {
        self = other
        self.evaluate = evaluate
    }

    /// The predicate of a text in the language of ``Expression``.
    ///
    /// - Throws: ``ExpressionError`` if the text is not an expression, or is one that only jq understands.
    package init(parsing text: String) throws(ExpressionError) { self.init(try Expression(parsing: text)) }

    /// The same predicate, with a closure that looks at each document before it is evaluated.
    package func looking(_ look: @escaping @Sendable (StepDocument) throws(Expression.Failure) -> Void) -> Predicate {
        Predicate(self) { document throws(Expression.Failure) in
            try look(document)
            return try evaluate(document)
        }
    }

    /// The predicate as a condition: it is true if one of its results is neither `false` nor `null`, and it keeps no part of the state.
    var forSearching: Predicate {
        let (yes, no) = ([JSONValue.bool(true)], [JSONValue.bool(false)])
        return Predicate(self) { document throws(Expression.Failure) in try evaluate(document).contains { $0.isTrue } ? yes : no }
    }

    /// The predicate as an invariant, which accepts only true, false and null as a verdict: any other value would hold at every step.
    ///
    /// If it has several values, like `.items[].count > 0`, all have to be true: each states something that should hold.
    var forChecking: Predicate {
        Predicate(self) { document throws(Expression.Failure) in
            var holds = true
            for value in try evaluate(document) {
                switch value {
                case .null: holds = false
                case .bool(let isTrue): holds = holds && isTrue
                default: throw Expression.Failure(noVerdict: value)
                }
            }
            return [.bool(holds)]
        }
    }

    /// The places of the state that alone decide its result; `nil` if they are unknown, or if it depends on anything besides the state.
    package var placesAlone: [JSONPointer]? { words.isEmpty ? reads : nil }

    /// Whether everything that it reads exists before the first action.
    var isKnownAtBeginning: Bool { words.isDisjoint(with: [.before, .action, .type]) }
}

extension Predicate: Equatable {
    /// Whether both have the same text.
    package static func == (left: Predicate, right: Predicate) -> Bool { left.description == right.description }
}

extension Predicate {
    /// Evaluates it in a document in which the state after the step, or before it, may be unknown.
    ///
    /// A predicate that reads only the action and the state before still has a value, so a question about the step that crashed, whose
    /// state is unknown, has an answer. The text of a jq program does not tell what it reads, so if a state is unknown, the program is
    /// asked with values of all kinds.
    ///
    /// - Parameters:
    ///   - unknown: Why the state is unknown, if it is read and unknown.
    ///   - unknownBefore: Why the state before is unknown, if it is read and unknown.
    func verdict<Reason>(in document: StepDocument, unknown: Reason? = nil, unknownBefore: Reason? = nil) -> Verdict<Reason> {
        if words.contains(.effects), document.effects == nil { return .failed(Expression.Failure("no effects are recorded")) }
        if words.contains(.last), document.last == nil { return .failed(Expression.Failure("the steps before are not at hand")) }
        if let unknown, !canDoWithoutState(document) { return .unknown(unknown) }
        if let unknownBefore, !hasSameVerdict(in: document, whatever: { $0.before = $1 }) { return .unknown(unknownBefore) }
        do { return .results(try evaluate(document)) } catch { return .failed(error) }
    }

    private func canDoWithoutState(_ document: StepDocument) -> Bool {
        if words.isDisjoint(with: [.before, .action, .type, .effects, .last]) || words.contains(.before) && document.before == nil {
            return false
        }
        return hasSameVerdict(in: document) { $0.state = $1 }
    }

    private func hasSameVerdict(in document: StepDocument, whatever set: (inout StepDocument, JSONValue) -> Void) -> Bool {
        var first: [JSONValue]?
        for value in [.null, "?", [1, "?"], ["?": 1]] as [JSONValue] {
            var document = document
            set(&document, value)
            guard let results = try? evaluate(document), first == nil || results == first else { return false }
            first = results
        }
        return true
    }
}

/// The outcome of a predicate at one place of a recording.
package enum Verdict<Reason: Sendable>: Sendable {
    case results([JSONValue])
    /// No results: the document does not have the structure that it assumes.
    case failed(Expression.Failure)
    /// Unknown, because it depends on an unknown state.
    case unknown(Reason)

    /// Whether one of the results is neither `false` nor `null`; `nil` if that is unknown.
    ///
    /// A predicate without a value does not hold.
    package var holds: Bool? {
        switch self {
        case .results(let results): results.contains { $0.isTrue }
        case .failed: false
        case .unknown: nil
        }
    }

    /// The results; `nil` if it has no value.
    package var results: [JSONValue]? { if case .results(let results) = self { results } else { nil } }

    /// The result, or an array of several results; `nil` if it has no value.
    package var value: JSONValue? { results.map { $0.count == 1 ? $0[0] : .array($0) } }

    /// Whether the outcome is unknown.
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

extension [Predicate] {
    /// The places of the state that alone decide their results; `nil` if they are unknown, or if anything besides the state matters.
    package var placesAlone: [JSONPointer]? {
        let places = compactMap { $0.placesAlone }
        return places.count == count ? places.flatMap { $0 } : nil
    }
}
