import RewindFormat

/// Effects: what a step starts, and what is under way when the process ends.
extension StoreRecorder {
    /// Runs an effect that returns when its work is done, and records its beginning and its end.
    ///
    /// ```swift
    /// try storeRecorder.effect("comments/save") { try file.write(draft) }
    /// ```
    ///
    /// When the work begins, no death of the process can lose its beginning. Actions that the work sends name the effect. The effect is
    /// recorded as cancelled if its task was cancelled, whatever the work threw then; otherwise as failed if the work throws, in the words of
    /// the error. Any thread; both lines together cost about as much as an action.
    ///
    /// - Parameters:
    ///   - name: what the effect is called; readable at every level of redaction.
    ///   - cause: the step that started it; by default that of the running task.
    ///   - site: where it was started, such as `File.swift:42`.
    ///   - work: what the effect does.
    public func effect<Result, Failure: Error>(
        _ name: EffectName, cause: Cause? = .current, site: CallSite? = nil, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let effect = beginEffect(name, cause: cause, site: site)
        do throws(Failure) {
            let result = try effect.withCause(work)
            endEffect(effect)
            return result
        } catch {
            endEffect(effect, error: error)
            throw error
        }
    }

    /// Runs an effect that takes its time, and records its beginning and its end.
    ///
    /// ```swift
    /// Task {
    ///     try await storeRecorder.effect("comments/load") { send(.loaded(try await api.comments())) }
    /// }
    /// ```
    ///
    /// As the effect that returns at once, for work that waits. A task that the work starts without waiting for it goes on after the
    /// effect's end, and its actions still name the effect.
    public func effect<Result>(
        _ name: EffectName, cause: Cause? = .current, site: CallSite? = nil, _ work: () async throws -> Result
    ) async rethrows -> Result {
        let effect = beginEffect(name, cause: cause, site: site)
        do {
            let result = try await Cause.$current.withValue(effect.cause) { try await work() }
            endEffect(effect)
            return result
        } catch {
            endEffect(effect, error: error)
            throw error
        }
    }

    /// Records that an effect begins, where one call can't enclose its work; each needs its ``endEffect(_:error:)``.
    ///
    /// - Parameters: as of ``effect(_:cause:site:_:)``.
    /// - Returns: the effect, whose ``EffectInProgress/withCause(_:)`` makes what it sends name it.
    public func beginEffect(_ name: EffectName, cause: Cause? = .current, site: CallSite? = nil) -> EffectInProgress {
        guard let core, let channel, isRecording(core), !core.isPaused else { return EffectInProgress(id: nil, cause: cause) }
        let begin = EffectLine.Begin(
            name: name.text(in: core.form).prefix(bytes: FormatLimits.markBytes), cause: core.recorded(cause).step,
            site: site.map { core.form.text($0.description, at: .site) }, store: channel.name)
        let id = core.beginEffect(begin)
        return EffectInProgress(id: id, cause: Cause(effect: id, of: cause))
    }

    /// Records that an effect has ended.
    ///
    /// It was cancelled if the error is a `CancellationError`, or if the running task is cancelled, whose work throws errors of its own then;
    /// otherwise it has failed if there is an error. Call it
    /// once for each effect, on any thread.
    public func endEffect(_ effect: EffectInProgress, error: (any Error)? = nil) {
        endEffect(effect, error: error, isCancelled: Task.isCancelled)
    }

    /// Records that an effect has ended, and whether it was cancelled.
    package func endEffect(_ effect: EffectInProgress, error: (any Error)?, isCancelled: Bool) {
        guard let core, let id = effect.id, core.isRecording else { return }
        let end: EffectLine.EffectEnd =
            if isCancelled || error is CancellationError {
                .cancelled
            } else if let error {
                .failed(core.form.text(of: error).prefix(bytes: FormatLimits.noteBytes))
            } else {
                .finished
            }
        core.endEffect(id, end)
    }
}

/// An effect between its beginning and its end, which ``StoreRecorder/beginEffect(_:cause:site:)`` returns.
public struct EffectInProgress: Sendable {
    /// Its number; `nil` if nothing is being recorded.
    let id: Int?
    /// The cause of what it sends.
    package let cause: Cause?

    /// Runs work of the effect: the actions that it sends, and the tasks that are started in it, name the effect.
    ///
    /// Any thread, also after the effect has ended.
    public func withCause<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // A task-local value's own call takes no typed error.
        try Cause.$current.withValue(cause) { Swift.Result { () throws(Failure) in try body() } }.get()
    }
}
