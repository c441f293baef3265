package import RewindFormat
package import RewindValue

/// A step as an expression sees it: the state after it, and what the words stand for.
struct StepDocument: Document {
    let number: Int
    let step: Step?
    var state: JSONValue?
    var before: JSONValue?
    /// What `.` is, where it is not the state.
    var part: JSONValue?
    /// Words that are members of the document as well, as in `.action.id`, because the state has none of these names.
    var members: Set<StepWord> = []

    func value(at path: Expression.Path) throws(Expression.Failure) -> JSONValue {
        if let word = path.word { return try value(of: word).value(at: path.components[...]) }
        if case .key(let name)? = path.components.first, let word = StepWord(rawValue: name), members.contains(word) {
            return try value(of: word).value(at: path.components.dropFirst())
        }
        return try (path.components.isEmpty ? whole : part ?? state ?? .null).value(at: path.components[...])
    }

    func value(of word: StepWord) -> JSONValue {
        switch word {
        case .state: state ?? .null
        case .before: before ?? .null
        case .action: step?.action?.action ?? .null
        case .type: step.map { .string($0.type) } ?? .null
        case .step: .number(JSONNumber(number))
        case .t: step?.time.map { .number(JSONNumber($0)) } ?? .null
        }
    }

    /// The state, with the words that are its members too.
    private var whole: JSONValue {
        if members.isEmpty { return part ?? state ?? .null }
        var object = state?.object ?? [:]
        for word in StepWord.allCases where members.contains(word) { object[word.rawValue] = value(of: word) }
        return .object(object)
    }
}

extension Timeline {
    /// What an expression makes of a step and the states around it.
    ///
    /// - Parameter place: The part of the state that `.` is.
    /// - Throws: ``PathNotFound`` if the state has no such part; ``UnknownState`` if the state is not known; `Expression.Failure` where the expression has no value; `RecordingError` if there is
    ///   no such step or a segment can't be read.
    package func results(
        of expression: any Predicate, at number: Int, store: String? = nil, below place: JSONPointer = .root
    ) throws -> [JSONValue] {
        var document = try document(of: number, for: expression, store: store)
        if !place.tokens.isEmpty {
            let state = try document.state ?? state(at: number, store: store).get()
            guard let part = state[place] else {
                throw nothing(at: place, in: state, step: number, store: try store ?? ownStore(at: number))
            }
            document.part = part
        }
        return try expression.results(in: document)
    }

    /// Whether an expression holds at a step.
    ///
    /// - Throws: As ``results(of:at:store:)``.
    package func holds(_ expression: any Predicate, at number: Int, store: String? = nil) throws -> Bool {
        try expression.holds(in: try document(of: number, for: expression, store: store))
    }

    private func document(of number: Int, for expression: any Predicate, store: String?) throws -> StepDocument {
        let step = try step(at: number)
        let store = store ?? step?.store ?? mainStore
        var document = StepDocument(number: number, step: step)
        var unknownBefore: UnknownState?
        if expression.words.contains(.before), number > steps.lowerBound {
            switch try state(at: number - 1, store: store) {
            case .known(let before): document.before = before
            case .unknown(let unknown): unknownBefore = unknown
            }
        }
        // Where nothing of the state is read, it may as well be unknown.
        if expression.reads?.isEmpty == true { return document }
        switch try state(at: number, store: store) {
        case .known(let state): document.state = state
        case .unknown(let unknown): if !expression.comesToTheSame(whateverStateIn: document) { throw unknown }
        }
        if let unknownBefore, !expression.comesToTheSame(whateverBeforeIn: document) { throw unknownBefore }
        return document
    }

    /// The last known state of a store at or before a step, and its step.
    package func lastKnownState(at step: Int, store: String) throws(RecordingError) -> (step: Int, state: JSONValue)? {
        switch try state(at: step, store: store) {
        case .known(let state): return (step, state)
        case .unknown(let unknown):
            guard let nearest = unknown.nearest, case .known(let state) = try state(at: nearest, store: store) else { return nil }
            return (nearest, state)
        }
    }

