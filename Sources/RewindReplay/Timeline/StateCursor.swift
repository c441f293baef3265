import RewindFormat
import RewindValue

/// Moves through one store's states in one segment: forwards by one patch a step, backwards from the nearest of a few keypoints.
///
/// Patches are applied in place; a keypoint shares all it has in common with the state that goes on from it. Moving forwards leaves no
/// keypoints, since each makes the next patches copy what they change. Moving backwards leaves them before the place, ever closer to it,
/// because a caller that steps back is likely to step back again.
struct StateCursor: Sendable {
    private let track: StateTrack
    private var head: Head
    private var keypoints: [Head]

    /// A place in the track, and what is known there.
    struct Head: Sendable {
        var passed = 0
        /// The state; `nil` if it is unknown.
        var value: JSONValue?
        /// What the patches since the last keyframe may still cost.
        var budget = PatchBudget()
        /// The step since which the state is unknown, `nil` for always, and why.
        var lost: (since: Int?, reason: UnknownState.Reason)?
        /// The step since which the state may differ from the value, which the next line continues from.
        var suspended: (since: Int, reason: UnknownState.Reason)?
    }

    /// A cursor that begins with the state at the end of the segments before.
    init(_ track: StateTrack, from base: Head) {
        self.track = track
        head = base
        head.passed = 0
        keypoints = [head]
    }

    /// The state after a step.
    mutating func state(at step: Int) -> StateAnswer {
        move(to: eventsPassed(at: step))
        func unknown(_ reason: UnknownState.Reason, before: Int?) -> StateAnswer {
            .unknown(UnknownState(step: step, store: track.store, reason: reason, nearest: before.map { $0 - 1 }))
        }
        guard let value = head.value else {
            guard let lost = head.lost else { return unknown(.noKeyframe, before: nil) }
            return unknown(lost.reason, before: lost.since)
        }
        if let suspended = head.suspended { return unknown(suspended.reason, before: suspended.since) }
        if let merged = track.merged(over: step) { return unknown(.merged(merged), before: merged.lowerBound) }
        return .known(value)
    }

    /// How many events are at or before a step: usually as many as now, or one more.
    private func eventsPassed(at step: Int) -> Int {
        let events = track.events
        var passed = head.passed
        guard passed == 0 || events[passed - 1].step <= step else { return events.partitioningIndex { $0.step > step } }
        while passed < events.count, events[passed].step <= step {
            passed += 1
            if passed > head.passed + 4 { return events.partitioningIndex { $0.step > step } }
        }
        return passed
    }

    /// What is known at the end of the segment.
    mutating func end() -> Head {
        move(to: track.events.count)
        return head
    }

    private mutating func move(to target: Int) {
        guard target < head.passed else {
            while head.passed < target { pass(track.events[head.passed]) }
            return
        }
        keypoints.removeAll { $0.passed > target }
        if let nearest = keypoints.last { head = nearest }
        while head.passed < target {
            let rest = target - head.passed
            // A power of two before the place: 1, 2, 4 and so on.
            if rest & (rest - 1) == 0, head.passed > (keypoints.last?.passed ?? 0) { keypoints.append(head) }
            pass(track.events[head.passed])
        }
    }

    private mutating func pass(_ event: StateTrack.Event) {
        head.passed += 1
        switch event.kind {
        case .keyframe(let value):
            head.value = value
            head.budget = PatchBudget()
            head.lost = nil
            head.suspended = nil
        case .patch(let patch):
            head.suspended = nil
            guard var value = head.value else { return }
            head.value = nil  // leaves a single reference, so that the patch is applied in place
            do {
                try patch.apply(to: &value, within: &head.budget)
                head.value = value
            } catch {
                head.lost = (event.first, .misfit(step: event.step, "\(error)"))
            }
        case .lost(let reason):
            if head.value != nil {
                head.value = nil
                head.lost = (event.step, reason)
            } else if head.lost == nil {
                switch reason {
                case .unencodable, .absent: head.lost = (nil, reason)
                default: break
                }
            }
        case .suspended(let reason):
            head.suspended = head.suspended ?? (event.step, reason)
        }
    }
}
