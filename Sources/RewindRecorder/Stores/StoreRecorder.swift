import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// Records one store: the calls around its reducer that record what the reducer sees and makes.
///
/// Call it in the store's serial order, below every middleware. Use the closure forms if the store lets you wrap the reducer, and the hooks
/// ``willReduce(_:as:from:cause:site:)``, ``didReduce(_:to:)`` and ``didFail(_:error:leaving:)`` if it has only hooks. The caller's thread encodes
/// the action and appends it before the reducer runs, and hands the new state over in O(1) afterwards, whatever its size.
public final class StoreRecorder<State: Encodable & Sendable>: Sendable {
    let core: RecorderCore?
    let channel: StateChannel<State>?
    private let buffers: ActionBuffers?
    private let lastActionType = Atomic(0)
    private let isOver = Atomic(false)

    init(core: RecorderCore?, name: String, initialState: State, version: Int) {
        self.core = core
        let free = core?.claimFreeChannel(named: name, of: State.self)
        let channel = free ?? core?.register(name: name, initialState: initialState, version: version)
        buffers = core.map { ActionBuffers(form: $0.form, store: channel?.name ?? name) }
        self.channel = channel
        if free != nil { didReplace(with: initialState) }
    }

    /// Says that the store is over: nothing more is recorded of it, and the recorder lets go of its state.
    ///
    /// An app that makes a store for each screen calls this when the screen is closed. The next store of the same name and type of state
    /// goes on in the place of this one, with a step `@@EXTERNAL` that takes its initial state; so a recording has as many stores as there
    /// were at once. Call this in the store's serial order.
    public func end() {
        guard let core, let channel, !isOver.exchange(true, ordering: .relaxed) else { return }
        if let outer = channel.stepInProgress.withLock({ $0.take() }) { channel.drop(outer.step) }
        channel.isOver.store(true, ordering: .releasing)
        core.wakeWriter()
    }

    /// Runs a pure reducer and records the step.
    ///
    /// - Parameters:
    ///   - action: what is reduced.
    ///   - type: the type that the store declares for its actions; if that is a protocol, each action's name begins with its own type.
    ///   - state: the state before the step.
    ///   - cause: the step whose effect sent the action; by default that of the running task.
    ///   - site: where the action was dispatched, such as `File.swift:42`.
    ///   - reducer: makes the state after the step.
    public func reduce<Action, Failure: Error>(
        _ action: Action, as type: Action.Type = Action.self, from state: State, cause: Cause? = .current, site: CallSite? = nil,
        reducer: (State, Action) throws(Failure) -> State
    ) throws(Failure) -> State {
        let step = willReduce(action, as: type, from: state, cause: cause, site: site)
        do throws(Failure) {
            let newState = try reducer(state, action)
            didReduce(step, to: newState)
            return newState
        } catch {
            didFail(step, error: error)
            throw error
        }
    }

    /// Runs a reducer that changes the state in place, and records the step.
    ///
    /// ```swift
    /// storeRecorder.reduce(action, in: &state) { state, action in
    ///     if let effect = appReducer(&state, action) { Task { await effect(self) } }
    /// }
    /// ```
    ///
    /// While the reducer runs, the step is the `Cause.current`. A task that is started there inherits it, so the actions that the task
    /// sends name this step. Start no more than tasks there: the state is being changed, and an effect that sends an action at once would
    /// change it a second time. Such an effect is started after the call, with the same cause:
    ///
    /// ```swift
    /// let (effect, cause) = storeRecorder.reduce(action, in: &state) { (appReducer(&$0, $1), Cause.current) }
    /// if let effect { Cause.$current.withValue(cause) { run(effect) } }
    /// ```
    ///
    /// If the reducer throws after changing the state, a step `@@EXTERNAL` whose cause is this step takes that change.
    public func reduce<Action, Result, Failure: Error>(
        _ action: Action, as type: Action.Type = Action.self, in state: inout State, cause: Cause? = .current, site: CallSite? = nil,
        reducer: (inout State, Action) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let step = willReduce(action, as: type, from: state, cause: cause, site: site)
        do throws(Failure) {
            let result = try step.withCause { () throws(Failure) in try reducer(&state, action) }
            didReduce(step, to: state)
            return result
        } catch {
            didFail(step, error: error, leaving: state)
            throw error
        }
    }

