public import RewindCapture
import RewindFormat
import RewindOrigin
public import RewindReplay
import RewindValue

extension ReplayableStore where State: Codable {
    /// Reduces each recorded action again, from the recorded state before it, and compares the result with the recorded state.
    ///
    /// An action that crashed the reducer has no recorded state to compare with, so it is not reduced: to see that it crashes again, replay.
    /// If two states differ only in texts of which the recording hides one, the reducer is not to blame, and the difference is reported
    /// separately.
    /// Each step is judged independently, so one disagreement does not cause more in the steps after it. Changes that no action made are
    /// not verified. Afterwards the store has its previous state again. Each step costs two states to decode and two to encode.
    ///
    /// ```swift
    /// let report = try await store.verify(timeline) { $0.state }
    /// #expect(report.holds)
    /// ```
    ///
    /// - Parameters:
    ///   - timeline: the recording. Where it hides all texts, the reducer's results from a text or a number may differ for that reason alone.
    ///   - actions: the types as which the recorded actions are decoded.
    ///   - name: the recorded store; by default the only one with this type of state, else the first one.
    ///   - steps: the steps to verify; all of them if none are given.
    ///   - state: the store's state.
    /// - Throws: `RecordingError` if the recording has no such store or can't be read, `DecodingError` if the first state is that of another store or
    ///   its type has changed since, and what encoding the state throws.
    public func verify(
        _ timeline: Timeline, actions: ActionTypes<Action>, store name: String? = nil, steps: ClosedRange<Int>? = nil,
        state: (Self) -> State
    ) async throws -> VerificationReport {
        let store = try timeline.store(name, of: State.self)
        let own = state(self)
        await lockForReplay()
        defer {
            replaceState(own)
            unlockAfterReplay(site: CallSite("verified \(timeline.fileName)"))
        }
        var report = VerificationReport()
        report.caveat = timeline.caveatOfVerifying
        let all = steps?.clamped(to: timeline.steps) ?? timeline.steps
        var rest: ClosedRange<Int>? = all
        while let range = rest, let step = try timeline.firstStep(in: range) {
            let number = step.number
            rest = number < all.upperBound ? (number + 1)...all.upperBound : nil
            guard step.store == store, let line = step.action, line.type != ActionLine.external else { continue }
            guard number > timeline.steps.lowerBound, case .known(let before) = try timeline.state(at: number - 1, store: store),
                case .known(let after) = try timeline.state(at: number, store: store)
            else {
                report.unknown.append(number)
                continue
            }
            let action: Action
            do throws(UnreplayableAction) {
                action = try timeline.decode(line, as: actions)
            } catch {
                report.refused.append(error)
                continue
            }
            let (start, end): (State, State)
            do {
                start = try timeline.decode(before, as: State.self, of: store, after: number - 1)
                end = try timeline.decode(after, as: State.self, of: store, after: number)
            } catch let error where report.verified > 0 && !(error is RecordingError) {
                // Earlier states decoded, so the recorded store is the right one.
                report.refused.append(UnreplayableAction(step: number, type: line.type, reason: .undecodableState("\(error)")))
                continue
            }
            replaceState(start)
            replay(action, of: step)
            report.verified += 1
            // Both are encoded alike: a state that was recorded by other rules, with placeholders, decodes and encodes as the app has it.
            let recorded = try JSONValue(encoding: end)
            let reached = try JSONValue(encoding: state(self))
            guard let difference = StateDifference(from: recorded, to: reached) else { continue }
            // The recording has a separate step for what a reducer had changed when it threw.
            if let left = try timeline.change(leftBy: step),
                try JSONValue(encoding: timeline.decode(left.state, as: State.self, of: store, after: left.step)) == reached
            {
                continue
            }
            let patch = TreeDiff(from: recorded, to: reached).patch
            let disagreement = VerificationReport.Disagreement(step: number, type: line.type, patch: patch)
            if difference.kind == .hidden {
                report.hidden.append(disagreement)
            } else {
                report.disagreements.append(disagreement)
            }
        }
        return report
    }
}

extension ReplayableStore where State: Codable, Action: Decodable & SendableMetatype {
    /// The same if all actions are of this store's one action type.
    public func verify(
        _ timeline: Timeline, store name: String? = nil, steps: ClosedRange<Int>? = nil, state: (Self) -> State
    ) async throws -> VerificationReport {
        try await verify(timeline, actions: .itself, store: name, steps: steps, state: state)
    }
}
