/// A command on a session whose steps can be switched off, where a host reduces what is left; its name is that in Redux DevTools.
package enum SessionEditVerb: String, CaseIterable, Sendable {
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
}
