extension Debugger {
    /// A command at the prompt; an abbreviation will do if it fits only one command, and so will `b`, `c`, `d`, `r`, `rc` and `u`.
    package enum Command: String, Sendable, CaseIterable {
        case next, back, goto, `continue`
        case reverseContinue = "reverse-continue"
        case until, `break`, watch, condition, delete, print, display, undisplay, diff, blame, `where`, list, mark, checkpoint, restart
        case info, help, quit

        /// Beginnings that fit several commands and mean the one that is typed most.
        private static let abbreviations: [String: Command] = [
            "b": .back, "d": .diff, "c": .continue, "rc": .reverseContinue, "r": .reverseContinue, "re": .reverseContinue, "u": .until,
        ]

        /// What "place" means in a command's usage.
        package static let places =
            "A place is a type of action (home/*), 'path PATH' or 'when EXPR'; the first two may have 'when EXPR' as well."

        /// The command with its arguments.
        package var usage: String {
            switch self {
            case .next: "next [N]"
            case .back: "back [N]"
            case .goto: "goto STEP"
            case .print: "print [PATH]"
            case .diff: "diff [A [B]]"
            case .list: "list [A..B]"
            case .until: "until STEP|PLACE"
            case .break: "break PLACE"
            case .watch: "watch PATH"
            case .delete: "delete [N]"
            case .blame: "blame [PATH]"
            case .condition: "condition N [EXPR]"
            case .display: "display [PATH]"
            case .undisplay: "undisplay [N]"
            case .mark: "mark NAME"
            case .restart: "restart [N]"
            case .info: "info [TOPIC]"
            case .continue, .reverseContinue, .where, .checkpoint, .help, .quit: rawValue
            }
        }

        /// What the command does, in a few words.
        package var summary: String {
            switch self {
            case .next: "go forward one step, or N"
            case .back: "go back one step, or N"
            case .goto: "go to a step: 17, start, end, end-3, @1:02.5"
            case .print: "print the state here, or a part of it: .cart.items[0]"
            case .diff: "what this step changed; or what differs from A, or between A and B"
            case .list: "the steps around here, or those from A to B"
            case .continue: "go on to the next breakpoint, or to the end"
            case .reverseContinue: "go back to the previous breakpoint, or to the beginning"
            case .until: "go on to a later step, or to the next such place"
            case .break: "stop at a place whenever it is passed"
            case .watch: "stop where the value at a path changes: break path PATH"
            case .delete: "delete a breakpoint, or all"
            case .blame: "which step last changed the state here, or a part of it"
            case .where: "what caused this action, and where it was sent from"
            case .condition: "make a breakpoint stop only where EXPR is true; without EXPR, everywhere"
            case .display: "show a part of the state after every move; without PATH, show all of these now"
            case .undisplay: "stop showing one of them, or all"
            case .mark: "name this step :NAME until you quit"
            case .checkpoint: "remember this step by a number"
            case .restart: "go back to a checkpoint; without N, to the beginning"
            case .info: "describe the recording; or list the breakpoints, displays, checkpoints or marks"
            case .help: "this list"
            case .quit: "leave"
            }
        }

        /// The command that a word is, or begins.
        ///
        /// - Throws: ``Problem`` if it is none, or several.
        static func named(_ word: some StringProtocol) throws(Problem) -> Command {
            if let exact = Command(rawValue: String(word)) ?? abbreviations[String(word)] { return exact }
            let fitting = allCases.filter { $0.rawValue.hasPrefix(word) }
            if fitting.count == 1 { return fitting[0] }
            let names = fitting.map { $0.rawValue }.joined(separator: " or ")
            throw Problem(
                fitting.isEmpty
                    ? "there is no command '\(word)'"
                        + (NearWord.to(String(word), among: allCases.map { $0.rawValue }).map { "; did you mean '\($0)'?" } ?? ";")
                        + " 'help' lists them"
                    : "'\(word)' could be \(names)")
        }
    }

    /// Why a command was not done, in words for whoever typed it.
    struct Problem: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }
}
