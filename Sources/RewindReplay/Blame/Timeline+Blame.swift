package import RewindFormat
package import RewindValue

/// The steps that gave a part of a state its present value.
package struct Blame: Sendable, Equatable {
    /// The step whose state this is about.
    package var step: Int
    /// The store whose state it is.
    package var store: String
    /// The part that was asked about.
    package var place: JSONPointer
    /// Each child of the part with the step that set it; one line if the part has no children.
    package var lines: [Line]

    /// The last step that changed the part, if it is later than all of ``lines``: it removed something, or moved it within an array.
    package var remover: Step?

    /// A value, and the step that set it.
    package struct Line: Sendable, Equatable {
        package var place: JSONPointer
        package var value: JSONValue
        /// The steps that may have set the value: one, unless states between are unknown.
        package var steps: ClosedRange<Int>
        /// Later steps between which the state is unknown and after which the value is the same again, the last ones first: one of them may have
        /// set it.
        package var unknown: [ClosedRange<Int>] = []
        /// Where the value was after those steps: elsewhere if it was moved since, or others were inserted or removed before it.
        package var placeThen: JSONPointer
    }
}

extension Timeline {
    /// Finds the step that last changed a part of the state after a step, separately for each of the part's children.
    ///
    /// An element is followed back through insertions and removals before it, and through moves, so that these are not blamed for it. If a
    /// step replaced elements or a whole array, an element is followed by its identity: its member `id`, or the fact that an equal element
    /// was there before. Reads segments backwards until every child is explained, and only the places of their patches; reads states only
    /// where identity matters. If the state is unknown for a while and a value is the same before and after, the steps in between may have
    /// set it as well: they are the line's ``Blame/Line/unknown``.
    ///
    /// - Throws: ``QuestionError`` if the state is unknown, nothing is at the place, there is no such step or a segment can't be read.
    package func blame(_ place: JSONPointer, at step: Int? = nil, store: String? = nil) throws(QuestionError) -> Blame {
        let step = step ?? steps.upperBound
        let found = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in try blame(place, at: step, of: store) }
        return try found.get()
    }

    private func blame(
        _ place: JSONPointer, at step: Int, of store: String?
    ) throws(RecordingError) -> Result<Blame, QuestionError> {
        let store = if let store { store } else { try storesToSearch(for: [Predicate(place)]).names[0] }
        var state = try partialState(with: place, at: step, store: store)
        if state?[place] == nil {
            expectSegments(changing: place, store: store, upTo: step)
            switch try self.state(at: step, store: store) {
            case .known(let value): state = value
            case .unknown(let unknown): return .failure(.unknown(unknown))
            }
        }
        guard let state, let value = state[place] else {
            let missing = pathNotFound(at: place, in: state ?? .null, step: step, store: store)
            let remover = try remover(of: place, in: state ?? .null, at: step, store: store)
            return .failure(.nothing(remover.map(missing.removed) ?? missing))
        }
        var places = [place]
        switch value {
        case .array(let elements) where !elements.isEmpty: places = elements.indices.map(place.appending)
        case .object(let object) where !object.isEmpty: places = object.keys.map(place.appending)
        default: break
        }
        // Includes the part itself if it has children: a removed child has no line.
        let targets = places == [place] ? places : places + [place]
        var pass = BlamePass(timeline: self, store: store, targets: targets.map { BlameTarget($0, in: state) }, in: place)
        try pass.run(from: step)
        var blame = Blame(
            step: step, store: store, place: place,
            lines: places.enumerated().map { index, place in
                Blame.Line(
                    place: place, value: state[place] ?? .null, steps: pass.origins[index] ?? steps.lowerBound...steps.lowerBound,
                    unknown: pass.unknown[index] ?? [], placeThen: pass.placesThen[index] ?? place)
            })
        if targets.count > places.count, let last = try pass.culprit(of: places.count),
            blame.lines.allSatisfy({ $0.steps.upperBound < last.number })
        {
            blame.remover = last
        }
        return .success(blame)
    }

    /// The step that removed the value at a place; `nil` if no value was there.
    private func remover(of place: JSONPointer, in state: JSONValue, at step: Int, store: String) throws(RecordingError) -> Step? {
        var pass = BlamePass(timeline: self, store: store, targets: [BlameTarget(place, in: state)], in: place)
        try pass.run(from: step)
        guard let last = try pass.culprit(of: 0), case .known(let before) = try self.state(at: last.number - 1, store: store),
            before[place] != nil
        else { return nil }
        return last
    }

    /// The steps whose state is unknown, from the first step that a blame names to another step; these had to be left out.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func unknownSteps(behind blame: Blame, upTo step: Int? = nil) throws(RecordingError) -> UnknownSteps {
        let first = blame.lines.map { $0.steps.lowerBound }.min() ?? blame.step
        return try changes(ofResults: [], store: blame.store, in: first...max(first, step ?? blame.step)) { _ in true }.unknown
    }
}

extension Timeline {
    /// Has the last segment and the one before it that matters read at the same time, if an index tells which one that is.
    private func expectSegments(changing place: JSONPointer, store: String, upTo step: Int) {
        guard let position = try? segmentIndex(of: step),
            let wanted = segments(changing: [place], store: store, in: 0...max(0, step))?.last(before: position + 1), wanted >= 0,
            wanted < position
        else { return }
        expectSegment(at: position)
        expectSegment(at: wanted)
    }
}
