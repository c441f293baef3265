public import RewindCapture
import RewindFormat
import RewindOrigin
public import RewindReplay

/// The result of a replay.
public struct ReplayReport: Sendable, Equatable {
    /// Steps whose action went through the reducer again.
    public var reduced = 0
    /// Steps whose state was taken from the recording, because no action made it, or the action can't be recreated.
    public var restored: [Int] = []
    /// Why those actions can't be recreated.
    public var refused: [UnreplayableAction] = []
    /// The step before which ``ReplayableStore/resume(from:actions:store:)`` ended, because no action can make it and the state after it is
    /// unknown; `nil` if the replay reached the end.
    public var endedBefore: Int?
}

extension ReplayableStore where State: Decodable {
    /// Replaces the store's state with a recorded one: the state of the recorded store after a step, which may be a step of another store.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - step: the step.
    ///   - name: the recorded store, if the recording has several; by default the only one with this type of state, else the first one.
    /// - Throws: `RecordingError` if the recording has no such store or step; `UnknownState` if that state is unknown; `DecodingError` if
    ///   the state is that of another store, or the app's types have changed since.
    public func restore(from timeline: Timeline, at step: Int, store name: String? = nil) throws {
        try restore(from: timeline, at: step, recorded: timeline.store(name, of: State.self))
        didReplaceState(site: timeline.site(restoring: step))
    }

    private func restore(from timeline: Timeline, at step: Int, recorded store: String) throws {
        let recorded = try timeline.state(at: step, store: store).get()
        replaceState(try timeline.decode(recorded, as: State.self, of: store, after: step, preserving: state))
    }

    /// Replaces the store's state with the last known one of the recording: after a crash, the state before the step that was in the
    /// reducer.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - name: the recorded store; by default the only one with this type of state, else the first one.
    /// - Returns: the step after which the store had that state; `nil` if no state is known, and nothing was replaced.
    /// - Throws: `RecordingError` if the recording has no such store or can't be read, and `DecodingError` if the app's types have changed since.
    @discardableResult
    public func restoreLast(from timeline: Timeline, store name: String? = nil) throws -> Int? {
        let store = try timeline.store(name, of: State.self)
        guard let step = try timeline.lastKnownState(at: timeline.steps.upperBound, store: store)?.step else { return nil }
        try restore(from: timeline, at: step, recorded: store)
        didReplaceState(site: timeline.site(restoring: step))
        return step
    }

    /// Begins where a recorded session ended: with the last known state of the recording, followed by the actions since, which are reduced
    /// again at once, with all effects silent.
    ///
    /// There may be such actions after a sudden end, or with a sparse capture policy. An action that was in the reducer when the process
    /// ended, and so may have crashed it, is not reduced again, and neither are later ones. The same applies to a change without an action,
    /// or whose action can't be recreated, if the state after it is unknown too.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - actions: the types as which the recorded actions are decoded.
    ///   - name: the recorded store; by default the only one with this type of state, else the first one.
    /// - Returns: what was done with the actions; `nil` if no state is known, and nothing was replaced.
    /// - Throws: As ``restoreLast(from:store:)``, and `CancellationError`.
    @discardableResult
    public func resume(from timeline: Timeline, actions: ActionTypes<Action>, store name: String? = nil) async throws -> ReplayReport? {
        let store = try timeline.store(name, of: State.self)
        guard let step = try timeline.lastKnownState(at: timeline.steps.upperBound, store: store)?.step else { return nil }
        let ended = timeline.recording.manifest.ending.underWay.filter { $0.store == store && $0.phase == .reducer && $0.step > step }
        let last = ended.map { $0.step - 1 }.min() ?? timeline.steps.upperBound
        guard step < last else {
            try restore(from: timeline, at: step, recorded: store)
            didReplaceState(site: timeline.site(restoring: step))
            return ReplayReport()
        }
        return try await replay(
            timeline, actions: actions, of: store, steps: (step + 1)...last, schedule: PlaySchedule(speed: 1_000_000),
            clock: ContinuousClock(), endsAtUnknown: true
        ) { _ in }
    }

