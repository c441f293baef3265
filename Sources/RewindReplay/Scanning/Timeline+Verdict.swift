package import RewindFormat
package import RewindValue

extension Timeline {
    /// Evaluates a predicate at one step, or before the first, with the states around it.
    ///
    /// - Parameters:
    ///   - store: The store whose states are read; by default that of the step.
    ///   - place: The part of the state that `.` means.
    /// - Throws: `RecordingError` if there is no such step or a segment can't be read.
    package func verdict(
        of predicate: Predicate, at number: Int, store: String? = nil, below place: JSONPointer = .root
    ) throws(RecordingError) -> Verdict<UnknownState> {
        try document(of: number, for: predicate, store: store, below: place).verdict
    }

    /// The verdict, with remarks on it.
    ///
    /// - Throws: as ``verdict(of:at:store:below:)``.
    package func verdictWithRemarks(
        on predicate: Predicate, at number: Int, store: String? = nil, below place: JSONPointer = .root
    ) throws(RecordingError) -> (verdict: Verdict<UnknownState>, remarks: [Remark]) {
        let (document, verdict) = try document(of: number, for: predicate, store: store, below: place)
        var doubts = PredicateDoubts(predicate)
        doubts.examine(document)
        return (verdict, doubts.remarks)
    }

    private func document(
        of number: Int, for predicate: Predicate, store: String?, below place: JSONPointer
    ) throws(RecordingError) -> (document: StepDocument, verdict: Verdict<UnknownState>) {
        let step = try step(at: number)
        let store = store ?? step?.store ?? mainStore
        var document = StepDocument(number: number, step: step)
        if predicate.words.contains(.effects) { document.effects = try effectNames(after: number) }
        if predicate.words.contains(.last) {
            var last = LastSteps(of: store, in: self)
            document.last = try last.numbers(upTo: number)
        }
        var unknown: UnknownState?
        var unknownBefore: UnknownState?
        if predicate.words.contains(.before), number > steps.lowerBound {
            switch try state(at: number - 1, store: store) {
            case .known(let before): document.before = before
            case .unknown(let reason): unknownBefore = reason
            }
        }
        // If nothing of the state is read, it may be unknown.
        if predicate.reads?.isEmpty == true { return (document, predicate.verdict(in: document)) }
        switch try state(at: number, store: store) {
        case .known(let state): document.state = state
        case .unknown(let reason): unknown = reason
        }
        if !place.tokens.isEmpty { document.part = document.state?[place] ?? .null }
        return (document, predicate.verdict(in: document, unknown: unknown, unknownBefore: unknownBefore))
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
}
