import RewindFormat
import RewindReplay
import RewindValue

/// One segment reduced to the steps that are kept.
struct SegmentCut {
    /// The steps that are kept.
    let range: CutRange
    /// Whether this is the first segment that is left, which begins with the states before the first step.
    let isFirst: Bool
    /// Whether nothing is cut away before this segment, so that lines before the first step stay.
    let isBeginning: Bool
    /// Whether nothing is cut away after this segment.
    let isEnd: Bool

    func apply(to lines: SegmentLines) -> SegmentStreams { SegmentStreams(actions: journal(lines), states: states(lines)) }

    // MARK: Actions

    private func journal(_ lines: SegmentLines) -> [UInt8] {
        var stream = StreamBytes()
        var clock: ArraySlice<UInt8>?  // the last one before the first step gives the time there
        var underWay = isFirst && !isBeginning ? EffectsAtBorder() : nil
        for entry in lines.journal {
            if case .clock? = entry.line, entry.place < range.first {
                clock = entry.bytes
                continue
            }
            if underWay != nil, case .effect(let effect)? = entry.line, effect.step < range.first {
                underWay?.add(effect)
                continue
            }
            guard let kept = kept(entry) else { continue }
            if let bytes = clock.take() { stream.add(bytes) }
            // The part begins with the effects that were under way by then.
            for line in underWay.take()?.lines(at: range.first - 1) ?? [] { stream.add(line) }
            stream.add(kept)
        }
        if let bytes = clock.take(), range.steps == nil { stream.add(bytes) }
        for line in underWay.take()?.lines(at: range.first - 1) ?? [] { stream.add(line) }
        return stream.bytes
    }

    /// The line unchanged, or `nil` if it is removed.
    private func kept(_ entry: SegmentLines.Entry<JournalLine>) -> ArraySlice<UInt8>? {
        switch entry.line {
        case .action(let action): return range.contains(action.step) ? entry.bytes : nil
        case .gap(let gap):
            let (from, to) = (max(gap.steps.lowerBound, range.first), min(gap.steps.upperBound, range.last))
            if from > to { return nil }
            if from...to == gap.steps { return entry.bytes }
            return ArraySlice(clamped(entry.object, to: from...to))
        case .mark(let mark): return isKept(note: mark.step) ? entry.bytes : nil
        case .log(let log): return isKept(note: log.step) ? entry.bytes : nil
        case .effect(let effect): return isKept(note: effect.step) ? entry.bytes : nil
        case .clock, .swallowed, .unknown, nil: return isKept(note: entry.place) ? entry.bytes : nil
        }
    }

    /// Whether a line that follows a step, but is not a step itself, is kept.
    private func isKept(note step: Int) -> Bool {
        range.contains(step) || isBeginning && step < range.first || isEnd && step > range.last && range.steps != nil
    }

    private func clamped(_ line: JSONObject, to steps: ClosedRange<Int>) -> [UInt8] {
        var (line, gap) = (line, line["gap"]?.object ?? [:])
        gap["from"] = .number(JSONNumber(steps.lowerBound))
        gap["to"] = .number(JSONNumber(steps.upperBound))
        line["gap"] = .object(gap)
        var bytes: [UInt8] = []
        JSONValue.object(line).write(into: &bytes)
        return bytes
    }

    // MARK: States

    private func states(_ lines: SegmentLines) -> [UInt8] {
        var stream = StreamBytes()
        let begun = isFirst ? storesBegun(in: lines) : []
        if isFirst {
            let redacted = redactedBefore(lines)
            for store in range.base where !begun.contains(store.store) { stream.add(baseLine(store, redacted[store.store] ?? [])) }
        }
        for entry in lines.states {
            guard let step = entry.line?.step ?? entry.object["step"]?.int(in: FormatLimits.stepNumbers) else {
                stream.add(entry.bytes)
                continue
            }
            let isBase = step == range.first - 1 && begun.contains(entry.line?.store ?? "")
            if range.contains(step) || isBase { stream.add(entry.bytes) }
        }
        return stream.bytes
    }

    /// The stores that already have their own keyframe for the state before the first step.
    private func storesBegun(in lines: SegmentLines) -> Set<String> {
        var firsts: [String: StateLine] = [:]
        for case let line? in lines.states.lazy.map(\.line) {
            if case .action = line.change { continue }
            if firsts[line.store] == nil { firsts[line.store] = line }
        }
        return Set(
            firsts.values.filter { line in
                if case .keyframe = line.change { line.step == range.first - 1 } else { false }
            }
            .map(\.store))
    }

    /// For each store, what was redacted in its states before the first step.
    private func redactedBefore(_ lines: SegmentLines) -> [String: [JSONPointer]] {
        var places: [String: [JSONPointer]] = [:]
        for case let line? in lines.states.lazy.map(\.line) where line.step < range.first && !line.redacted.isEmpty {
            if case .action = line.change { continue }
            places[line.store, default: []] += line.redacted
        }
        return places
    }

    private func baseLine(_ base: CutRange.StoreBase, _ redacted: [JSONPointer]) -> StateLine {
        let step = range.first - 1
        switch base.state {
        case .unknown: return StateLine(step: step, store: base.store, change: .unknown(.notKnown))
        case .known(let state):
            var line = StateLine(step: step, store: base.store, change: .keyframe(state))
            // Values that were redacted before are still there, unless their place is gone.
            var places: Set<JSONPointer> = []
            line.redacted = redacted.filter { state[$0] != nil && places.insert($0).inserted }
            return line
        }
    }
}