    /// Records an action before it is reduced; when this returns, no death of the process can lose it.
    ///
    /// If the state is not the one that the last step left, a step `@@EXTERNAL` takes that change first. If a step is still under way – a
    /// subscriber dispatches while it is notified of a state – then this state is recorded as the one that step's reducer made.
    ///
    /// Actions of any type are recorded: an `Encodable` action as it encodes, so that it can be replayed; any other as a dump of its parts.
    public func willReduce<Action>(
        _ action: Action, as type: Action.Type = Action.self, from state: State, cause: Cause? = .current, site: CallSite? = nil
    ) -> StepInProgress {
        guard let core, let channel, let buffers, isRecording(core) else { return StepInProgress(entry: nil) }
        if let outer = channel.stepInProgress.withLock({ $0.take() }) { core.wakeWriter(if: channel.push(outer, state, took: nil)) }
        if core.isPaused { return omit(ActionLine.paused, channel) }
        core.crash.prepareThread()
        channel.enter(.encoding)
        let cause = core.recorded(cause)
        var started = core.gate == nil ? 0 : core.now()
        // Only a filter needs the action's name before it is written.
        let line = core.gate.map { _ in core.capture.line(of: action, store: channel.name, cause: cause, site: site) }
        if let line, let gate = core.gate, !gate.admits(line.type, action) { return omit(line.type, channel) }
        recordExternalChange(to: state, core, channel)
        note(action, core, channel)
        if core.gate == nil { started = core.now() }
        let numbered = line.map { core.append($0) } ?? core.append(action, with: buffers, store: channel.name, cause: cause, site: site)
        guard let entry = numbered.entry else {
            channel.drop(numbered.step)
            return StepInProgress(entry: nil)
        }
        if channel.sparse != nil { captureBefore(entry, state, core, channel) }
        channel.stepInProgress.withLock { $0 = entry }
        if numbered.isLarge, case let time = core.now() - started, time >= SlowAction.nanoseconds {
            core.note(slow: action, store: channel.index, name: channel.name, step: entry.step, nanoseconds: time)
        }
        channel.enter(.reducer, step: entry.step)
        return StepInProgress(entry: entry, began: core.now())
    }

    /// Whether anything is recorded of this store: not any more once it is over.
    func isRecording(_ core: RecorderCore) -> Bool { core.isRecording && !isOver.load(ordering: .relaxed) }

    /// Records that something other than a reducer changed the store's state, as a step `@@EXTERNAL`: a binding, an effect, hot reload.
    ///
    /// Without this call the change is found before the next action, or never if none comes; with sparse capture (``StateCapture``), it may
    /// not be found at all. Nothing is recorded if the state is known to be the one that the last step left. Call this in the store's
    /// serial order.
    ///
    /// - Parameters:
    ///   - state: the state that the store has now.
    ///   - cause: the step whose effect made the change; by default that of the running task.
    ///   - site: where the change was made, such as `File.swift:42`.
    public func didReplace(with state: State, cause: Cause? = .current, site: CallSite? = nil) {
        guard let core, let channel, isRecording(core), !core.isPaused else { return }
        channel.enter(.encoding)
        recordExternalChange(to: state, isExplicit: true, cause: core.recorded(cause), site: site, core, channel)
        channel.enter(.idle)
        core.wakeWriter()
    }

    /// Records an action that something in front of the reducer swallowed, as a line without a step number.
    package func didSwallow<Action>(_ action: Action, as type: Action.Type = Action.self, cause: Cause? = .current, site: CallSite? = nil) {
        guard let core, let channel, isRecording(core), !core.isPaused else { return }
        let line = core.capture.line(of: action, store: channel.name, cause: core.recorded(cause), site: site)
        if let gate = core.gate, !gate.admits(line.type, action) { return }
        core.appendSwallowed(line)
    }

    /// Hands the state after a step over to the writer.
    ///
    /// O(1): a retain and a queue slot.
    public func didReduce(_ step: StepInProgress, to state: State) {
        guard let core, let channel, let entry = step.entry, !core.isForked else {
            if step.isOmitted { channel?.keepOmitted(state) }
            return
        }
        let took = core.now() - step.began
        guard channel.finishStep(entry) else { return didOutlast(entry, state, core, channel) }
        channel.enter(.handover, step: entry.step)
        let call = channel.push(entry, state, took: took)
        channel.enter(.idle, step: entry.step)
        core.wakeWriter(if: call)
    }

