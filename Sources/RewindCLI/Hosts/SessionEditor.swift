import RewindDebugger
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A recorded session whose steps can be switched off and on, while a host reduces what is left.
///
/// ``timeline`` has what comes of it, with the numbers of the recording: a step that is off is one that changes nothing. Every front over a
/// timeline shows it like a recording. Use it, and its copies, from one thread at a time.
struct SessionEditor {
    /// The session as it stands.
    private(set) var history: SessionEditHistory
    /// What comes of it; the recording itself, as long as nothing is switched off.
    private(set) var timeline: Timeline
    /// How the reduction ended before the last step, as a sentence; `nil` if it did not.
    private(set) var end: String?
    private let editor: Editor
    /// The recording.
    private let recorded: Timeline
    private let store: String
    private var reducer: HostReducer
    private let directory: TemporaryDirectory

    /// - Parameters:
    ///   - name: the store, which the host has to have; needed if the recording has several.
    ///   - directory: where it puts what it computes, as long as the directory is there.
    /// - Throws: `RecordingError`, ``HostError``, or `UnknownState` if the store has no known state to begin in.
    init(_ path: String, store name: String?, in reducer: HostReducer, directory: TemporaryDirectory) throws {
        let editor = try Editor(path)
        var reducer = reducer
        let timeline = try reducer.reading(.ofProject(editor.recording))
        let store = try reducer.oneStore(of: timeline, named: name)
        let recorded = try Candidate(timeline, store: store, upTo: timeline.steps.upperBound)
        history = SessionEditHistory(recorded, base: timeline.steps.lowerBound)
        (self.editor, self.recorded, self.timeline, self.store) = (editor, timeline, timeline, store)
        (self.reducer, self.directory) = (reducer, directory)
    }

    /// Does a command at a step, and reduces what happens now.
    ///
    /// - Parameter step: the step that the command is about.
    /// - Returns: what was done, as a sentence.
    /// - Throws: `PromptError` if it can't be done, after which everything is as before; ``HostError`` or `RecordingError`.
    mutating func perform(_ verb: SessionEditVerb, at step: Int) throws -> String {
        let before = history
        do {
            let sentence = try change(verb, at: step)
            try recompute()
            return sentence
        } catch let refusal as SessionEditHistory.Refusal {
            throw PromptError(refusal.sentence(in: history))
        } catch {
            history = before
            throw error
        }
    }

    private mutating func change(_ verb: SessionEditVerb, at step: Int) throws -> String {
        switch verb {
        case .toggle:
            let (isOn, caused) = try history.toggle(step)
            if isOn { return "step \(step) is on again" }
            let numbers = caused.map { "\($0)" }.joined(separator: ", ")
            if caused.isEmpty { return "step \(step) is off" }
            return "step \(step) is off; what it caused is still on: \(caused.count == 1 ? "step" : "steps") \(numbers)"
        case .commit:
            try history.commit(timeline.state(at: step, store: store).get(), after: step)
            return "the session begins with the state after step \(step)"
        case .rollback:
            history.rollback()
            return "every step after step \(history.base) is on again"
        case .reset:
            history.reset()
            return "the session is as it was recorded"
        case .sweep:
            let count = try history.sweep()
            return count == 1 ? "1 step has left the list" : "\(count) steps have left the list"
        }
    }

    private mutating func recompute() throws {
        end = nil
        if history.isAsRecorded {
            timeline = recorded
            return
        }
        let present = history.present
        let recomputed = try Activity.during("reducing") { () throws(HostError) in try present.recomputed(by: &reducer, of: store) }
        var crash: ReducerCrash?
        switch recomputed.end {
        case .reached: break
        case .crashed(let how):
            crash = how
            end = recomputed.steps.last.map { "the reducer crashes at step \($0.step.number), \($0.step.type): \(how.words)" }
        case .refused(let reason, let step):
            end = "the host can't reduce it\(step.map { " from step \($0.number), \($0.type) on" } ?? ""): \(reason)"
        }
        // A step that is off has its number, and changes nothing.
        var results = recomputed.lines[...]
        let reached = results.last?.line.step ?? history.base
        var steps: [RecomputedStep] = []
        for part in history.listed.steps where recomputed.end == .reached || part.step.number <= reached {
            if history.off.contains(part.step.number) {
                if let line = part.step.line { steps.append(RecomputedStep(line, JSONPatch())) }
            } else if let result = results.popFirst() {
                steps.append(result)
            }
        }
        // A recording without a step begins with step 0.
        let base = steps.isEmpty ? 0 : history.base
        let session = RecomputedSession(store, from: recomputed.initial, steps, crash: crash, base: base)
        let path = try TemporaryDirectory(in: directory).path + "/" + OutputName.beside(editor.recording.path)
        timeline = try Timeline(editor.writeRecomputed(session, edits: [], output: path))
    }
}

extension SessionEditHistory.Refusal {
    /// Why a command can't be done.
    fileprivate func sentence(in history: SessionEditHistory) -> String {
        switch self {
        case .notListed(let step):
            let steps = history.listed.steps.map { $0.step.number }
            let all = steps.isEmpty ? "it is empty" : "it has steps \(steps[0]) to \(steps[steps.count - 1])"
            return "step \(step) is not on the list: \(all)"
        case .isBase: return "there is nothing to commit: the session begins with this state"
        case .nothingIsOff: return "no step is off: 'toggle' switches this one off"
        }
    }
}
