package import RewindFormat
package import RewindValue

extension Timeline {
    /// Whether the recording has effects; without any, which ones were under way is unknown.
    package var recordsEffects: Bool { recording.manifest.counts.effects > 0 }

    /// The effects under way after a step, in the order in which they began; `nil` if the recording has no effects recorded.
    ///
    /// - Throws: `RecordingError` if there is no such step, or its segment can't be read.
    package func effectsUnderWay(after step: Int) throws(RecordingError) -> [EffectUnderWay]? {
        guard recordsEffects else { return nil }
        return try segment(at: try segmentIndex(of: step)).effects.underWay(after: step)
    }

    /// The names of the effects under way after a step, as expressions have them; `nil` if the recording has no effects recorded.
    func effectNames(after step: Int) throws(RecordingError) -> JSONValue? {
        var pass = EffectPass(over: self)
        return try pass.names(after: step)
    }

    /// The effects that were under way when the recording ended, in the order in which they began; `nil` if it has no effects recorded.
    ///
    /// - Throws: `RecordingError` if the last segment can't be read.
    package func effectsUnderWayAtEnd() throws(RecordingError) -> [EffectUnderWay]? {
        guard recordsEffects, segmentCount > 0 else { return nil }
        return try segment(at: segmentCount - 1).effects.underWay(after: .max)
    }

    /// The beginning of an effect, as the segment of a step that it sent, or that of the step that started it, has it.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func effect(sending step: Step) throws(RecordingError) -> EffectUnderWay? {
        guard let id = step.effect else { return nil }
        if let known = try segment(at: try segmentIndex(of: step.number)).effects.begin(of: id) { return known }
        // It ended, perhaps cancelled, in an earlier segment, and sent an action all the same.
        guard let cause = step.cause, steps.contains(cause), cause < step.number else { return nil }
        return try segment(at: try segmentIndex(of: cause)).effects.begin(of: id)
    }

    /// The effects that a step started, with their ends and what they sent, as far as a few segments from the step on tell.
    ///
    /// Reads no segment more once all of them have ended.
    ///
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    package func effects(startedBy step: Int) throws(RecordingError) -> [StartedEffect] {
        guard recordsEffects else { return [] }
        var effects: [StartedEffect] = []
        let first = try segmentIndex(of: step)
        for position in first..<min(segmentCount, first + StartedEffect.segmentLimit) {
            let segment = try segment(at: position)
            for item in segment.effects.items {
                if let end = item.end {
                    guard let place = effects.firstIndex(where: { $0.id == item.line.id }) else { continue }
                    effects[place].end = end
                    effects[place].ended = item.line.time
                } else if let begin = item.begin, begin.cause == step {
                    effects.append(StartedEffect(id: item.line.id, begin: begin, began: item.line.time))
                }
            }
            if effects.isEmpty { break }
            for sent in segment.steps where sent.number > step {
                guard let id = sent.effect, let place = effects.firstIndex(where: { $0.id == id }) else { continue }
                effects[place].sent.append(sent.number)
            }
            if effects.allSatisfy({ $0.end != nil }) { break }
            if position == segmentCount - 1 { for place in effects.indices { effects[place].isUnderWayAtEnd = effects[place].end == nil } }
        }
        return effects
    }
}

/// An effect that a step started.
package struct StartedEffect: Sendable, Equatable {
    package let id: Int
    package let begin: EffectLine.Begin
    /// When it began: monotonic nanoseconds since the start of the recording.
    package let began: Int
    /// How it ended; `nil` if it was still under way where the search ended.
    package var end: EffectLine.EffectEnd?
    /// Whether it was still under way when the recording ended.
    package var isUnderWayAtEnd = false
    /// When it ended.
    package var ended: Int?
    /// The steps that it sent.
    package var sent: [Int] = []

    init(id: Int, begin: EffectLine.Begin, began: Int) { (self.id, self.begin, self.began) = (id, begin, began) }

    /// Nanoseconds from its beginning to its end.
    package var took: Int? { ended.map { max(0, $0 - began) } }

    /// How many segments are read for an effect that does not end.
    fileprivate static let segmentLimit = 8

    /// The effect as JSON.
    package var json: JSONValue {
        var object: JSONObject = ["id": .number(JSONNumber(id)), "name": .string(begin.name), "began": .number(JSONNumber(began))]
        object["site"] = begin.site.map(JSONValue.string)
        object["end"] = end.map { .string($0.word) }
        if case .failed(let reason) = end { object["reason"] = .string(reason) }
        object["took"] = took.map { .number(JSONNumber($0)) }
        if !sent.isEmpty { object["sent"] = .array(sent.map { .number(JSONNumber($0)) }) }
        return .object(object)
    }
}

extension EffectUnderWay {
    /// The effect as JSON.
    ///
    /// - Parameter time: the time until which it had been under way; `nil` leaves that out.
    package func json(at time: Int?) -> JSONValue {
        var object: JSONObject = ["id": .number(JSONNumber(id)), "name": .string(begin.name), "began": .number(JSONNumber(began))]
        object["age"] = time.map { .number(JSONNumber(age(at: $0))) }
        object["cause"] = begin.cause.map { .number(JSONNumber($0)) }
        object["site"] = begin.site.map(JSONValue.string)
        if begin.store != ActionLine.mainStore { object["store"] = .string(begin.store) }
        return .object(object)
    }
}
