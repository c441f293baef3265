package import RewindFormat
import RewindValue

/// Why a verification could not be done.
package enum VerificationError<Failure: Error>: Error {
    /// The recording can't be read.
    case recording(RecordingError)
    /// The reducer can't be used.
    case reducer(Failure)
}

extension Timeline {
    /// Reduces the recorded actions of a store again, and compares the states with the recorded ones.
    ///
    /// As long as the patches of the reducer are the recorded ones, that is all that is compared; otherwise the states are.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - steps: the steps to verify, of which other stores may have some.
    ///   - reducer: what reduces them.
    ///   - options: what is compared, and what comes after a fault.
    package func verify<Reducer: RecordedReducer>(
        store: String, steps: ClosedRange<Int>, by reducer: inout Reducer, _ options: VerifyOptions = VerifyOptions()
    ) throws(VerificationError<Reducer.Failure>) -> Verification {
        var verifier = Verifier(timeline: self, store: store, steps: steps, reducer: reducer, options)
        defer { reducer = verifier.reducer }  // after an error, too: a host's process is still there
        try verifier.run()
        verifier.result.newMembers = verifier.tolerance.newMembers
        return verifier.result
    }
}

/// One pass over the steps of a store.
private struct Verifier<Reducer: RecordedReducer> {
    typealias Failure = VerificationError<Reducer.Failure>

    let timeline: Timeline
    let store: String
    let steps: ClosedRange<Int>
    var reducer: Reducer
    /// The state from which to go on after a fault; `nil` to end there.
    let goesOn: VerifyOptions.Continuation?
    var result = Verification()
    /// What is no difference.
    private(set) var tolerance: StateTolerance

    private let hidesTexts: Bool
    private var items: StoreSteps
    /// Steps that were read and not reduced.
    private var waiting: [Step] = []
    /// What comes behind them, and has to be looked at by itself.
    private var next: StoreSteps.Item?
    /// The last state of the reducer that is known to be the recorded one; `nil` if it has none.
    private var agreedState: AgreedState?
    /// What the reducer has done since then.
    private var since: [(step: Step, patch: JSONPatch)] = []
    /// The places that differ since earlier steps, if the reducer goes on from its own state.
    private var differing: [JSONPointer] = []
    /// The last step that was judged.
    private var judged: Step?
    /// Whether the last step that was judged diverged.
    private var isDiverging = false

    /// How many steps are reduced at once, at most.
    private static var batch: Int { 1_024 }
    /// How steps came out when they were reduced again, by their type and the places that differ.
    private var repeated: [String: String?] = [:]
    /// The steps in one of which the reducer crashed, and how; they are reduced again, one by one.
    private var suspects: (steps: ClosedRange<Int>, crash: ReducerCrash)?

    /// A state that the reducer and the recording have in common.
    private enum AgreedState {
        /// The recorded state after a step, which the reducer encodes in the same way.
        case recorded(Int)
        /// The state as the reducer encodes it, since its types have changed.
        case own(JSONValue)
    }

    init(timeline: Timeline, store: String, steps: ClosedRange<Int>, reducer: Reducer, _ options: VerifyOptions) {
        (self.timeline, self.store, self.reducer, goesOn) = (timeline, store, reducer, options.goesOn)
        tolerance = StateTolerance(ignoring: options.ignored, recorded: timeline.stateTypes(of: store), today: options.types)
        self.steps = steps.clamped(to: timeline.steps)
        hidesTexts = timeline.recording.manifest.hidesTexts
        items = StoreSteps(of: store, in: self.steps, of: timeline)
    }

    mutating func run() throws(Failure) {
        while true {
            try fill()
            if let first = waiting.first, try isReady(for: first) {
                if try reduce() { continue }
                result.endedAt = judged.map { $0.number + 1 }.flatMap { $0 <= steps.upperBound ? $0 : nil }
                return
            } else if waiting.isEmpty {
                guard let item = next else { break }
                next = nil
                try skip(item)
            }
        }
        discardReducerState()
        if let suspects { clear(suspects) }
    }

