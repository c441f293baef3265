package import ArgumentParser
import RewindCapture
import RewindControl
import RewindFormat
import RewindStore
import RewindSystem
import RewindValue
import SmallFoundation

/// The program: a terminal app about TV episodes, for trying out Rewind.
package struct EpisodesCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "Episodes",
        abstract: "See which TV episodes come next, and comment on them.",
        discussion: """
            Sign in as ada with the password lovelace. The episodes, and the server, are made up and bundled.

            A script is user input, one command a line; # begins a comment:
              key K         press a key: a character or a name
              enter         a key by its name alone: enter, escape, backspace,
                            tab, up, down, space, ctrl-c
              type TEXT     type a text
              wait THING    wait until it is so: home.loaded, search.loaded,
                            details.loaded, comments.loaded, comments.empty,
                            comments.settled (no request is under way),
                            session.begun, idle (nothing is going on at all)
              sleep SECONDS do nothing for a while
              screen        print the screen (unless it is there to be seen)
              expect TEXT   fail unless the text is on the screen

            EXAMPLES
              Episodes
              Episodes --script session.txt --seed 7 --latency 0.05
              Episodes --hot-reload state.json
              Episodes --replicate /tmp/shared --replica left
              rewind verify latest --host 'Episodes --host'
              printf 'wait home.loaded\\nscreen\\n' | Episodes --script - --latency 0
            """)

    @Option(help: ArgumentHelp("Play user input from a file ('-' for standard input) and end with it.", valueName: "file"))
    var script: String?

    @Option(help: "What the server's luck is drawn from: the same seed, the same latencies, failures and tokens.")
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Seconds that a request takes, one number or a range; edits take four times as long.", valueName: "seconds"))
    var latency = Latency(range: 0.1...0.6)

    @Option(help: ArgumentHelp("How likely a request is to fail, from 0 to 1.", valueName: "probability"))
    var failureRate = 0.05

    @Option(help: ArgumentHelp("Keep the session in a file, and begin signed in as the last time.", valueName: "file"))
    var session: String?

    @Option(help: ArgumentHelp("Append each action and what it changed to a file, at --level, by default secrets.", valueName: "file"))
    var log: String?

    @OptionGroup(title: "Recording")
    var recording: RecordingOptions

    @OptionGroup(title: "While it runs")
    var sharing: SharingOptions

    @Flag(help: "Run the reducer for the commands of rewind that take a --host.")
    var host = false

    package init() {}

    package func validate() throws {
        if host { return }
        guard (0...1).contains(failureRate) else { throw ValidationError("--failure-rate \(failureRate): give a number from 0 to 1.") }
        guard script == nil || recording.replay == nil else { throw ValidationError("--replay takes no input: leave --script out.") }
        guard recording.replay == nil || !sharing.isRequested else {
            throw ValidationError("--replay shows a session as it was; leave --live, --hot-reload and --replicate out.")
        }
        guard script != nil || recording.replay != nil || RawTerminal.isAvailable else {
            throw ValidationError("Standard input or output is no terminal: use --script or --replay.")
        }
    }

    package func run() async throws {
        if host { try Self.runHost() }
        let script = try script.map { try Script(parsing: try readScript($0)) }
        let replay = try recording.replay.map { try Replay(path: $0) }
        let sessionFile = session.flatMap { replay == nil ? SessionFile(path: $0) : nil }
        var initialState = try recording.from?.state() ?? AppState()
        if recording.from == nil { initialState.session = sessionFile?.load() }

        let clock = ContinuousClock()
        var conditions = BundledRepository.Conditions()
        (conditions.seed, conditions.latency, conditions.failureRate) = (seed, latency.durations, failureRate)
        let world = AppDependencies(repository: try BundledRepository(conditions, clock: clock), clock: clock)

        SwiftBacktrace.forgo()  // its hundreds of lines would hide the app's own messages; called before the recorder sets its handlers
        let recorder = recording.begin(
            details: [
                "seed": "\(seed)", "latency": latency.defaultValueDescription, "failureRate": "\(failureRate)",
            ], isShared: sharing.isRequested)
        defer { recorder.finish() }
        let (modes, switched) = AsyncStream<StoreMode>.makeStream()
        let log = try log.map { try ActionLog(path: $0, level: recording.level ?? .secrets) }
        let store = Store(
            initialState: initialState, reducer: .app(world),
            middlewares: [sessionFile?.middleware, log?.middleware].compactMap(\.self)
                + [.observing { event in if case .modeChanged(let mode) = event { switched.yield(mode) } }]
                + recorder.middlewares(from: initialState),
            onError: { recorder.note("\($0)") })
        // At the usual size: the terminal may be any, or none.
        recorder.showScreen { plainScreen(store.state) }

        if let replay {
            try await show(replay, in: store, modes, clock: clock)
        } else {
            if recording.from == nil { store.dispatch(.navigation(.launch)) }
            let sharing = sharing.begin(in: store, recorder)
            do {
                try await play(script, in: store, modes, clock: clock, hint: recorder.hint)
            } catch {
                await sharing.end()
                throw error
            }
            await sharing.end()
            store.mode = .replaying  // cancels the running requests
            await store.finish()  // waits only for a session that is being saved
        }
    }

    /// Runs the reducer alone: what the server would answer is in the recorded actions.
    private static func runHost() throws -> Never {
        let clock = ContinuousClock()
        let reducer = Reducer.app(
            AppDependencies(repository: try BundledRepository(BundledRepository.Conditions(), clock: clock), clock: clock))
        var host = RewindHost()
        host.add(from: AppState(), actions: .itself) { (state: inout AppState, action: AppAction) in _ = reducer.reduce(&state, action) }
        host.run()
    }

    /// Runs the app for a user or a script.
    private func play(
        _ script: Script?, in store: Store<AppState, AppAction>, _ modes: AsyncStream<StoreMode>, clock: ContinuousClock, hint: String?
    ) async throws {
        if RawTerminal.isAvailable {
            let playing = script.map { script in
                { @Sendable in try await ScriptRunner(store: store, clock: clock, show: { _, _ in }).run(script) }
            }
            try await InteractiveSession(store: store, modes: modes, hint: hint).run(playing)
        } else if let script {
            try await PlainSession(store: store).run(script, clock: clock)
        }
    }

    /// Replays a recorded session of the app.
    private func show(
        _ replay: Replay, in store: Store<AppState, AppAction>, _ modes: AsyncStream<StoreMode>, clock: ContinuousClock
    ) async throws {
        if RawTerminal.isAvailable {
            try await InteractiveSession(store: store, modes: modes).show(replay, clock: clock)
        } else {
            try await PlainSession(store: store).run(replay, clock: clock)
        }
    }

    private func readScript(_ path: String) throws -> String {
        if path == "-" { return readStandardInput() }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("--script \(path): the file can't be read. Does it exist?")
        }
        return UserText.text(Array(data))
    }

    private func readStandardInput() -> String {
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        return text
    }
}

/// A duration or range of seconds on the command line: `0.3`, or `0.1...0.6`.
struct Latency: ExpressibleByArgument, Sendable {
    var range: ClosedRange<Double>

    init(range: ClosedRange<Double>) { self.range = range }

    init?(argument: String) {
        let ends = argument.split(separator: "...", omittingEmptySubsequences: false).map { Double($0) }
        guard let first = ends.first, let low = first, let last = ends.last, let high = last, ends.count <= 2,
            low >= 0, high >= low, high <= 60
        else { return nil }
        range = low...high
    }

    var defaultValueDescription: String { "\(range.lowerBound)...\(range.upperBound)" }

    var durations: ClosedRange<Duration> { .seconds(range.lowerBound) ... .seconds(range.upperBound) }
}
