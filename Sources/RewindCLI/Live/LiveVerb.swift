import RewindRendering
import RewindReplay

/// A command at the prompt of a running app, in addition to the commands for its recording.
enum LiveVerb: String, CaseIterable {
    case dispatch, actions, get, set, edit, pause, resume, follow, mark, save, help

    /// The command with its arguments.
    var usage: String {
        switch self {
        case .dispatch: "dispatch TYPE|JSON"
        case .actions: "actions [TYPE|PATTERN]"
        case .get: "get [PATH]"
        case .set: "set PATH JSON"
        case .edit: "edit [PATH]"
        case .pause: "pause"
        case .resume: "resume [--keep]"
        case .follow: "follow [FILTERS]"
        case .mark: "mark NAME"
        case .save: "save FILE"
        case .help: "help [COMMAND]"
        }
    }

    /// Whether the command is about one store of the app, which `--store NAME` selects.
    var isAboutStore: Bool {
        switch self {
        case .dispatch, .actions, .get, .set, .edit, .pause: true
        case .resume, .follow, .mark, .save, .help: false
        }
    }

    /// A summary of the command.
    var summary: String {
        switch self {
        case .dispatch: "dispatch an action in the app; of a TYPE, the last one again; -e edits it first"
        case .actions: "the types of actions that the app has, or one as a template"
        case .get: "print the app's state now, or a part of it"
        case .set: "set a part of the app's state; '.' is all of it"
        case .edit: "edit the app's state, or a part of it, in your editor"
        case .pause: "lock the app: it refuses its user's actions, and shows the step that you go to"
        case .resume: "unlock it, in the state that it had; --keep: in the state that it shows"
        case .follow: "show steps as they happen, with the options of 'rewind log', until C-c"
        case .mark: "mark this moment in the app's recording"
        case .save: "save the recording so far as a file, without attachments"
        case .help: "this list, or one command"
        }
    }

    /// Details of the command, for `help COMMAND`.
    var details: String? {
        switch self {
        case .dispatch:
            "An action that was not recorded yet is given as JSON, or filled in with -e: 'dispatch {\"home\":{\"_0\":{\"move\":{\"_0\":1}}}}'. "
                + "It is compared with those of its type that were recorded; one that has other members or kinds of values is refused, "
                + "unless --force is given. Where several of the app's types can be the JSON, put the type in front of it: "
                + "'dispatch Cart/add {\"add\":{\"_0\":\"tea\"}}'. 'actions' lists the types."
        case .set: "'set .cart.count 3', 'set /user/name \"Ada\"'. A value that the recording hides stays as it is where it is given back."
        case .pause:
            "What the app's running effects send, and what replicas and hot reload change, waits until it is unlocked; 'resume' does that, "
                + "and so does quitting, or a connection that breaks."
        case .follow: "As in 'follow --type comments/* --hide-noop'."
        default: nil
        }
    }

    /// The meaning of a word at the prompt.
    enum Meaning {
        case live(LiveVerb)
        /// A command for the recording.
        case recorded
    }

    /// Finds the command that a word names or abbreviates, among those for the app and those for the recording.
    ///
    /// - Throws: `Debugger.Problem` if no command or several match.
    static func named(_ word: Substring) throws(Debugger.Problem) -> Meaning {
        if let exact = LiveVerb(rawValue: String(word)) { return .live(exact) }
        if word == "h" || word == "?" { return .live(.help) }
        if Debugger.Command.allCases.contains(where: { $0.rawValue == word || $0.aliases.contains(String(word)) }) { return .recorded }
        let fitting = words.filter { $0.hasPrefix(word) }
        // A letter that suffices in 'rewind step' suffices here.
        if word.count == 1, (try? Debugger.Command.named(word)) != nil { return .recorded }
        if fitting.count > 1 { throw Debugger.Problem("'\(word)' could be \(fitting.joined(separator: " or "))") }
        if let only = fitting.first { return LiveVerb(rawValue: only).map(Meaning.live) ?? .recorded }
        if word.hasPrefix("--") { throw Debugger.Problem.misplacedOption }
        let meant = NearWord.question(for: String(word), among: words)
        throw Debugger.Problem("there is no command '\(word)'\(meant) 'help' lists them")
    }

    /// The commands' names, those for the app first; a name in both lists means the app's command.
    static var words: [String] {
        allCases.map(\.rawValue) + Debugger.Command.allCases.map(\.rawValue).filter { LiveVerb(rawValue: $0) == nil }
    }

    // MARK: Help

    /// The column width of the names, as in the help for the other commands.
    private static let width = 20

    private var row: Line { (Line(DisplayWidth.padded(usage, to: Self.width), .name) + Line(summary)).hanging(Self.width) }

    /// The commands for the app, and a list of the others.
    static var overview: [Line] {
        let others = Debugger.Command.allCases.map(\.rawValue).filter { LiveVerb(rawValue: $0) == nil }
        return allCases.map(\.row) + [
            Line(
                "Over the recording, as in 'rewind step': \(others.joined(separator: ", ")). 'help NAME' explains one. In an app of several stores, "
                    + "--store NAME right behind a command says which is meant.", .faint
            ).hanging(0)
        ]
    }

    /// The help for one command.
    var lines: [Line] {
        let store = isAboutStore ? "--store NAME right behind it says which store is meant, in an app of several." : nil
        return [row] + [details, store].compactMap(\.self).map { Line($0, .faint).hanging(0) }
    }

    /// All commands for the app as text of a given width.
    static func text(columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return allCases.filter { $0 != .help }.flatMap { $0.row.wrapped(to: columns - indent) }.map { margin + $0.text }
            .joined(separator: "\n")
    }
}