    /// Ends the search for the step that crashed, as none of them did it again.
    private mutating func clear(_ suspects: (steps: ClosedRange<Int>, crash: ReducerCrash)) {
        self.suspects = nil
        let reason = "in one of these steps it crashed once, and not when they were reduced again one by one: \(suspects.crash.words)"
        add(Divergence(steps: suspects.steps, store: store, type: judged?.type ?? "?", kind: .notDeterministic, reason: reason))
    }

    /// Reads steps that can be reduced together, up to something else.
    private mutating func fill() throws(Failure) {
        // A step that may end the process comes alone.
        while waiting.count < Self.batch, next == nil, waiting.last?.isUnderWayInReducer != true, let item = try nextItem() {
            if case .step(let step) = item, step.isReducible, waiting.isEmpty || !step.isUnderWayInReducer {
                waiting.append(step)
            } else {
                next = item
            }
        }
    }

    /// Goes over something that no action of the recording can make.
    private mutating func skip(_ item: StoreSteps.Item) throws(Failure) {
        switch item {
        case .beginning: break
        case .step(let step) where step.isReducible: waiting.append(step)
        case .step(let step):
            discardReducerState()
            // What came from outside is not the reducer's: the next step begins in the state that it left.
            guard let line = step.line, line.type != ActionLine.external else { return }
            let reason = line.isDumped ? "only a dump of the action was recorded" : "the recording does not have the whole action"
            add(Divergence(steps: step.number...step.number, store: store, type: step.type, kind: .notRecorded, reason: reason))
        case .gap(let steps):
            discardReducerState()
            let reason = try isLeftOut(steps) ? "the steps were left out on purpose" : "the steps are lost"
            add(Divergence(steps: steps, store: store, type: "?", kind: .gap, reason: reason))
        }
    }

    /// Forgets the reducer's state: the next one comes from the recording.
    private mutating func discardReducerState() {
        result.unknown += since.count
        (agreedState, since, differing) = (nil, [], [])
    }

    /// Sees to it that the reducer has the state before a step; otherwise the step is left out.
    private mutating func isReady(for step: Step) throws(Failure) -> Bool {
        if agreedState != nil { return true }
        let before = max(timeline.steps.lowerBound, step.number - 1)
        // The recording's first position has no state before it.
        if step.number > before, case .known(let state) = try state(before) {
            switch try load(state, after: before) {
            case .loaded(let own):
                agreedState = own == state ? .recorded(before) : .own(own)  // by its number: the state need not be held
                return true
            case .undecodable(let reason):
                add(
                    Divergence(
                        steps: step.number...step.number, store: store, type: step.type, kind: .notDecodable,
                        reason: "the state before it does not decode: \(reason)"))
            }
        } else {
            result.unknown += 1
        }
        judged = step
        waiting.removeFirst()
        return false
    }

    /// Reduces the steps that wait; returns whether to go on.
    private mutating func reduce() throws(Failure) -> Bool {
        if let suspects, let first = waiting.first, first.number > suspects.steps.upperBound {
            clear(suspects)
            if goesOn == nil { return false }
        }
        // After a crash one by one: the one that crashes alone is to blame.
        let batch = suspects == nil ? waiting[...] : waiting.prefix(1)
        let reduced: [ReducedStep]
        do throws(Reducer.Failure) {
            reduced = try reducer.reduce(batch, of: store, goesOn: suspects == nil)
        } catch { throw .reducer(error) }
        if batch.count > 1, case .crashed(let crash)? = reduced.first {
            suspects = (batch[0].number...batch[batch.count - 1].number, crash)
            _ = try load(reached().after, after: batch[0].number - 1)  // a crash leaves the reducer without a state
            return true
        }
        for (index, (step, reduced)) in zip(batch, reduced).enumerated() {
            let isInStep = try judge(step, reduced)
            judged = step
            if !isInStep {
                waiting.removeFirst(index + 1)
                // A divergence that is no fault of the code, such as what the recording hides, does not end the verification.
                return goesOn != nil || result.divergences.last.map { !$0.kind.isFault } ?? true
            }
        }
        waiting.removeFirst(min(reduced.count, batch.count))
        return true
    }

