/// Playing steps under a person's control: which are due, and what keys do about it.
///
/// A pure value: times come from outside, measured on any clock that goes on steadily. While nothing interferes, each step is due at its
/// moment after one anchor, so playing never drifts, however long it takes to show a step; a pause, a jump and a change of speed set a new
/// anchor. Each call is O(1).
package struct Playback: Sendable {
    /// Steps that are shown together: one, or a run of equal ones.
    package struct Beat: Sendable, Equatable {
        /// The last of its steps.
        package var step: Int
        /// When that began, in nanoseconds since the start of the recording; `nil` if unknown: it is due with the one before.
        package var time: Int?
        /// The mark behind it, if there is one.
        package var mark: String?

        package init(step: Int, time: Int?, mark: String? = nil) { (self.step, self.time, self.mark) = (step, time, mark) }
    }

    package enum Order: Equatable {
        /// Say by ``load(_:)`` which beat comes after a step.
        case load(after: Int)
        /// Show the steps of a beat.
        case show(ClosedRange<Int>)
        /// Show one step, where a key has led, and then call ``land(on:time:at:)``.
        case jump(to: Int)
        /// Wait for a key, or until a time; `nil` for a key alone.
        case wait(until: Duration?)
        case end
    }

    /// What a person wants.
    package enum Key: Sendable, Equatable {
        /// Pauses, or goes on.
        case pause
        /// Goes one step on, or back, and pauses.
        case forward, back
        case faster, slower
        /// Ends the wait for the next step.
        case skip
        /// Goes to a step.
        case seek(Int)
    }

    /// Why a key did nothing.
    package enum Refusal: Error, Equatable {
        case isFirst, isLast, isFastest, isSlowest, isNotWaiting
    }

    package let steps: ClosedRange<Int>
    /// The step that was shown last; the one before the first at the beginning.
    package private(set) var position: Int
    package private(set) var speed: Double
    package private(set) var isPaused = false
    /// The mark at which it has paused by itself.
    package private(set) var pausedAt: String?

    private let idleLimit: Duration?
    private let loops: Bool
    private let pausesOnMarks: Bool

    /// The offsets of steps in played time at speed 1, from the last jump on.
    private var schedule: PlaySchedule
    /// The time of the last shown step in the recording, and its offset.
    private var last: (time: Int?, offset: Duration) = (nil, .zero)
    private var next: Next = .unknown
    private var target: Int?
    /// When the offset was `played`.
    private var anchor: Duration
    private var played = Duration.zero
    /// Whether nothing was shown yet: the anchor is the moment of the first step, however long it took to read it.
    private var isFresh = true

    private enum Next: Equatable {
        case unknown
        case beat(Beat, offset: Duration)
        case none
    }

    /// How long it stays at the end before it begins again.
    private static let rest = Duration.seconds(1)
    private static let speeds = 1.0 / 64...1_048_576.0

    /// Playing that begins now.
    ///
    /// - Parameters:
    ///   - start: The first step to show; by default the first of all.
    ///   - loops: Whether it begins again after the last step.
    ///   - pausesOnMarks: Whether it pauses behind each mark.
    package init(
        _ steps: ClosedRange<Int>, from start: Int? = nil, speed: Double = 1, idleLimit: Duration? = nil, loops: Bool = false,
        pausesOnMarks: Bool = false, at now: Duration
    ) {
        self.steps = steps
        position = (start ?? steps.lowerBound) - 1
        (self.speed, self.idleLimit, self.loops, self.pausesOnMarks) = (speed, idleLimit, loops, pausesOnMarks)
        schedule = PlaySchedule(idleLimit: idleLimit)
        anchor = now
    }

    /// What is to be done at a time; asked again after it was done, and after each key.
    package mutating func order(at now: Duration) -> Order {
        if let target {
            self.target = nil
            return .jump(to: target)
        }
        if isPaused { return .wait(until: nil) }
        switch next {
        case .unknown: return .load(after: position)
        case .none:
            guard loops else { return .end }
            if let due, now < due { return .wait(until: due) }
            begin(at: now)
            return .load(after: position)
        case .beat(let beat, let offset):
            if isFresh { (anchor, isFresh) = (now, false) }
            if let due, now < due { return .wait(until: due) }
            let range = min(position + 1, beat.step)...beat.step
            (position, last, next) = (beat.step, (beat.time ?? last.time, offset), .unknown)
            if pausesOnMarks, let mark = beat.mark {
                (isPaused, pausedAt, played) = (true, mark, offset)
            }
            return .show(range)
        }
    }

    /// Says which beat comes after the position; `nil` if it is the last.
    package mutating func load(_ beat: Beat?) {
        next = beat.map { beat in .beat(beat, offset: beat.time.map { schedule.offset(ofStepAt: $0) } ?? last.offset) } ?? .none
    }

    /// Says where a jump has led to; at the last step, it pauses.
    package mutating func land(on step: Int, time: Int?, at now: Duration) {
        position = step
        schedule = PlaySchedule(idleLimit: idleLimit)
        last = (time, time.map { schedule.offset(ofStepAt: $0) } ?? .zero)
        (next, played, anchor, isFresh) = (.unknown, .zero, now, false)
        if step >= steps.upperBound { isPaused = true }
    }

    /// Does what a key means.
    ///
    /// - Throws: ``Refusal`` if that is nothing at present.
    package mutating func press(_ key: Key, at now: Duration) throws(Refusal) {
        switch key {
        case .pause:
            hold(at: now)
            isPaused.toggle()
            pausedAt = nil
        case .forward:
            guard position < steps.upperBound else { throw .isLast }
            jump(to: position + 1, pausing: true)
        case .back:
            guard position > steps.lowerBound else { throw .isFirst }
            jump(to: position - 1, pausing: true)
        case .faster:
            guard speed * 2 <= Self.speeds.upperBound else { throw .isFastest }
            hold(at: now)
            speed *= 2
        case .slower:
            guard speed / 2 >= Self.speeds.lowerBound else { throw .isSlowest }
            hold(at: now)
            speed /= 2
        case .skip:
            guard !isPaused, case .beat(_, let offset) = next else { throw .isNotWaiting }
            (played, anchor) = (offset, now)
        case .seek(let step): jump(to: min(max(step, steps.lowerBound), steps.upperBound), pausing: false)
        }
    }

    /// When the next beat is due, and which step it ends with; `nil` while paused, and at the end.
    package var coming: (step: Int, due: Duration)? {
        guard !isPaused, case .beat(let beat, _) = next, let due else { return nil }
        return (beat.step, due)
    }

    /// The time in the recording that playing has reached; `nil` if that is unknown.
    package func time(at now: Duration) -> Int? {
        guard let time = last.time else { return nil }
        let (seconds, attoseconds) = max(.zero, offset(at: now) - last.offset).components
        let (sum, overflow) = time.addingReportingOverflow(Int(clamping: seconds) &* 1_000_000_000 &+ Int(attoseconds / 1_000_000_000))
        return overflow ? time : sum
    }

    // MARK: Offsets

    private var due: Duration? {
        switch next {
        case .unknown: nil
        case .beat(_, let offset): anchor + (offset - played) / speed
        case .none: anchor + (last.offset - played) / speed + Self.rest
        }
    }

    /// The offset that playing has reached, which is never beyond that of the next beat.
    private func offset(at now: Duration) -> Duration {
        let reached = isPaused ? played : played + (now - anchor) * speed
        return switch next {
        case .unknown: isPaused ? reached : max(reached, last.offset)
        case .beat(_, let offset): min(reached, offset)
        case .none: last.offset
        }
    }

    private mutating func hold(at now: Duration) { (played, anchor) = (offset(at: now), now) }

    private mutating func jump(to step: Int, pausing: Bool) {
        target = step
        pausedAt = nil
        if pausing { isPaused = true }
    }

    private mutating func begin(at now: Duration) {
        position = steps.lowerBound - 1
        schedule = PlaySchedule(idleLimit: idleLimit)
        (last, next, played, anchor, isFresh) = ((nil, .zero), .unknown, .zero, now, true)
    }
}
