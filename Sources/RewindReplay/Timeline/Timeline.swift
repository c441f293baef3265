public import RewindFormat
import RewindValue

/// A recording as a sequence of steps that can be read at any point: the actions, the changes, and the state after each step.
///
/// A state follows from its segment's keyframe and the patches since, so seeking costs at most one segment, stepping forwards one patch,
/// and stepping backwards a fraction of a segment. Memory is bounded by a few segments: two in use, one or two that other threads read
/// ahead when steps are read in order, and a few keypoints.
///
/// Use it from any thread. Calls take turns, because each may move what the others would read.
public final class Timeline: Sendable {
    package let recording: Recording
    /// The store used if none is named: the first of the recording.
    package let mainStore: String
    /// The rules by which the states are read, by the names of the stores; without rules, they are as they were recorded.
    package let rules: [String: [StateRule]]
    private let spans: [SegmentSpan]
    let reader: any TimelineReader

    init(_ segments: RecordedSegments, reader: any TimelineReader) {
        recording = segments.recording
        rules = segments.rules
        spans = segments.spans
        self.reader = reader
        mainStore = recording.manifest.stores.first?.name ?? ActionLine.mainStore
    }

    /// The steps that you can ask for: from the state before the first action to the last action.
    public var steps: ClosedRange<Int> {
        guard let first = spans.first, let last = spans.last else { return 0...0 }
        return max(0, first.steps.lowerBound - 1)...last.steps.upperBound
    }

    /// Monotonic nanoseconds of the first and last action; `nil` without actions.
    package var times: ClosedRange<Int>? { recording.times }

    /// A step's action and outcome; `nil` for the state before the first action, and for a number in a gap.
    ///
    /// - Throws: `RecordingError` if there is no such step, or its segment can't be read.
    public func step(at number: Int) throws(RecordingError) -> Step? {
        let position = try segmentIndex(of: number)
        // The first position is not a step.
        return stepsOfSegment(at: position).contains(number) ? try reader.step(at: number, segment: position) : nil
    }

    /// The state after a step; step 0 is the state before the first action.
    ///
    /// - Parameters:
    ///   - number: The step.
    ///   - store: The store, if there are several; by default the step's own store.
    /// - Returns: the state, or why it is unknown; for a store that the recording does not have, the stores that it has.
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    public func state(at number: Int, store: String? = nil) throws(RecordingError) -> StateAnswer {
        let position = try segmentIndex(of: number)
        if let store { return try state(at: number, of: store, segment: position) }
        let own = try segment(at: position).store(of: number)
        return try reader.state(at: number, store: own ?? mainStore, segment: position)
    }

    /// The state after a step as it was recorded, whatever rules the states are read by.
    ///
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    package func recordedState(at number: Int, store: String) throws(RecordingError) -> StateAnswer {
        let recorded = try RecordedSegments(recording)
        var cursors = Cursors(of: recorded, from: recorded)
        return try cursors.state(at: number, store: store, segment: segmentIndex(of: number))
    }

    /// The state of a named store, which the recording may not have.
    private func state(at number: Int, of store: String, segment: Int) throws(RecordingError) -> StateAnswer {
        let answer = try reader.state(at: number, store: store, segment: segment)
        guard case .unknown(var unknown) = answer, unknown.reason == .noKeyframe, !storeNames.contains(store) else { return answer }
        // A process that died just after it made a store may not have written the store's name to the manifest.
        let end = steps.upperBound
        let last = try reader.state(at: end, store: store, segment: segmentIndex(of: end))
        guard case .unknown(let there) = last, there.reason == .noKeyframe else { return answer }
        unknown.reason = .noSuchStore(store, stores: storeNames)
        return .unknown(unknown)
    }

    /// The last step of the segment that contains a step, for reading one segment at a time.
    ///
    /// - Throws: `RecordingError` if there is no such step.
    package func endOfSegment(containing number: Int) throws(RecordingError) -> Int {
        stepsOfSegment(at: try segmentIndex(of: number)).upperBound
    }