    /// A step returns after another one began and ended inside it.
    ///
    /// Its own state was taken then. If it changed the state since, that is a change of its own, which no later action may be blamed for.
    private func didOutlast(_ entry: JournalEntry, _ state: State, _ core: RecorderCore, _ channel: StateChannel<State>) {
        if channel.stepInProgress.withLock({ $0 != nil }) || !core.isRecording || core.isPaused { return }
        channel.enter(.encoding)
        recordExternalChange(to: state, cause: RecordedCause(step: entry.step), core, channel)
        channel.enter(.idle)
    }

    /// Takes the state before a step where the policy wants that.
    private func captureBefore(_ entry: JournalEntry, _ state: State, _ core: RecorderCore, _ channel: StateChannel<State>) {
        channel.captureBefore(entry, state, isAfterPause: channel.sparse?.isAfterPause(core.now()) ?? false)
    }

    /// Handles an action that makes no step: the action is counted, and the resulting state is kept.
    private func omit(_ type: String, _ channel: StateChannel<State>) -> StepInProgress {
        channel.omit(type)
        return StepInProgress(entry: nil, isOmitted: true)
    }

    private func recordExternalChange(
        to state: State, isExplicit: Bool = false, cause: RecordedCause = RecordedCause(), site: CallSite? = nil,
        _ core: RecorderCore, _ channel: StateChannel<State>
    ) {
        if core.isSuspended { return }
        if let omission = channel.takeOmission() {
            // Not compared: whether the state has changed or not, this step records what was left out.
            let numbered = core.append(omission.line(store: channel.name))
            guard let entry = numbered.entry else { return channel.drop(numbered.step) }
            return core.wakeWriter(if: channel.push(entry, channel.keep(state), took: nil))
        }
        guard let external = channel.externalChange(to: state, isExplicit: isExplicit) else { return }
        var line = ActionLine(step: 0, time: 0, type: ActionLine.external, store: channel.name)
        (line.cause, line.effect) = (cause.step, cause.effect)
        line.site = site.map { core.form.text($0.description, at: .site) }
        let numbered = core.append(line)
        guard let entry = numbered.entry else { return channel.drop(numbered.step) }
        core.wakeWriter(if: channel.push(entry, external, took: nil))
    }

    /// Notes the actions' type; of one after the other of the same type, at the cost of one comparison.
    private func note<Action>(_ action: Action, _ core: RecorderCore, _ channel: StateChannel<State>) {
        let type = type(of: action as Any)
        let identity = Int(bitPattern: ObjectIdentifier(type))
        guard lastActionType.load(ordering: .relaxed) != identity else { return }
        lastActionType.store(identity, ordering: .relaxed)
        core.note(actionType: type, store: channel.index)
    }

    /// Records that the reducer threw; the state is the one before.
    func didFail(_ step: StepInProgress, error: any Error) {
        guard let core, let channel, let entry = step.entry, !core.isForked else {
            if step.isOmitted { channel?.enter(.sinceOmitted) }
            return
        }
        let reason = core.form.text(of: error)
        if channel.finishStep(entry) {
            channel.fail(entry, reason: reason)
            channel.enter(.idle, step: entry.step)
        } else {
            // Its state was taken when another step began inside it, and state lines are in the order of the steps.
            core.log(
                "step \(entry.step) failed after others had begun inside it: \(reason)", level: "error", label: "rewind", metadata: [:])
        }
        core.wakeWriter()
    }

    /// Records that the reducer threw, and the state that the store has now: that before the step, if the reducer is pure.
    ///
    /// If the reducer had changed the state by then, a step `@@EXTERNAL` whose cause is the failed step takes that change.
    public func didFail(_ step: StepInProgress, error: any Error, leaving state: State) {
        didFail(step, error: error)
        guard let core, let channel, let entry = step.entry, core.isRecording else {
            if step.isOmitted { channel?.keepOmitted(state) }
            return
        }
        didOutlast(entry, state, core, channel)
    }
}

extension Recorder {
    /// The recorder of one store.
    ///
    /// Give every store of a process its own name; `main` is the usual one.
    ///
    /// The initial state is the recording's step 0 for this store, or, for a store made later, the state at the present step.
    ///
    /// - Parameters:
    ///   - name: the store's name in the recording.
    ///   - initialState: the state in which the store begins.
    ///   - version: the version of the state: count it up when a change of its types, or of the actions', makes migrations necessary.
    public func store<State: Encodable & Sendable>(
        _ name: String = "main", initialState: State, version: Int = 1
    ) -> StoreRecorder<State> {
        StoreRecorder(core: core, name: core?.form.text(name, at: .store) ?? name, initialState: initialState, version: version)
    }
}
