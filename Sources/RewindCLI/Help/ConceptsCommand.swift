import ArgumentParser
import RewindReplay

/// `rewind help concepts`: the words that all commands share, and the exit statuses.
struct ConceptsCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "concepts",
        abstract: "How recordings, steps, ranges and paths are named, and what an exit status says.",
        discussion: """
            A recording holds every action that an app's store reduced, and the state after each. It is one file, such as bug.rewind, or the \
            directory that an app records into. 'latest' is the newest recording that an app made on this machine ('rewind list' lists them all), and what a command reads where none is named; \
            never what a command other than 'seal' and 'recover' made from another one; REWIND_HOME names the directory \
            that keeps track of it, by default ~/.local/share/rewind. If an app records into another directory, its recordings are found \
            only in that directory, in the one above it if it is called 'recordings', and while the app is live.

            A step is a number (17), 'start', 'end', 'end-3', a time (@90s, @1:02.5), or a mark (:checkout); step 0 is the state before the \
            first action. A path is a JSON Pointer (/cart/items/0) or dotted (.cart.items[0]).

            \(RangesCommand.text)

            \(StepWord.help) 'rewind help expressions' says more.

            A recording into which an app is still recording is shown as it is at that moment, and 'ticket' takes what is there so far; \
            'doctor', and other commands that make a new one of it or change it, refuse it with status 2 until the app has ended.

            A step is lost if it happened but is not in the recording, and left out if it was removed on purpose. A state is unknown if \
            it can't be worked out, because something that leads to it is lost or was recorded only together with later steps.

            'rewind FILE' is short for 'rewind step FILE' on a terminal, and for 'rewind info FILE' elsewhere. 'rewind --generate-completion-script SHELL' prints a completion script for bash, zsh \
            or fish.

            Output that is longer than the screen is shown by the pager that REWIND_PAGER or PAGER names, else by less; an empty variable, \
            'cat' or --no-pager means none. A pipe or a file never gets one.

            Questions about paths of a long recording build an index of it once, and 'rewind groups' makes tables of many recordings; both are \
            kept in the user's cache directory. REWIND_CACHE names another directory, or is 'off' for none.

            A recording whose name ends in .age is sealed: it is opened with the secret key in key.txt beside the recordings of this machine, which \
            'rewind keygen' makes, with the one that REWIND_IDENTITY names, or with --identity FILE, which every command takes.

            The URL that a running app prints has its token, which lets anyone change the app; other users of the machine see \
            what a command is given. So give a URL without the token: that of an app of yours on this machine is found, else it is taken \
            from REWIND_TOKEN, else the terminal asks for it. Or give the name of a file that holds the whole URL.

            EXIT STATUS
              0   success
              1   the answer is no: nothing was found, the states differ, or the
                  recording has no such step, mark, path, store or attachment
              2   failure: a file is missing, damaged or in the way, or an app
                  can't be reached
              3   success, but something that had been recorded is lost
              64  wrong usage: an unknown option, or a step, a range, a path or
                  an expression that no recording could answer
              'rewind record' exits with the status of the command it ran.
            """,
        shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(self) }
}

/// `rewind help agents`: how a coding assistant finds the cause of a bug.
struct AgentsCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "agents", abstract: "How a coding assistant finds the cause of a bug in a recording.", discussion: AgentsPage.text,
        shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(self) }
}

/// `rewind help ranges`: how ranges of steps are written.
struct RangesCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "ranges", abstract: "How steps and ranges of steps are named.",
        discussion: """
            A step is a number (17), 'start', 'end', 'end-3', a time (@90s, @1:02.5), or a mark (:checkout); step 0 is the state before the \
            first action.

            \(text)
            """, shouldDisplay: false)

    static let text = """
        A range of steps is 10..20, 10.., ..20 or, by time, @1:00..@1:30. It follows the recording; a command that takes a \
        path or an expression there takes it as --steps 10..20, which log, stats, play, trim, filter and export know as well. A range \
        that begins with a time begins with the first step at or after it; 'diff' compares the states that the app had at both times. A time \
        after the last action is no step, but may end a range.
        """

    func run() throws { throw CleanExit.helpRequest(self) }
}

/// `rewind help expressions`: what an expression may consist of.
struct ExpressionsCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "expressions", abstract: "What an expression or a condition may consist of.",
        discussion: """
            \(StepWord.help)

            An expression is jq. What needs no jq is evaluated only where what it reads changed, so it is fast in a long recording. \
            \(ExpressionError.supported). Anything else is run by jq after every change. jq's numbers are doubles: where that rounds a number, the answer says so.

            A condition is true if it evaluates to anything but false and null. A path that no state has is most likely a typing error: the \
            answer says so, with similar names.

            EXAMPLES
              rewind find latest '.cart.items | length > 2'
              rewind log latest --where '$type == "cart/add" and .cart != $before.cart'
              rewind check latest 'all(.cart.items[]; .price > 0)'
            """, shouldDisplay: false)

    func run() throws { throw CleanExit.helpRequest(self) }
}