    /// Judges a step; returns whether the reducer's state is good to go on from, and still that after the later steps.
    private mutating func judge(_ step: Step, _ reduced: ReducedStep) throws(Failure) -> Bool {
        var divergence = Divergence(steps: step.number...step.number, store: store, type: step.type, kind: .crashed)
        switch reduced {
        case .patch(let patch):
            // The recorded patch on the recorded state: that needs no state to compare.
            if case .changed(patch) = step.outcome, since.isEmpty, differing.isEmpty, try advance(over: step, patch) { return true }
            since.append((step, patch))
        case .state(let state):
            since.append((step, JSONPatch([.replace(.root, state)])))
        case .undecodable(let reason):
            (divergence.kind, divergence.reason) = (.notDecodable, reason)
            return diverge(divergence)
        case .crashed(let crash):
            suspects = nil
            divergence.kind = step.isUnderWayInReducer ? .crashedAsRecorded : .crashed
            (divergence.crash, divergence.reason) = (crash, crash.words)
            return diverge(divergence)
        }
        if step.isUnderWayInReducer {
            divergence.kind = .noLongerCrashes
            since.removeLast()  // it was judged, and does not count as unknown
            return diverge(divergence)
        }
        // Where the recording has no state, the next one that is known judges the steps since.
        guard case .known(let recorded) = try state(step.number) else { return true }
        return try compare(step, with: recorded)
    }

    /// Goes on with a patch that is the recorded one.
    private mutating func advance(over step: Step, _ patch: JSONPatch) throws(Failure) -> Bool {
        if case .own(var state) = agreedState {
            guard (try? patch.apply(to: &state)) != nil else { return false }
            agreedState = .own(state)
        } else {
            agreedState = .recorded(step.number)
        }
        result.verified += 1
        isDiverging = false
        return true
    }

    /// Compares the reducer's state with the recorded one.
    private mutating func compare(_ step: Step, with recorded: JSONValue) throws(Failure) -> Bool {
        let (before, reached) = try reached()
        if recorded == reached { return confirm(.recorded(step.number)) }
        var found = difference(from: recorded, to: reached)
        // The reducer has the state that it reached, with what is left out of the comparison.
        if found == nil { return confirm(.own(reached)) }
        // The recording has a step of its own for what a reducer had changed when it threw.
        if let left = try change(leftBy: step), difference(from: try reencoded(left, after: step.number), to: reached) == nil {
            discardReducerState(verified: since.count)
            return false
        }
        // Members that today's types add or lack are no difference: the recorded state is compared as they encode it.
        let own = try reencoded(recorded, after: step.number)
        if own != recorded { found = difference(from: own, to: reached) }
        let all = found?.places.map { $0.pointer } ?? []
        guard let found = found?.outside(differing) else {
            _ = confirm(.own(reached))
            differing = all
            // The reducer was taken back to this step, with the recorded state.
            if own != reached, try !goOn(from: reached, after: step) { discardReducerState() }
            return false
        }
        var divergence = Divergence(
            // Any of the steps since the last known state may have gone another way.
            steps: (since.first?.step.number ?? step.number)...step.number, store: store, type: step.type, kind: .redacted,
            places: found.places)
        if found.kind != .hidden {
            let how = try howDifferently(step, from: before, reached: reached, at: found.places)
            if let how {
                (divergence.kind, divergence.reason) = (.notDeterministic, how)
            } else if let line = step.line, !timeline.recording.manifest.hiddenPlaces(of: line).isEmpty {
                divergence.reason = "the recording hides a part of the action"
            } else {
                divergence.kind = found.kind == .order ? .orderOnly : .codeChanged
            }
        }
        since.removeAll()
        guard goesOn == .own, try goOn(from: reached, after: step) else { return diverge(divergence) }
        differing = all
        if divergence.kind.isFault { divergence.wentOn = .own }
        add(divergence)
        return false
    }