    /// What an expression asks for that no state of a store has, nor any action or type tells of, and what there is; `nil` if nothing.
    ///
    /// - Parameters:
    ///   - place: The part of the state at which its paths begin.
    ///   - number: The step whose state is compared with; by default the last one. Where nobody can tell the expression's places, the states
    ///     between that one and both ends are not looked at.
    package func pathNotFound(
        by expression: any Predicate, store: String, below place: JSONPointer = .root, at number: Int? = nil
    ) throws(RecordingError) -> String? {
        var unseen = Unseen(expression, places: expression.reads?.map { JSONPointer(tokens: place.tokens + $0.tokens) })
        unseen.see(typesOf: self, store: store)
        unseen.see(try lastKnownState(at: steps.lowerBound, store: store)?.state)
        unseen.see(try lastKnownState(at: steps.upperBound, store: store)?.state)
        guard let (step, state) = try lastKnownState(at: number ?? steps.upperBound, store: store) else { return nil }
        unseen.see(state)
        try unseen.see(statesOf: self, store: store)
        if let sentence = unseen.sentence(in: state, of: store, step: step, in: self) { return sentence }
        return try actionNotFound(by: expression, limit: Self.segmentsForRemarks)?.description
    }

    /// Whether a store has a state at the first position, as the main one should.
    private func hasBegun(_ store: String) throws(RecordingError) -> Bool {
        if store == mainStore { return true }
        if case .unknown(let unknown) = try state(at: steps.lowerBound, store: store) { return unknown.reason != .noKeyframe }
        return true
    }

    /// Calls `body` with each step of a store in a range, until it returns `false`; at first with the beginning, which is no step, if the store
    /// has begun there.
    ///
    /// - Parameter unknown: gets the lost steps on the way after which nobody knows the store's state.
    func forEachStep(
        of store: String, in range: ClosedRange<Int>, withBeginning: Bool, lost unknown: inout UnknownSteps,
        _ body: (Int, Step?) throws(RecordingError) -> Bool
    ) throws(RecordingError) {
        func pass(_ gap: ClosedRange<Int>) throws(RecordingError) {
            let gap = gap.clamped(to: range)
            guard case .unknown(let state) = try state(at: gap.lowerBound, store: store) else { return }
            unknown.add(gap, state.reason, areOfNobody: true)
        }
        if withBeginning, range.lowerBound == steps.lowerBound, try step(at: range.lowerBound) == nil, try hasBegun(store),
            try !body(range.lowerBound, nil)
        {
            return
        }
        for position in try segmentPosition(of: range.lowerBound)...segmentPosition(of: range.upperBound) {
            let segment = try segment(at: position)
            var gaps = segment.gaps.filter { $0.overlaps(range) }[...]
            for step in segment.steps where range.contains(step.number) && step.store == store {
                while gaps.first.map({ $0.upperBound < step.number }) == true { try pass(gaps.removeFirst()) }
                guard try body(step.number, step) else { return }
            }
            for gap in gaps { try pass(gap) }
        }
    }
}

extension Predicate {
    /// Whether it comes to the same whatever the state after a step is, as what asks only for the action and the state before does.
    ///
    /// So a question about the step that crashed, whose state nobody knows, has an answer. Nobody can tell by the words of jq: it is asked with
    /// values of all kinds.
    func comesToTheSame(whateverStateIn document: StepDocument) -> Bool {
        if words.isDisjoint(with: [.before, .action, .type]) || words.contains(.before) && document.before == nil { return false }
        return comesToTheSame(whatever: \.state, in: document)
    }

    /// The same for the state before a step.
    func comesToTheSame(whateverBeforeIn document: StepDocument) -> Bool { comesToTheSame(whatever: \.before, in: document) }

    private func comesToTheSame(whatever part: WritableKeyPath<StepDocument, JSONValue?>, in document: StepDocument) -> Bool {
        var first: [JSONValue]?
        for value in [.null, "?", [1, "?"], ["?": 1]] as [JSONValue] {
            var document = document
            document[keyPath: part] = value
            guard let results = try? results(in: document), first == nil || results == first else { return false }
            first = results
        }
        return true
    }

    /// Whether all that it reads is there before the first action.
    var isKnownAtBeginning: Bool { words.isDisjoint(with: [.before, .action, .type]) }
}
