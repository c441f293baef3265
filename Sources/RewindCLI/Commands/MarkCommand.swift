import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay

/// `rewind mark`: names the present moment of a running app.
struct MarkCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark this moment in the recording of an app that is running.",
        discussion: """
            The mark names the last step that has begun: ':here-it-broke' is a step for every command. The app takes no part and \
            need not be reachable; the mark stays if the app hangs or dies. Of a second mark with the same name, a number makes another name. A \
            mark in a recording that has ended is made with 'rewind annotate'.

            Name and note stay as they are written, also where texts are masked, except for what the rules take for a secret.

            EXAMPLES
              rewind mark here-it-broke
              rewind mark slow --note 'the list took 3 s'
              rewind ticket latest --around :here-it-broke
            """)

    @Argument(help: "What to call the moment.", transform: StepReference.markName)
    var name: String

    @Argument(
        help: ArgumentHelp("The directory that the app records into; by default the newest recording.", valueName: "bundle"),
        completion: .file())
    var bundle = RecordingLibrary.latestName

    @Option(help: "What to say about it.")
    var note: String?

    func run() throws {
        let path = try Bundles.path(of: bundle)
        let (mark, isRedacted) = try Annotation.Mark.set(name, note: note, whileRecordingInto: path)
        let secret = isRedacted ? "; what looked like a secret was left out" : ""
        Diagnostics.say(
            "the mark '\(mark.name)' was added after step \(mark.step), in \(RecordingLibrary.nearName(of: path)), which goes on\(secret)")
    }
}
