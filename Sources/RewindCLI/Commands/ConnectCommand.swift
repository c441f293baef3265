import ArgumentParser
import RewindControl
import RewindDebugger
import RewindFormat
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind connect`: a full screen, or a prompt, for a running app.
struct ConnectCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "connect",
        abstract: "Watch and steer an app that is running.",
        discussion: """
            The app opens itself with one line, Task { try await store.goLive(recorder) }, and prints a URL. Apps of yours on this machine \
            are found without it: the only one is taken, of several you choose. For an app on another machine give its URL without the \
            token, which other users of this machine would see; the terminal then asks for it, or it is taken from REWIND_TOKEN. The name \
            of a file that holds the whole URL will do as well.

            The full screen and the prompt are those of 'rewind step', over the recording as it goes on: each command sees what has \
            happened by then, and you stay at the step where you were. These commands, after ':' on the screen or at the prompt, are about \
            the app itself; in an app of several stores, each is about the one \
            that has the place, or had an action of the type, and --store says which where more could be meant:

            \(CommandHelp.text(LiveVerb.allCases.map(\.row), columns: 79, indent: 2))

            What the recording hides is hidden here, too. Editing something else leaves it as it is.

            With one of the options below, there is no prompt: they are done in the order dispatch, set, mark, the files and commands \
            of -x and --command, get, save, watch. --watch shows steps from now on until the app ends or C-c; --from-start shows those \
            before as well.

            An app that has ended and was started again takes the next command.

            The exit status is 1 if the app refuses something, 2 if there is no such app or the connection is lost for good, 3 if steps were \
            missed.

            EXAMPLES
              rewind connect
              rewind connect Episodes --watch --type 'comments/*' --hide-noop
              rewind connect --watch --json | jq -r .type
              rewind connect --get .comments.selection
              rewind connect --set '.search.query="cats"'
              rewind connect --dispatch search/start --get .search.loading
              rewind connect ws://192.168.0.7:49152/rewind --save bug.rewind
              rewind connect --command pause --command 'back 3' --command print
            """)

    @Argument(help: ArgumentHelp(AppChoice.help, valueName: "app"))
    var app: String?

    @Flag(name: .customLong("prompt"), help: "Ask for one command after the other at a prompt, instead of showing a full screen.")
    var asksAtPrompt = false

    @Option(help: "The store, in an app of several; needed where more than one can be meant.")
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Dispatch an action: JSON, if need be behind its type (Cart/add {…}); or a type, of which the last recorded one is dispatched again.",
            valueName: "action"), transform: { try LiveCommand.Action(parsing: $0[...]) })
    var dispatch: [LiveCommand.Action] = []

    @Option(
        help: ArgumentHelp("Set a part of the state, as in '.user.name=\"Ada\"'.", valueName: "path=json"),
        transform: { try LiveCommand(setting: $0) })
    var set: [LiveCommand] = []

    @Option(
        help: ArgumentHelp("Mark this moment in the app's recording.", valueName: "name"),
        transform: StepReference.markName)
    var mark: [String] = []

    @Option(help: "A command of the prompt; may be given several times.")
    var command: [String] = []

    @Option(
        name: .customShort("x"),
        help: ArgumentHelp("A file of commands, one per line, to run before those of --command.", valueName: "file"))
    var script: String?

    @Option(
        help: ArgumentHelp("Print a part of the state; '.' is all of it.", valueName: "path"),
        transform: { try LiveCommand.path($0[...]) })
    var get: [JSONPointer] = []

    @Option(
        help: ArgumentHelp("Save the recording so far as a file, without what the app attached to it.", valueName: "file"),
        completion: .file())
    var save: String?

    @Flag(help: "Replace the file of --save if it exists.")
    var force = false

    @Flag(help: "Show steps as they happen.")
    var watch = false

    @Flag(help: "Show with --watch also the steps that the app has recorded before.")
    var fromStart = false

    @Flag(help: "Show with --watch also what the app logs.")
    var logs = false

    @OptionGroup(title: "Which steps") var filters: LogFilters

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Show and take what the recording hides, if the app allows it.")
    var reveal = false

    @Flag(help: "Write JSON: one value, or one per line for lists.")
    var json = false

    @OptionGroup var colour: ColourOption

    func validate() throws {
        if !watch, !filters.isEmpty || fromStart || logs { throw ValidationError("options that select steps need --watch") }
        if force, save == nil { throw ValidationError("--force needs --save") }
        try OutputName.check(save)
    }

    /// What the options ask for, in the order in which it is done.
    private func requests() throws -> [LiveSessionLoop.Request] {
        let before: [LiveCommand] = dispatch.map { .dispatch($0) } + set + mark.map { .mark($0) }
        let lines = try TextInput.commands(script) + command
        let after: [LiveCommand] = get.map { .get($0) } + (save.map { [.save($0, overwrites: force)] } ?? [])
        return before.map { .command($0) } + lines.map { .line($0) } + after.map { .command($0) }
    }

    func run() throws {
        let requests = try requests()
        var next: Next? = Next(
            address: try AppChoice.address(app, store: store, waits: waiting.wait || requests.isEmpty && waiting.isGiven))
        while let here = next {
            next = nil
            try TemporaryDirectory.with { next = try session(requests, here, in: $0) }
        }
    }

    /// A new run of the app, and the line that was typed when it was found.
    private struct Next {
        var address: LiveAddress
        var line: String?
    }

    /// Connects to one run of the app; returns the next run, if the command waits for it.
    private func session(_ requests: [LiveSessionLoop.Request], _ here: Next, in folder: TemporaryDirectory) throws -> Next? {
        let isOnlyWatching = watch && requests.isEmpty && !fromStart
        let isForPerson = requests.isEmpty && StandardStream.input.isTerminal
        let app = try ConnectedApp(
            here.address, folder: folder, from: isOnlyWatching ? .now : .start, answerTime: isForPerson ? nil : .seconds(10))
        defer { app.close() }
        let debugger = LiveDebugger(
            app, store: store, reveals: reveal, edit: { text, name in try FullScreen.aside { try TextEditor.edit(text, name: name) } },
            retries: { reason in FullScreen.aside { TextEditor.asksAgain(because: reason) } })
        var loop = LiveSessionLoop(app, debugger, console: colour.console, asJSON: json)
        // A person who sets or looks for a text has to know first; a full screen says it by itself.
        let showsScreen = requests.isEmpty && !watch && !asksAtPrompt && FullScreen.isPossible
        if !showsScreen, !isOnlyWatching, let words = PseudonymText.sentence(app.info.level) { Diagnostics.say(words) }
        try loop.run(requests)
        if watch {
            do {
                try loop.watch(filters.filter(store: store), withLogs: logs, fromStart: fromStart)
            } catch ExitStatus.failed where waiting.isGiven && app.end != nil {}
            guard waiting.isGiven, app.end != nil else { return nil }
            return Next(address: try AppChoice.wait(forSuccessorOf: app.info, since: app.connected))
        }
        guard requests.isEmpty else { return nil }
        if !asksAtPrompt, FullScreen.isPossible {
            var screen = StepScreen(try LiveVerbs(app, debugger))
            if let line = here.line { screen.run(line) }
            if let left = ScreenLoop.run(screen, wantsColour: colour.choice.isColoured) {
                return try (left.verbs as? LiveVerbs)?.next.map { Next(address: try LiveAddress(parsing: $0.app.url), line: $0.line) }
            }
        }
        let info = app.info
        let paused = info.isPaused ? ", paused by another command" : ""
        Diagnostics.say("\(info.app), process \(info.process), at step \(info.step)\(paused); 'help' lists the commands")
        if StandardStream.input.isTerminal {
            return try loop.prompt(first: here.line).map { next, line in Next(address: try LiveAddress(parsing: next.url), line: line) }
        }
        try loop.run(AnyIterator { TextInput.line() }.lazy.filter { !$0.isEmpty }.map { .line($0) })
        return nil
    }
}
