import ArgumentParser
import RewindControl
import RewindFormat
import RewindLive
import RewindSystem

/// `rewind hot-reload`: keeps the state of a running app in a file.
struct HotReloadCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "hot-reload",
        abstract: "Keep the state of a running app in a JSON file: to change the app, edit the file.",
        discussion: """
            The file is written when the state changes, and read when anything else writes it, such as an editor. What the recording hides is \
            hidden in the file, and stays as it is in the app. An edit is what differs from what the file showed last: what is in the \
            file is in the app. Of a program that read the file less than half a second before the app changed it, only the edit counts.

            An app that records at the level masked, as every release build does, has pseudonyms in the file for its texts and long numbers; \
            the command says so. What does not parse or decode is reported with line, column and path, here and in a file beside it (state.json.error) until it \
            is mended; the app keeps its state. If the connection breaks, an edit is sent once it is there again. C-c ends it, and the \
            file stays. A file that is there already is left alone, unless --force is given.

            An app can do the same by itself, with: for await event in store.hotReload("state.json", recorder) { print(event) }

            An app that has ended is waited for: once it runs again, the file has its new state, and what the file said before is in state.json.old.

            The exit status is 2 if there is no such app, the file is there already or the connection is lost for good.

            EXAMPLES
              rewind hot-reload state.json
              rewind hot-reload state.json Episodes --wait
            """)

    @Argument(help: "The file, which must not exist yet.", completion: .file())
    var file: String

    @Argument(help: ArgumentHelp(AppChoice.help, valueName: "app"))
    var app: String?

    @Option(help: "The store, in an app of several; by default the first one of its recording.")
    var store: String?

    @OptionGroup var waiting: WaitOption

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws { if file == "-" { throw ValidationError("the state is kept in a file, and '-' is not a file") } }

    func run() throws {
        if !force, let kind = FileSystem.kind(of: file), kind != .directory {
            throw RecordingError(.exists, "already exists", path: file, advice: "Name another file, or replace it with --force")
        }
        var address = try AppChoice.address(app, store: store, waits: waiting.isGiven)
        var overwrites = force
        var connected = SystemFacts.wallNanoseconds()
        while let (ended, error) = try reload(address, overwrites: overwrites) {
            guard waiting.isGiven else {
                if error.code != .closed { throw error }
                return
            }
            address = try AppChoice.wait(forSuccessorOf: ended, since: connected)
            connected = SystemFacts.wallNanoseconds()
            overwrites = true  // by now, this command has written the file
        }
    }

    /// Keeps the state of one run of the app in the file; when the app ends, returns it and the reason why the connection ended.
    private func reload(_ address: LiveAddress, overwrites: Bool) throws -> (app: AppInfo, error: LiveError)? {
        var ended: (AppInfo, LiveError)?
        try TemporaryDirectory.with { folder in
            ended = try runBlocking { [file, store] in
                let client = LiveClient(address)
                let info = try await client.connect()
                let end = try await withThrowingTaskGroup(of: LiveError?.self) { group in
                    group.addTask {
                        try await client.hotReload(file, following: folder.path + "/app.live", store: store, overwrites: overwrites) {
                            event in
                            if case .began = event {
                                Diagnostics.say("\(info.app), process \(info.process): \(event)")
                                if let words = PseudonymText.sentence(info.level) { Diagnostics.say(words) }
                            } else {
                                Diagnostics.say("\(event)")
                            }
                        }
                        return nil
                    }
                    group.addTask { await Self.sayNews(of: client) }
                    defer { group.cancelAll() }
                    return try await group.next() ?? nil
                }
                await client.close()
                return end.map { (info, $0) }
            }
        }
        return ended
    }

    /// Reports the events of the connection until it has ended; returns the reason.
    private static func sayNews(of client: LiveClient) async -> LiveError? {
        var news = NewsText()
        for await event in client.events {
            if let sentence = news.sentence(event) { Diagnostics.say(sentence) }
            if case .ended(let error) = event { return error }
        }
        return nil
    }
}
