import RewindFormat

extension Debugger {
    /// A command at the prompt; an unambiguous abbreviation is accepted, and so is gdb's name for it.
    package enum Command: String, PromptVerb {
        case next, back, goto, `continue`
        case reverseContinue = "reverse-continue"
        case until, `break`, tbreak, watch, condition, delete, print, display, undisplay, diff, blame, history, find, `where`, list, mark
        case checkpoint, restart
        case info, crash, help, quit

        package var aliases: [String] {
            switch self {
            case .next: ["n", "s", "step"]
            case .back: ["rs", "rn", "reverse-step", "reverse-next"]
            case .goto: ["g", "jump"]
            case .continue: ["c"]
            case .reverseContinue: ["rc"]
            case .until: ["u"]
            case .break: ["b"]
            case .tbreak: ["tb", "t"]
            case .print: ["p"]
            case .find: ["f"]
            case .info: ["i"]
            case .delete: ["d"]
            case .where: ["bt", "backtrace"]
            case .list: ["l", "log"]
            case .restart: ["r", "run"]
            case .help: ["h", "?"]
            case .quit: ["q", "exit"]
            default: []
            }
        }

        /// What "place" means in a command's usage.
        package static let places =
            "A PLACE is a type of action (home/*), 'path PATH' or 'when EXPR'; the first two may have 'when EXPR' as well; 'if' means 'when'. "
            + "A PATH or an EXPR alone will do, too. 'when EXPR' alone stops where EXPR becomes true, and, if EXPR asks what happened ($type, $action, $before), at each step where EXPR "
            + "is true. "
            + "An EXPR is jq, as in '.cart.items | length > 2'. " + StepWord.help
            + " In a recording of several stores, the state is that of the store whose step it is."

        package var usage: String {
            switch self {
            case .next: "next [N]"
            case .back: "back [N]"
            case .goto: "goto STEP"
            case .print: "print [EXPR]"
            case .diff: "diff [A [B]]"
            case .list: "list [A..B]"
            case .until: "until STEP|PLACE"
            case .break: "break STEP|PLACE"
            case .tbreak: "tbreak STEP|PLACE"
            case .watch: "watch PATH|EXPR"
            case .delete: "delete [N]"
            case .blame: "blame [PATH]"
            case .condition: "condition N [EXPR]"
            case .display: "display [EXPR]"
            case .history: "history [PATH]"
            case .find: "find EXPR"
            case .undisplay: "undisplay [N]"
            case .mark: "mark NAME"
            case .restart: "restart [N]"
            case .info: "info [TOPIC]"
            case .help: "help [COMMAND]"
            case .continue, .reverseContinue, .where, .checkpoint, .crash, .quit: rawValue
            }
        }

        package var summary: String {
            switch self {
            case .next: "go forward one step, or N"
            case .back: "go back one step, or N"
            case .goto: "go to a step: 17, start, end, end-3, @1:02.5"
            case .print: "print the state here, a part of it (.cart.items[0]), or what an expression comes to"
            case .diff: "what this step changed; or what differs from A, or between A and B"
            case .list: "the steps around here, or those from A to B"
            case .continue: "go on to the next breakpoint, or to the end"
            case .reverseContinue: "go back to the previous breakpoint, or to the beginning"
            case .until: "go on to a later step, or to the next such place"
            case .break: "stop at a step or a place whenever it is passed, but for 'goto'"
            case .tbreak: "stop at a step or a place once; then delete the breakpoint"
            case .watch: "stop where the value at a path, or of an expression, changes"
            case .delete: "delete a breakpoint, or all"
            case .blame: "which step last changed the state here, or a part of it"
            case .where: "what caused this action, and where it was sent from"
            case .condition: "make a breakpoint stop only where EXPR is true; without EXPR, everywhere"
            case .display: "show a part of the state after every move; without EXPR, show all of these now"
            case .history: "every value that a part of the state had, and since when"
            case .find: "where an expression becomes true, without going there"
            case .undisplay: "stop showing one of them, or all"
            case .mark: "name this step :NAME until you quit"
            case .checkpoint: "remember this step by a number"
            case .restart: "go to a checkpoint; without N, to the beginning"
            case .info: "describe the recording; or list the breakpoints, displays, checkpoints or marks"
            case .crash: "how the app died, and what led to it"
            case .help: "this list, or one command"
            case .quit: "leave"
            }
        }

        /// The command that a word names, or is the beginning of.
        ///
        /// - Throws: ``Problem`` if no command matches, or several do.
        package static func named(_ word: some StringProtocol) throws(Problem) -> Command {
            // Every name is a command's.
            Command(rawValue: try words.name(for: word)) ?? .help
        }

        /// The words of the prompt over a recording.
        package static let words = PromptWords(of: Command.self)

        package var argument: PromptArgument {
            switch self {
            case .help: .command
            case .info: .word(["breakpoints", "displays", "checkpoints", "marks"])
            case .delete: .breakpoint
            case .condition: .condition
            case .undisplay: .display
            case .restart: .checkpoint
            case .goto, .list, .diff: .step
            case .break, .tbreak, .until: .place
            case .print, .display, .watch, .blame, .history, .find: .expression
            case .next, .back, .continue, .reverseContinue, .where, .mark, .checkpoint, .crash, .quit: .nothing
            }
        }

        package var details: String? { usage.contains("PLACE") || usage.contains("EXPR") ? Self.places : nil }
    }

    /// Why a command was not executed, worded for the user.
    package struct Problem: Error, CustomStringConvertible {
        package let message: String
        package var description: String { message }
        /// Possible reasons for the problem.
        let remarks: [Remark]
        /// The error, if the recording can't be read there.
        let unreadable: RecordingError?

        package init(_ message: String, _ remarks: [Remark] = []) {
            (self.message, self.remarks, unreadable) = (message, remarks, nil)
        }

        /// Reading the recording failed, or it has no such step.
        init(_ error: RecordingError) {
            var words = error
            words.path = nil  // at a prompt there is one recording
            (message, remarks, unreadable) = (words.description, [], error.code == .noSuchStep ? nil : error)
        }

        /// Runs a closure that reads the recording.
        static func reading<Result>(_ body: () throws(RecordingError) -> Result) throws(Problem) -> Result {
            do throws(RecordingError) { return try body() } catch { throw Problem(error) }
        }

        /// Runs a closure that asks a question.
        static func asking<Result>(_ body: () throws(QuestionError) -> Result) throws(Problem) -> Result {
            do throws(QuestionError) { return try body() } catch {
                if case .recording(let error) = error { throw Problem(error) }
                throw Problem(error.description)
            }
        }

        /// Runs a closure that reads a text.
        static func parsing<Result, Failure: Error & CustomStringConvertible>(
            _ body: () throws(Failure) -> Result
        ) throws(Problem) -> Result {
            do throws(Failure) { return try body() } catch { throw Problem(error.description) }
        }

        /// The message for an option in any other position.
        package static let misplacedOption = Problem("options stand right behind the command, as in 'print --store NAME .cart'")
    }
}
