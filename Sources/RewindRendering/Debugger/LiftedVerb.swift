package import RewindReplay

/// A command on a session whose steps can be switched off, where a host reduces what is left; its name is that in Redux DevTools.
package enum LiftedVerb: String, CaseIterable, Sendable {
    case toggle, commit, rollback, reset, sweep

    package var row: PromptRow {
        switch self {
        case .toggle:
            PromptRow(
                "toggle [STEP]", "switch this step, or another, off or on again, and reduce the rest anew", takes: .step,
                details: "The other commands then show the session as it is without the step. What the step caused stays on.")
        case .commit:
            PromptRow("commit", "let the session begin with this state; the steps up to here leave the list")
        case .rollback: PromptRow("rollback", "go back to the last commit; every step since is on again")
        case .reset: PromptRow("reset", "go back to the session as it was recorded")
        case .sweep: PromptRow("sweep", "take the steps that are off from the list")
        }
    }

    /// What a refused command says.
    package static func sentence(_ refusal: LiftedHistory.Refusal, in history: LiftedHistory) -> String {
        switch refusal {
        case .notListed(let step):
            let steps = history.listed.steps.map { $0.step.number }
            let all = steps.isEmpty ? "it is empty" : "it has steps \(steps[0]) to \(steps[steps.count - 1])"
            return "step \(step) is not on the list: \(all)"
        case .isBase: return "there is nothing to commit: the session begins with this state"
        case .nothingIsOff: return "no step is off: 'toggle' switches this one off"
        }
    }
}