    private mutating func difference(from recorded: JSONValue, to reached: JSONValue) -> StateDifference? {
        StateDifference(from: recorded, to: reached, hidesTexts: hidesTexts, allowing: &tolerance)
    }

    /// Gives the reducer a state that it reached; returns whether it takes it.
    private mutating func goOn(from reached: JSONValue, after step: Step) throws(Failure) -> Bool {
        guard case .loaded(let own) = try load(reached, after: step.number) else { return false }
        agreedState = .own(own)
        return true
    }

    /// How another state was reached when a step was reduced again, as a clause; `nil` if none was.
    ///
    /// It takes several processes: where the same places differ again after the same action, the first answer does.
    private mutating func howDifferently(
        _ step: Step, from before: JSONValue, reached: JSONValue, at places: [StateDifference.Place]
    ) throws(Failure) -> String? {
        let key = ([step.type] + places.map { $0.pointer.description }).joined(separator: "\n")
        if let known = repeated[key] { return known }
        do throws(Reducer.Failure) {
            let how = try reducer.reduceDifferently(step, of: store, from: before, reached: reached)
            repeated[key] = .some(how)
            return how
        } catch { throw .reducer(error) }
    }

    /// The reducer's state before and after the last step.
    private func reached() throws(Failure) -> (before: JSONValue, after: JSONValue) {
        var state: JSONValue
        switch agreedState {
        case .own(let own): state = own
        case .recorded(let step):
            guard case .known(let recorded) = try self.state(step) else { return (.null, .null) }
            state = recorded
        case nil: return (.null, .null)
        }
        var before = state
        for (_, patch) in since {
            before = state
            do throws(JSONPatchError) { try patch.apply(to: &state) } catch { state = .null }
        }
        return (before, state)
    }

    private mutating func confirm(_ agreedState: AgreedState) -> Bool {
        self.agreedState = agreedState
        result.verified += since.count
        since.removeAll()
        differing.removeAll()
        isDiverging = false
        return true
    }

    private mutating func discardReducerState(verified: Int) {
        result.verified += verified
        since.removeAll()
        isDiverging = false
        discardReducerState()
    }

    private mutating func diverge(_ divergence: Divergence) -> Bool {
        discardReducerState()
        add(divergence)
        return false
    }

    private mutating func add(_ divergence: Divergence) {
        var divergence = divergence
        if divergence.kind.isFault, divergence.wentOn == nil, goesOn != nil { divergence.wentOn = .recorded }
        result.add(divergence, isNext: isDiverging)
        isDiverging = true
    }

    private mutating func load(_ state: JSONValue, after step: Int) throws(Failure) -> LoadedState {
        do throws(Reducer.Failure) { return try reducer.load(state, of: store, after: step) } catch { throw .reducer(error) }
    }

    /// A recorded state as the reducer's types have it; the recorded one, if they can't take it.
    private mutating func reencoded(_ state: JSONValue, after step: Int) throws(Failure) -> JSONValue {
        if case .loaded(let own) = try load(state, after: step) { own } else { state }
    }

    private func state(_ step: Int) throws(Failure) -> StateAnswer {
        do throws(RecordingError) { return try timeline.state(at: step, store: store) } catch { throw .recording(error) }
    }

    private mutating func nextItem() throws(Failure) -> StoreSteps.Item? {
        do throws(RecordingError) { return try items.next(upTo: .max) } catch { throw .recording(error) }
    }

    private func change(leftBy step: Step) throws(Failure) -> JSONValue? {
        do throws(RecordingError) { return try timeline.change(leftBy: step)?.state } catch { throw .recording(error) }
    }

    private func isLeftOut(_ gap: ClosedRange<Int>) throws(Failure) -> Bool {
        do throws(RecordingError) { return try timeline.noStep(at: gap.upperBound)?.isOnPurpose ?? false } catch { throw .recording(error) }
    }
}
