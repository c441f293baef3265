public import RewindCapture
import RewindFormat
public import RewindReplay
public import RewindValue

/// Whether a reducer still comes to the states that were recorded.
public struct VerificationReport: Sendable, Equatable {
    /// The steps that were reduced again and compared.
    public var verified = 0
    /// Where the reducer came to another state.
    public var disagreements: [Disagreement] = []
    /// The actions that can't be made again, and why.
    public var refused: [UnreplayableAction] = []
    /// The steps whose state, or the state before, is unknown.
    public var unknown: [Int] = []

    /// A step after which the reducer's state is not the recorded one.
    public struct Disagreement: Sendable, Equatable, CustomStringConvertible {
        /// The step.
        public var step: Int
        /// The name of its action.
        public var type: String
        /// What makes the recorded state the one that the reducer came to.
        public var patch: JSONPatch

        /// The step, its action, and the places that differ: `step 16, cart/add: /cart/total`.
        public var description: String {
            let places = patch.json.array?.compactMap { $0["path"]?.string } ?? []
            return "step \(step), \(type): " + places.map { $0.isEmpty ? "the whole state" : $0 }.joined(separator: ", ")
        }
    }
}

extension ReplayableStore where State: Codable {
    /// Reduces each recorded action again, from the recorded state before it, and compares the state with the one that was recorded.
    ///
    /// Each step is judged by itself, so a disagreement does not make others of the steps after it. Changes that no action made are not asked about.
    /// Afterwards the store has the state that it had before. Costs two states to decode and two to encode for each step.
    ///
    /// ```swift
    /// let report = try await store.verify(timeline) { $0.state }
    /// #expect(report.disagreements.isEmpty)
    /// ```
    ///
    /// - Parameters:
    ///   - timeline: the recording. In one that is masked, what a reducer makes of a text or a number may differ for that reason alone.
    ///   - actions: the types as which the recorded actions are decoded.
    ///   - name: the recorded store; by default the first one.
    ///   - steps: the steps to verify; all of them if none are given.
    ///   - state: the store's state.
    /// - Throws: what reading the recording throws, `DecodingError` if the state's type has changed since, and what encoding the state throws.
    public func verify(
        _ timeline: Timeline, actions: ActionTypes<Action>, store name: String? = nil, steps: ClosedRange<Int>? = nil,
        state: (Self) -> State
    ) async throws -> VerificationReport {
        let name = name ?? timeline.mainStore
        let own = state(self)
        await beginReplay()
        defer {
            replaceState(own)
            endReplay()
        }
        var report = VerificationReport()
        for number in steps?.clamped(to: timeline.steps) ?? timeline.steps {
            guard let step = try timeline.step(at: number), step.store == name, let line = step.action, line.type != ActionLine.external
            else {
                continue
            }
            guard number > timeline.steps.lowerBound, case .known(let before) = try timeline.state(at: number - 1, store: name),
                case .known(let after) = try timeline.state(at: number, store: name)
            else {
                report.unknown.append(number)
                continue
            }
            let action: Action
            do throws(UnreplayableAction) {
                action = try actions.decode(line)
            } catch {
                report.refused.append(error)
                continue
            }
            replaceState(try before.decode(State.self))
            replay(action, of: step)
            report.verified += 1
            // Both encoded alike: a state that was written by rules of its own, with placeholders, decodes and encodes as the app has it.
            let patch = TreeDiff(from: try JSONValue(encoding: after.decode(State.self)), to: try JSONValue(encoding: state(self))).patch
            if !patch.operations.isEmpty {
                report.disagreements.append(VerificationReport.Disagreement(step: number, type: line.type, patch: patch))
            }
        }
        return report
    }
}

extension ReplayableStore where State: Codable, Action: Decodable & SendableMetatype {
    /// The same where all actions are of this store's one action type.
    public func verify(
        _ timeline: Timeline, store name: String? = nil, steps: ClosedRange<Int>? = nil, state: (Self) -> State
    ) async throws -> VerificationReport {
        try await verify(timeline, actions: .itself, store: name, steps: steps, state: state)
    }
}
