import ArgumentParser
import RewindEditing
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// `rewind import`: makes a recording from another tool's export.
struct ImportCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a recording from what another tool exported.",
        discussion: """
            redux-devtools   the file that the Export button of Redux DevTools writes
            ndjson, json     what 'rewind export --states' writes in these formats
            actions          a log of actions: JSON objects, one a line, in an array, or one behind the other

            Each action becomes a step, with the state that the file has after it. In a file that 'rewind export' wrote, the steps \
            have the numbers and causes of the recording; what that had lost or left out stays a gap.

            A log of actions may come from any program: the options below say where its lines have what, by the name of a member or by a \
            path. Without them, a line is an action with a member 'type', and has neither time nor state.

            What JSON does not have, such as NaN, is kept as Redux DevTools writes it. A byte order mark, UTF-16 and gzip are understood; a \
            gzip file may unpack to 100 times its size, or to 64 MiB if that is more.

            EXAMPLES
              rewind import state.json -o web.rewind
              curl -s $URL | rewind import - --format redux-devtools -o web.rewind
              rewind import app.log --type-at name --time-at ts
            """)

    @Argument(help: "The file to import; '-' is standard input.", completion: .file())
    var file: String

    @Option(help: "The format of the file; by default the first in which it can be read.")
    var format: Format?

    @OptionGroup var new: NewRecording

    @OptionGroup(title: "The members of a log's lines") var members: LogMembersOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case reduxDevTools = "redux-devtools"
        case ndjson
        case json
        case actions
    }

    func validate() throws {
        if let format, format != .actions, members.areGiven {
            throw ValidationError("the options for the members of a log's lines need --format actions")
        }
        if file == "-", new.output == nil { throw ValidationError("standard input has no name: name the file to write with -o") }
    }

    /// The file's name without the extensions of its format.
    private var name: String {
        var name = file
        for suffix in [".gz", ".json", ".ndjson", ".jsonl", ".log"] where name.hasSuffix(suffix) {
            name = String(name.dropLast(suffix.count))
        }
        return name
    }

    private func history(_ bytes: [UInt8]) throws(RecordingError) -> (History, Format) {
        if let format = format ?? (members.areGiven ? .actions : nil) { return (try history(bytes, format), format) }
        for format in [Format.reduxDevTools, .ndjson, .actions] {
            do throws(RecordingError) {
                return (try history(bytes, format), format)
            } catch  where error.code == .notARecording {}
        }
        throw RecordingError(
            .notARecording, "in none of the formats that can be imported", path: TextInput.title(of: file),
            advice:
                "Name the format it should have, such as --format actions, to see what is wrong; of a log of actions, --type-at says which "
                + "member is the type")
    }

    private func history(_ bytes: [UInt8], _ format: Format) throws(RecordingError) -> History {
        let title = TextInput.title(of: file)
        return switch format {
        case .reduxDevTools: try History(parsing: bytes, path: title)
        case .ndjson, .json: try History(exported: bytes, path: title)
        case .actions: try History(log: bytes, members: members.members, path: title)
        }
    }

    func run() throws {
        let path = new.output ?? OutputName.beside(name)
        try TextInput.refuse(path, as: [file])
        let limit = FormatLimits.default.streamBytes
        let (history, format) = try history(try TextInput.bytes(of: file, limit: limit))
        var importing = Import()
        importing.overwrites = new.force
        let recording = try new.writing("importing") { () throws(RecordingError) in try importing.write(history, to: path) }
        let count = recording.manifest.counts
        let skipped = count.swallowed > 0 ? ", \(count.swallowed) action\(count.swallowed == 1 ? "" : "s") switched off" : ""
        try NewRecording.announce("\(count.steps) step\(count.steps == 1 ? "" : "s")\(skipped)", recording)
        if history.hasNumbers, !history.keepsNumbers {
            Diagnostics.say("the steps are in another order than in the recording: they are numbered anew, and their causes are not kept")
        }
        if history.started == 0 {
            Diagnostics.say("the file has no times" + (format == .actions ? ", or has them in a member that --time-at can name" : ""))
        }
        for remark in history.remarks { Diagnostics.say(remark) }
        let unknown = history.entries.count { $0.state == nil && !$0.isSkipped }
        if unknown > 0 { Diagnostics.say("the history has no state for \(unknown) step\(unknown == 1 ? "" : "s")") }
    }
}
