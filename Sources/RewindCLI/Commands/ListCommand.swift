import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering

/// `rewind list`: lists the recordings on this machine.
struct ListCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the recordings that apps made on this machine, the newest first.",
        discussion: """
            Listed are recordings that 'rewind record' and 'rewind seal' made and that are still where they were, apps that are being recorded \
            or can be reached by 'rewind connect', and directories that apps left unsealed: those of 'rewind record', and those in the \
            current directory and its folder recordings. \
            'latest' means the first one. What a command made from another recording is not listed. Each session is listed once: \
            as the file that 'record', 'seal' or 'recover' made of it and that is still there, the one with the most steps if there are \
            several, or else as its directory.

            ENDED is how the app ended: finished, exit status 3 if it finished its recording and then failed, crashed, killed, exited in \
            the middle of a step, died unseen; unknown, if what said so is lost; live, if it has not ended yet; or went on, in a copy that it \
            saved meanwhile. STEPS counts its actions: none, if it made none, or none yet. \
            What can't be read has a question mark. The exit status is 1 if there is nothing to list.

            EXAMPLES
              rewind list
              rewind list --app Episodes --limit 3
              rewind list --json | jq -r 'select(.ending.how == "crashed").path'
            """)

    @Option(help: "Only recordings of this app, in capitals or not.")
    var app: String?

    @Option(name: [.customShort("n"), .long], help: "At most this many.")
    var limit: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit takes a positive number") }
    }

    func run() throws {
        guard let library = RecordingLibrary.ofThisMachine else {
            throw RecordingError(.notFound, "there is no home directory to look in", advice: "Set REWIND_HOME")
        }
        let all = try Activity.during("looking") { () throws(RecordingError) in try library.recordings() }
        let wanted = all.filter { app == nil || $0.manifest?.appName?.lowercased() == app?.lowercased() }
        guard !wanted.isEmpty else { throw NegativeAnswer(description: nothing(among: all)) }
        let list = RecordingList(Array(wanted.prefix(limit ?? wanted.count)), name: RecordingLibrary.nearName)
        if output.json {
            for object in list.json { output.console.print(json: object) }
        } else {
            output.console.print(list.lines(columns: output.console.columns))
        }
    }

    /// The reason why the list is empty, and the apps that have recordings.
    private func nothing(among all: [RecordingSummary]) -> String {
        guard let app, !all.isEmpty else {
            return "no recording of an app is on this machine. Make one with: rewind record -- COMMAND"
        }
        let apps = Set(all.compactMap { $0.manifest?.appName }).sorted().joined(separator: ", ")
        return "no recording of '\(app)' is on this machine, only of \(apps)"
    }
}
