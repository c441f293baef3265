public import RewindCapture
import RewindFormat
public import RewindReplay
import RewindValue

extension ReplayableStore where State: Decodable {
    /// Replaces the store's state with a recorded one: the one that the recorded store had after a step, which may be a step of another store.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - step: the step.
    ///   - name: the recorded store, if the recording has several; by default the first one.
    /// - Throws: `UnknownState` if the recording does not have that state; `DecodingError` if it is that of another store, or the app's types have changed since.
    public func restore(from timeline: Timeline, at step: Int, store name: String? = nil) throws {
        let store = name ?? timeline.mainStore
        let state = try timeline.state(at: step, store: store).get()
        do { replaceState(try state.decode(State.self)) } catch let error as DecodingError where timeline.hasSeveralStores {
            throw error.explained(
                "the state of the store '\(store)' after step \(step) is no \(State.self); "
                    + "the recording has the stores \(timeline.storeNames.joined(separator: ", ")), and 'store:' says which one is meant")
        }
    }

    /// Replaces the store's state with the last one that the recording knows: after a crash, that before the step which was in the reducer.
    ///
    /// - Parameter name: the recorded store; by default the first one.
    /// - Returns: the step after which the store had that state; `nil` if no state is known, and nothing was replaced.
    /// - Throws: what reading the recording throws, and `DecodingError` if the app's types have changed since.
    @discardableResult
    public func restoreLast(from timeline: Timeline, store name: String? = nil) throws -> Int? {
        let last = try timeline.lastKnownState(at: timeline.steps.upperBound, store: name ?? timeline.mainStore)
        guard let step = last?.step else { return nil }
        try restore(from: timeline, at: step, store: name)
        return step
    }

    /// Reduces recorded actions again, each when it is due, with all effects silent.
    ///
    /// Replay begins with the state before the first step and then runs this app's reducer. A change from outside, which no action made, is
    /// taken from the recording, and so is the state after an action that can't be made again; the report says which, and why. If the
    /// reducer traps, it traps here too: that is the purpose. Afterwards the store is live again, in the state it reached.
    ///
    /// - Parameters:
    ///   - timeline: the recording.
    ///   - actions: the types as which the recorded actions are decoded.
    ///   - name: the recorded store; by default the first one.
    ///   - steps: the steps to replay; all of them if none are given.
    ///   - schedule: original intervals, or faster, or with shorter pauses.
    ///   - clock: the clock that the intervals are measured on.
    ///   - willReplay: called before each step.
    /// - Returns: how many steps were reduced again and which were taken from the recording.
    /// - Throws: what reading the recording throws, `UnknownState` if the state to begin with is unknown, and `CancellationError`.
    @discardableResult
    public func replay(
        _ timeline: Timeline, actions: ActionTypes<Action>, store name: String? = nil, steps: ClosedRange<Int>? = nil,
        schedule: PlaySchedule = PlaySchedule(), clock: some Clock<Duration> = ContinuousClock(), willReplay: (Step) -> Void = { _ in }
    ) async throws -> ReplayReport {
        let name = name ?? timeline.mainStore
        let steps = steps ?? (timeline.steps.lowerBound + 1)...max(timeline.steps.lowerBound + 1, timeline.steps.upperBound)
        await beginReplay()
        defer { endReplay() }
        try restore(from: timeline, at: steps.lowerBound - 1, store: name)
        var report = ReplayReport()
        var play = PlayClock(clock, schedule: schedule)
        for number in steps where timeline.steps.contains(number) {
            guard let step = try timeline.step(at: number), step.store == name, let line = step.action else { continue }
            try await play.waitForStep(at: line.time)
            willReplay(step)
            do throws(UnreplayableAction) {
                if line.type != ActionLine.external {
                    replay(try actions.decode(line), of: step)
                    report.reduced += 1
                    continue
                }
            } catch {
                report.refused.append(error)
            }
            try restore(from: timeline, at: number, store: name)
            report.restored.append(number)
        }
        return report
    }
}

extension ReplayableStore where State: Decodable, Action: Decodable & SendableMetatype {
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

extension DecodingError {
    /// The same with words before what it says.
    fileprivate func explained(_ words: String) -> DecodingError {
        func explained(_ context: Context) -> Context {
            Context(
                codingPath: context.codingPath, debugDescription: "\(words): \(context.debugDescription)",
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, explained(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, explained(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, explained(context))
        case .dataCorrupted(let context): .dataCorrupted(explained(context))
        @unknown default: self
        }
    }
}
