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
        let found = try QuestionError.reading { () throws(RecordingError) in try blame(place, at: step, of: store) }
        return try found.get()
    }

    private func blame(
        _ place: JSONPointer, at step: Int, of store: String?
    ) throws(RecordingError) -> Result<Blame, QuestionError> {
        let store = if let store { store } else { try storesAsked(by: [Predicate(place)]).names[0] }
        var state = try partialState(with: place, at: step, store: store)
        if state?[place] == nil {
            expectSegments(changing: place, store: store, upTo: step)
            switch try self.state(at: step, store: store) {
            case .known(let value): state = value
            case .unknown(let unknown): return .failure(.unknown(unknown))
            }
        }
        guard let state, let value = state[place] else {
            let missing = nothing(at: place, in: state ?? .null, step: step, store: store)
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
        var pass = BlamePass(timeline: self, store: store, targets: targets.map { BlameTarget($0, in: state) })
        try pass.run(from: step)
        var blame = Blame(
            step: step, store: store, place: place,
            lines: places.enumerated().map { index, place in
                Blame.Line(
                    place: place, value: state[place] ?? .null, steps: pass.origins[index] ?? steps.lowerBound...steps.lowerBound,
                    unknown: pass.unknown[index] ?? [])
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
        var pass = BlamePass(timeline: self, store: store, targets: [BlameTarget(place, in: state)])
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
        guard let position = try? segmentPosition(of: step),
            let wanted = segments(changing: [place], store: store, in: 0...max(0, step))?.last(before: position + 1), wanted >= 0,
            wanted < position
        else { return }
        expectSegment(at: position)
        expectSegment(at: wanted)
    }
}

/// Goes through the events of a store backwards until the origin of each value is found.
private struct BlamePass {
    let timeline: Timeline
    let store: String
    /// For each line, the steps that may have set the value; missing if it is from the beginning.
    private(set) var origins: [Int: ClosedRange<Int>] = [:]
    /// For each line, the passed steps between which the value is unknown.
    private(set) var unknown: [Int: [ClosedRange<Int>]] = [:]
    private var open: [(line: Int, target: BlameTarget)]
    /// The segments that matter for a place, cached.
    private var choices: [[JSONPointer]: SegmentChoice] = [:]

    /// Places whose segments are looked up; with more, every segment is read.
    private static let choiceLimit = 256

    init(timeline: Timeline, store: String, targets: [BlameTarget]) {
        self.timeline = timeline
        self.store = store
        open = targets.enumerated().map { ($0.offset, $0.element) }
    }

    /// The last step that may have set a line's value; `nil` if only the step's state is left, or it is another store's: the first state of
    /// a store comes from no action.
    func culprit(of line: Int) throws(RecordingError) -> Step? {
        guard let steps = origins[line], let step = try timeline.step(at: steps.upperBound) else { return nil }
        return step.store == store ? step : nil
    }

    mutating func run(from step: Int) throws(RecordingError) {
        if try runByIndex(from: step) { return }
        var limit = step
        var position = try lastPosition(tellingOf: step)
        while position >= 0, !open.isEmpty {
            if let earlier = relevantPosition(from: position, upTo: step) {
                if earlier < position { limit = min(limit, timeline.stepsOfSegment(at: max(0, earlier)).upperBound) }
                position = earlier
                if position < 0 { break }
            }
            let segment = try timeline.segment(at: position)
            let events = segment.track(of: store).events
            var index = events.partitioningIndex { $0.step > limit } - 1
            var leap: Int?
            while index >= 0, leap == nil, !open.isEmpty {
                let event = events[index]
                switch event.kind {
                case .patch(let patch):
                    try settle(patch, event, after: Self.suspension(before: index, in: events))
                case .keyframe(let value): leap = try pass(value, at: event.step, index: index, events: events, position: position)
                case .lost, .suspended: break
                }
                index -= 1
            }
            if let leap {
                limit = leap
                position = try lastPosition(tellingOf: leap)
            } else {
                position -= 1
            }
        }
    }

    /// The last segment that has the state after a step: the segment after it begins with a keyframe for the step before its own first one.
    private func lastPosition(tellingOf step: Int) throws(RecordingError) -> Int {
        let position = try timeline.segmentPosition(of: step)
        return timeline.stepsOfSegment(at: position).upperBound == step ? min(position + 1, timeline.segmentCount - 1) : position
    }

    /// Answers without segments if the index keeps the patches that matter; returns whether it did.
    private mutating func runByIndex(from step: Int) throws(RecordingError) -> Bool {
        guard open.count <= Self.choiceLimit,
            let kept = timeline.lastChanges(of: open.flatMap { $0.target.places }, store: store, upTo: step)
        else { return false }
        let targets = open
        for change in kept.changes where !open.isEmpty {
            try settle(change.patch, StateTrack.Event(step: change.step, kind: .patch(change.patch)), after: nil)
        }
        if kept.areAll || open.isEmpty { return true }
        (open, origins) = (targets, [:])
        return false
    }

    /// The last segment at or before a position that may have set or moved an open value; `nil` if that is unknown, -1 if no segment did.
    private mutating func relevantPosition(from position: Int, upTo step: Int) -> Int? {
        var last = -1
        for (_, target) in open {
            let places = target.places
            if choices[places] == nil {
                guard choices.count < Self.choiceLimit, let choice = timeline.segments(changing: places, store: store, in: 0...step) else {
                    return nil
                }
                choices[places] = choice
            }
            last = max(last, choices[places]?.last(before: position + 1) ?? position)
        }
        return last
    }

    private mutating func settle(
        _ patch: JSONPatch, _ event: StateTrack.Event, after suspension: Suspension?
    ) throws(RecordingError) {
        let steps = min(suspension?.since ?? event.first, event.first)...event.step
        let isSilent = suspension?.isSilent == true
        var identities: Identities?
        var areAsked = false
        var next: [(line: Int, target: BlameTarget)] = []
        next.reserveCapacity(open.count)
        for (line, target) in open {
            var before = target
            var isMade = false
            var mayBeAnother = false
            for operation in patch.operations.reversed() {
                mayBeAnother = mayBeAnother || before.mayBeAnother(after: operation)
                isMade = isMade || before.isMade(by: operation)
            }
            if mayBeAnother {
                if !areAsked { identities = try self.identities(over: event, since: steps.lowerBound) }
                areAsked = true
                if let origin = identities?.origin(of: target.place), let old = identities?.old {
                    next.append((line, BlameTarget(origin, in: old)))
                    if isSilent { unknown[line, default: []].append(steps) }
                    continue
                }
                isMade = isMade || identities != nil
            }
            if isMade {
                origins[line] = steps
            } else {
                next.append((line, before))
                if isSilent { unknown[line, default: []].append(steps) }
            }
        }
        open = next
    }

    /// The states before and after an event; `nil` if one is unknown.
    private func identities(over event: StateTrack.Event, since first: Int) throws(RecordingError) -> Identities? {
        guard first > timeline.steps.lowerBound, case .known(let old) = try timeline.state(at: first - 1, store: store),
            case .known(let new) = try timeline.state(at: event.step, store: store)
        else { return nil }
        return Identities(from: old, to: new)
    }

    private static func suspension(before index: Int, in events: [StateTrack.Event]) -> Suspension? {
        var suspension: Suspension?
        for event in events[..<index].reversed() {
            guard case .suspended(let reason) = event.kind else { break }
            var isSilent = suspension?.isSilent ?? false
            if case .gap = reason { isSilent = true }
            suspension = Suspension(since: event.step, isSilent: isSilent)
        }
        return suspension
    }

    /// Steps of which only their combined changes are left.
    private struct Suspension {
        var since: Int
        /// Whether it omits what was changed and changed back; a filter names all places that were changed.
        var isSilent: Bool
    }

    /// A keyframe has the state, not the changes: if the state just before it is known as well, the two are compared.
    ///
    /// - Returns: The step to continue from, if that is not the event before.
    private mutating func pass(
        _ value: JSONValue, at step: Int, index: Int, events: [StateTrack.Event], position: Int
    ) throws(RecordingError) -> Int? {
        guard step > timeline.steps.lowerBound else { return nil }
        if try isRestated(step, index: index, events: events, position: position) { return nil }
        var before = step - 1
        var answer = try timeline.state(at: before, store: store)
        if case .unknown(let unknown) = answer, let nearest = unknown.nearest, nearest >= timeline.steps.lowerBound {
            before = nearest
            answer = try timeline.state(at: nearest, store: store)
        }
        guard case .known(let old) = answer else {
            for (line, _) in open { origins[line] = timeline.steps.lowerBound...step }
            open = []
            return nil
        }
        let isUnknown = before < step - 1
        open = open.compactMap { line, target in
            if let known = old[target.place], known == value[target.place] {
                if isUnknown { unknown[line, default: []].append((before + 1)...step) }
                return (line, BlameTarget(target.place, in: old))
            }
            origins[line] = (before + 1)...step
            return nil
        }
        return before
    }

    /// Whether a keyframe repeats a state that also follows from the lines before it.
    private func isRestated(_ step: Int, index: Int, events: [StateTrack.Event], position: Int) throws(RecordingError) -> Bool {
        if let choice = timeline.segments(changing: [], store: store, in: step...step), index == 0 { return choice.isRestated(at: step) }
        if case .keyframe? = try timeline.step(at: step)?.outcome { return false }
        var earlier = Array(events[..<index])
        var position = position
        while true {
            for event in earlier.reversed() {
                switch event.kind {
                case .patch: continue
                case .keyframe: return true
                case .lost, .suspended: return false
                }
            }
            guard position > 0 else { return false }
            position -= 1
            earlier = try timeline.segment(at: position).track(of: store).events
        }
    }
}
