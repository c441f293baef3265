import RewindFormat
import RewindRendering
import RewindReplay

extension Debugger {
    /// A command at the prompt; an unambiguous abbreviation is accepted, and so is gdb's name for it.
    package enum Command: String, CaseIterable, Sendable {
        case next, back, goto, `continue`
        case reverseContinue = "reverse-continue"
        case until
        case reverseUntil = "reverse-until"
        case `break`, tbreak, watch, condition, delete, display, undisplay, `where`, mark
        case checkpoint, restart
        case info, help, quit

        /// Its row in the table that help, completion and abbreviations come from.
        var row: PromptRow {
            switch self {
            case .next: PromptRow("next [N]", "go forward one step, or N", aliases: ["n", "s", "step"])
            case .back: PromptRow("back [N]", "go back one step, or N", aliases: ["rs", "rn", "reverse-step", "reverse-next"])
            case .goto: PromptRow("goto STEP", "go to a step: 17, start, end, end-3, @1:02.5", aliases: ["g", "jump"], takes: .step)
            case .continue: PromptRow("continue", "go on to the next breakpoint, or to the end", aliases: ["c"])
            case .reverseContinue:
                PromptRow("reverse-continue", "go back to the previous breakpoint, or to the beginning", aliases: ["rc", "reverse"])
            case .until:
                PromptRow(
                    "until STEP|PLACE", "go on to a later step, or to the next such place", aliases: ["u"], takes: .place,
                    details: VerbDeclaration.places)
            case .reverseUntil:
                PromptRow(
                    "reverse-until STEP|PLACE", "go back to an earlier step, or to the last such place before", aliases: ["ru"],
                    takes: .place, details: VerbDeclaration.places)
            case .break:
                PromptRow(
                    "break STEP|PLACE", "stop at a step or a place whenever it is passed, except by 'goto'", aliases: ["b"], takes: .place,
                    details: VerbDeclaration.places)
            case .tbreak:
                PromptRow(
                    "tbreak STEP|PLACE", "stop at a step or a place once; then delete the breakpoint", aliases: ["tb", "t"], takes: .place,
                    details: VerbDeclaration.places)
            case .watch:
                PromptRow(
                    "watch PATH|EXPR", "stop where the value at a path, or of an expression, changes", takes: .expression,
                    details: VerbDeclaration.places)
            case .condition:
                PromptRow(
                    "condition N [EXPR]", "make a breakpoint stop only where EXPR is true; without EXPR, everywhere", takes: .condition,
                    details: VerbDeclaration.places)
            case .delete: PromptRow("delete [N]", "delete a breakpoint, or all", aliases: ["d"], takes: .breakpoint)
            case .display:
                PromptRow(
                    "display [EXPR]", "show a part of the state after every move; without EXPR, show all of these now", takes: .expression,
                    details: VerbDeclaration.places)
            case .undisplay: PromptRow("undisplay [N]", "stop showing one of them, or all", takes: .display)
            case .where: PromptRow("where", "what caused this action, and where it was sent from", aliases: ["bt", "backtrace"])
            case .mark: PromptRow("mark NAME", "name this step :NAME until you quit")
            case .checkpoint: PromptRow("checkpoint", "remember this step by a number")
            case .restart:
                PromptRow("restart [N]", "go to a checkpoint; without N, to the beginning", aliases: ["r", "run"], takes: .checkpoint)
            case .info:
                PromptRow(
                    "info [TOPIC]", "describe the recording; or list the breakpoints, displays, checkpoints or marks", aliases: ["i"],
                    takes: .word(["breakpoints", "displays", "checkpoints", "marks"]))
            case .help: PromptRow("help [COMMAND]", "this list, or one command", aliases: ["h", "?"], takes: .command)
            case .quit: PromptRow("quit", "leave", aliases: ["q", "exit"])
            }
        }

        var usage: String { row.usage }
    }

    /// The verbs of the prompt: those that move, and those that ask.
    package static let verbs: [PromptRow] = {
        let commands = Command.allCases.map { $0.row }
        return commands.dropLast(3) + readers.map { PromptRow($0.declaration) } + commands.suffix(3)
    }()

    /// The verbs that read, without those for which the prompt has a command.
    static let readers = Verbs.all.filter { Command(rawValue: $0.declaration.name) == nil }

    /// The words of the prompt over a recording.
    package static let words = PromptWords(verbs)
}
