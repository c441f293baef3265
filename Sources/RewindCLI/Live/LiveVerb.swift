import RewindDebugger
import RewindRendering
import RewindReplay

/// A command at the prompt of a running app, in addition to the commands for its recording.
enum LiveVerb: String, CaseIterable {
    case dispatch, actions, get, set, edit, pause, resume, follow, mark, save

    var row: PromptRow {
        switch self {
        case .dispatch:
            PromptRow(
                "dispatch TYPE|JSON", "dispatch an action in the app; of a TYPE, the last one again; -e edits it first", takes: .type,
                details: "An action that was not recorded yet is given as JSON, or filled in with -e: "
                    + "'dispatch {\"home\":{\"_0\":{\"move\":{\"_0\":1}}}}'. Where several of the app's types can be the JSON, put the type in front of "
                    + "it: 'dispatch Cart/add {\"add\":{\"_0\":\"tea\"}}'. 'actions' lists the types. \(Self.storeWords)")
        case .actions:
            PromptRow(
                "actions [TYPE|PATTERN]", "the types of actions that the app has, or one as a template", takes: .type,
                details: Self.storeWords)
        case .get: PromptRow("get [PATH]", "print the app's state now, or a part of it", takes: .expression, details: Self.storeWords)
        case .set:
            PromptRow(
                "set PATH JSON", "set a part of the app's state; '.' is all of it", takes: .expression,
                details:
                    "'set .cart.count 3', 'set /user/name \"Ada\"'. A value that the recording hides stays as it is where it is given back. "
                    + Self.storeWords)
        case .edit:
            PromptRow(
                "edit [PATH]", "edit the app's state, or a part of it, in your editor", takes: .expression, details: Self.storeWords)
        case .pause:
            PromptRow(
                "pause", "lock the app: it refuses its user's actions, and shows the step that you go to",
                details:
                    "What the app's running effects send, and what replicas and hot reload change, waits until it is unlocked; 'resume' "
                    + "does that, and so does quitting, or a connection that breaks. \(Self.storeWords)")
        case .resume:
            PromptRow(
                "resume [--keep]", "unlock it, in the state that it had; --keep: in the state that it shows", takes: .word(["--keep"]))
        case .follow:
            PromptRow(
                "follow [FILTERS]", "show steps as they happen, with the options of 'rewind log', until C-c",
                details: "As in 'follow --type comments/* --hide-noop'.")
        case .mark: PromptRow("mark NAME", "mark this moment in the app's recording")
        case .save: PromptRow("save FILE", "save the recording so far as a file, without attachments")
        }
    }

    private static let storeWords = "--store NAME right behind it says which store is meant, in an app of several."

    /// Whether the command is about one store of the app, which `--store NAME` selects.
    var isAboutStore: Bool {
        switch self {
        case .dispatch, .actions, .get, .set, .edit, .pause: true
        case .resume, .follow, .mark, .save: false
        }
    }

    /// Finds the command for the app that a word names or abbreviates; `nil` for one for the recording.
    ///
    /// - Throws: `PromptError` if no command or several match.
    static func named(_ word: Substring) throws(PromptError) -> LiveVerb? { LiveVerb(rawValue: try words.row(for: word).name) }

    /// The words for commands, those for the app first; a name in both lists means the app's command.
    static let words = PromptWords(LiveVerb.allCases.map(\.row) + Debugger.verbs)
}
