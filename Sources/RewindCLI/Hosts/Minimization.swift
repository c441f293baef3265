import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The few actions of a recording that show a bug, as a host found them.
struct Minimization {
    /// The actions that are left, with what they change.
    let steps: [RecomputedStep]
    /// How many there were.
    let of: Int
    /// How many candidates were tried.
    let runs: Int
    /// The crash that they show; `nil` if they show a state.
    let crash: ReducerCrash?
    let session: RecomputedSession
    /// What was done, for the manifest of a recording that has only these.
    let edits: [RecordingEdit]
    /// The types of the actions that were left out, in their order.
    let leftOut: [String]
    /// Whether the condition is true before the first action, so that any action would do.
    let holdsFromTheBeginning: Bool

    /// A condition asks for what no state has.
    struct AsksForNothing: Error, CustomStringConvertible {
        let remark: Remark
        var description: String { remark.sentence }
    }

    static let until = Parameter(
        "until", .expression, isWord: false,
        "What is to be shown: crash, or an expression that is false in every healthy session; it may use $before and $action.")
}

extension HostReducer {
    /// Finds the few actions of a recording that still crash, or lead to a state.
    ///
    /// - Parameters:
    ///   - until: the condition on the state, or the crash that was recorded.
    ///   - progress: told how far it is.
    /// - Throws: `NegativeAnswer` if not even all actions show it, ``Minimization/AsksForNothing``, `RecordingError`, or ``HostError``.
    func minimized(
        _ recorded: Timeline, until condition: WrittenCondition?, store name: String?, progress: @escaping (String) -> Void
    ) throws -> Minimization {
        let crash = condition == nil ? try recorded.stepThatCrashed() : nil
        if condition == nil, crash == nil { throw Self.nothingCrashed(recorded) }
        var reducer = self
        let timeline = try reducer.reading(recorded)
        let store = if let crash { crash.store } else { try timeline.oneStore(toAsk: condition.map { [$0.predicate] } ?? [], named: name) }
        try reducer.recordedStores(of: timeline, named: store)
        let whole = try Candidate(timeline, store: store, upTo: crash?.number ?? timeline.steps.upperBound)
        var trial = HostTrial(reducer, store: store, goal: condition.map { .state($0.predicate) } ?? .crash)
        var minimizer = Minimizer(whole) { (candidate) throws(HostError) in
            try trial.shows(candidate)
        } progress: { minimizer in
            progress("minimizing, \(minimizer.shortest.steps.count) of \(whole.steps.count) steps left, \(minimizer.attempts) runs")
        }
        guard try minimizer.run() else {
            if let refusal = trial.refusal {
                throw RecordingError(.unsupported, "the host can't reduce it: \(refusal)", path: timeline.recording.path)
            }
            if let condition,
                let unmatchedReference = try timeline.unmatchedReference(of: condition.predicate, in: SearchedStores(names: [store]))
            {
                throw Minimization.AsksForNothing(remark: .absent(unmatchedReference, from: condition.description))
            }
            let what = condition.map { "'\($0)' is true after none of the steps" } ?? "the reducer does not crash"
            throw NegativeAnswer(
                description: "there is nothing to minimize: \(what), when all \(whole.steps.count) are reduced in the host")
        }
        let recomputed = try trial.recompute(minimizer.shortest)
        let steps = recomputed.lines
        func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
        var edit = RecordingEdit(
            .minimize, [("kept", .array(steps.map { number($0.line.step) })), ("of", number(timeline.steps.upperBound))])
        edit.until = condition?.description ?? "crash"
        var session = RecomputedSession(store, from: recomputed.initial, try trial.updated(steps), crash: trial.crash)
        let kept = Set(steps.map(\.line.step))
        session.version = trial.reducer.version(of: store, in: timeline)
        return Minimization(
            steps: steps, of: whole.steps.count, runs: minimizer.attempts, crash: trial.crash, session: session,
            edits: [edit] + minimizer.changes, leftOut: whole.steps.map(\.step).filter { !kept.contains($0.number) }.map(\.type),
            holdsFromTheBeginning: condition?.predicate.holds(inFirst: whole.initial) == true)
    }

    /// That there is no crash to minimize.
    static func nothingCrashed(_ timeline: Timeline) -> NegativeAnswer {
        NegativeAnswer(
            description: "there is no crash to minimize: the app did not end in a reducer, it \(EndingText(of: timeline.recording).verb)")
    }
}