    /// Reduces recorded actions again, each when it is due, with all effects silent.
    ///
    /// Replay begins with the state before the first step and then runs this app's reducer. A change from outside, without an action, is
    /// taken from the recording, and so is the state after an action that can't be recreated; the report lists these steps with the
    /// reasons. If the reducer traps, it traps here too: that is the purpose. Afterwards the store is live again, in the state it reached.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - actions: the types as which the recorded actions are decoded.
    ///   - name: the recorded store; by default the only one with this type of state, else the first one.
    ///   - steps: the steps to replay; all of them if none are given.
    ///   - schedule: original intervals, or faster, or with shorter pauses.
    ///   - clock: the clock that the intervals are measured on.
    ///   - willReplay: called before each step.
    /// - Returns: how many steps were reduced again and which were taken from the recording.
    /// - Throws: `RecordingError` if the recording has no such store or can't be read, `UnknownState` if the state to begin with is unknown, and
    ///   `CancellationError`.
    @discardableResult
    public func replay(
        _ timeline: Timeline, actions: ActionTypes<Action>, store name: String? = nil, steps: ClosedRange<Int>? = nil,
        schedule: PlaySchedule = PlaySchedule(), clock: some Clock<Duration> = ContinuousClock(), willReplay: (Step) -> Void = { _ in }
    ) async throws -> ReplayReport {
        let steps = steps ?? (timeline.steps.lowerBound + 1)...max(timeline.steps.lowerBound + 1, timeline.steps.upperBound)
        return try await replay(
            timeline, actions: actions, of: timeline.store(name, of: State.self), steps: steps, schedule: schedule, clock: clock,
            endsAtUnknown: false, willReplay: willReplay)
    }

    /// The same for a given recorded store and steps.
    ///
    /// - Parameter endsAtUnknown: whether to end, instead of throwing, before a step whose state would be taken from the recording but is
    ///   unknown.
    private func replay(
        _ timeline: Timeline, actions: ActionTypes<Action>, of store: String, steps: ClosedRange<Int>, schedule: PlaySchedule,
        clock: some Clock<Duration>, endsAtUnknown: Bool, willReplay: (Step) -> Void
    ) async throws -> ReplayReport {
        await lockForReplay()
        defer { unlockAfterReplay(site: CallSite("replayed \(timeline.fileName)")) }
        try restore(from: timeline, at: steps.lowerBound - 1, recorded: store)
        var report = ReplayReport()
        var play = PlayClock(clock, schedule: schedule)
        var rest: ClosedRange<Int>? = steps
        while let range = rest, let step = try timeline.firstStep(in: range) {
            let number = step.number
            rest = number < steps.upperBound ? (number + 1)...steps.upperBound : nil
            guard step.store == store, let line = step.line else { continue }
            try await play.waitForStep(at: line.time)
            willReplay(step)
            do throws(UnreplayableAction) {
                if line.type != ActionLine.external {
                    replay(try timeline.decode(line, as: actions), of: step)
                    report.reduced += 1
                    continue
                }
            } catch {
                report.refused.append(error)
            }
            do { try restore(from: timeline, at: number, recorded: store) } catch let unknown as UnknownState {
                if !endsAtUnknown { throw unknown }
                report.endedBefore = number
                break
            }
            report.restored.append(number)
        }
        return report
    }
}

extension ReplayableStore where State: Decodable, Action: Decodable & SendableMetatype {
    /// Begins where a recorded session ended, if all its actions are of this store's one action type.
    ///
    /// The same as ``resume(from:actions:store:)`` with `ActionTypes.itself`.
    @discardableResult
    public func resume(from timeline: Timeline, store name: String? = nil) async throws -> ReplayReport? {
        try await resume(from: timeline, actions: .itself, store: name)
    }

    /// Reduces recorded actions again, all of them of this store's one action type.
    ///
    /// The same as ``replay(_:actions:store:steps:schedule:clock:willReplay:)`` with `ActionTypes.itself`.
    @discardableResult
    public func replay(
        _ timeline: Timeline, store name: String? = nil, steps: ClosedRange<Int>? = nil, schedule: PlaySchedule = PlaySchedule(),
        clock: some Clock<Duration> = ContinuousClock(), willReplay: (Step) -> Void = { _ in }
    ) async throws -> ReplayReport {
        try await replay(
            timeline, actions: .itself, store: name, steps: steps, schedule: schedule, clock: clock, willReplay: willReplay)
    }
}

extension Timeline {
    /// The recording's name, for the call sites of what comes from it.
    var fileName: Substring { recording.path.split(separator: "/").last ?? "" }

    /// The call site of a state that was restored from the recording.
    fileprivate func site(restoring step: Int) -> CallSite { CallSite("restored \(fileName)@\(step)") }
}