    package enum Item: Sendable, Equatable {
        case step(Step)
        /// A gap, and why the recorder could not write these steps, if it said so.
        case gap(ClosedRange<Int>, reason: GapLine.Reason? = nil)
        /// An action that never reached the reducer; its `step` is the step before it.
        case swallowed(ActionLine)
        /// A named moment.
        case mark(MarkLine)
        /// A line that the app logged.
        case log(LogLine)
        /// The beginning or the end of an effect.
        case effect(EffectItem)
    }

    /// The step of a mark, or of the first mark if several have that name; `nil` if no mark has it.
    ///
    /// Reads segments until the mark is found.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func step(ofMark name: String) throws(RecordingError) -> Int? {
        for position in spans.indices {
            for case .mark(let mark) in try segment(at: position).notes where mark.name == name {
                return min(max(mark.step, steps.lowerBound), steps.upperBound)
            }
        }
        return nil
    }

    /// The names of the marks, each once, in the order in which they come first.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func markNames() throws(RecordingError) -> [String] {
        var names: [String] = []
        for position in spans.indices {
            for case .mark(let mark) in try segment(at: position).notes where !names.contains(mark.name) { names.append(mark.name) }
        }
        return names
    }

    /// The last step whose action began at or before a time in nanoseconds; the first position for a time before all actions.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func step(atTime time: Int) throws(RecordingError) -> Int {
        let timed = spans.indices.filter { spans[$0].times != nil }
        let place = timed.partitioningIndex { (spans[$0].times?.lowerBound ?? 0) > time }
        guard place > 0 else { return steps.lowerBound }
        let position = timed[place - 1]
        return try segment(at: position).steps.last { $0.time.map { $0 <= time } ?? false }?.number
            ?? spans[position].steps.lowerBound - 1
    }
}

extension Timeline {
    var segmentCount: Int { spans.count }

    /// The position of the segment that covers a step.
    ///
    /// - Throws: `RecordingError` if there is no such step.
    func segmentIndex(of number: Int) throws(RecordingError) -> Int {
        let position = spans.partitioningIndex { $0.steps.upperBound >= number }
        guard steps.contains(number), position < spans.count else {
            throw RecordingError(
                .noSuchStep, "there is no step \(number)", path: recording.path, advice: adviceOnSteps)
        }
        return position
    }

    /// The existing steps, as advice after a request for another one.
    var adviceOnSteps: String {
        spans.isEmpty ? "Nothing of its steps is there" : "The recording has steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    func stepsOfSegment(at position: Int) -> ClosedRange<Int> { spans[position].steps }

    /// The segment at a position, read if it is not cached.
    ///
    /// - Throws: `RecordingError` if it can't be read.
    func segment(at position: Int) throws(RecordingError) -> SegmentSteps { try reader.segment(at: position) }

    /// Announces that the segment at a position will be requested next.
    func expectSegment(at position: Int) { reader.expectSegment(at: position) }
}

extension Timeline {
    /// The steps whose effects led to a step, the nearest first, and at most so many; the state before the first action is no such step.
    package func causes(of step: Step, limit: Int = .max) throws(RecordingError) -> [Step] {
        var causes: [Step] = []
        var effect = step
        // A cause comes before its effect; a recording that says otherwise would lead in circles.
        while causes.count < limit, let cause = effect.cause, cause < effect.number, cause > steps.lowerBound,
            let found = try self.step(at: cause)
        {
            causes.append(found)
            effect = found
        }
        return causes
    }
}

extension Timeline {
    /// The names of the stores, in the order of the recording.
    package var storeNames: [String] {
        // A stranger's manifest may name one twice.
        var known: Set<String> = []
        let names = recording.manifest.stores.map { $0.name }.filter { known.insert($0).inserted }
        return names.isEmpty ? [mainStore] : names
    }

    /// The version of a store's states as they are read: that of the last rule, or as it was recorded.
    package func version(of store: String) -> Int {
        let recorded = recording.manifest.version(of: store)
        return (rules[store] ?? []).reduce(recorded) { max($0, $1.version) }
    }

    /// Whether there are several stores, so that an answer has to name its store.
    package var hasSeveralStores: Bool { storeNames.count > 1 }

    /// The name of a store, if it has to be named.
    package func displayName(of store: String) -> String? { hasSeveralStores ? store : nil }
}
