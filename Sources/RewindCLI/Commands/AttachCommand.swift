import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay

/// `rewind attach`: files for a recording.
struct AttachCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Write a new recording with files added: screenshots, logs, anything.",
        discussion: """
            The files go in as they are: nothing is taken out of them. 'rewind extract' takes them out again.

            EXAMPLES
              rewind attach bug.rewind screen.png --at 65 --title 'The empty list'
              dmesg | rewind attach bug.rewind - --name dmesg.txt -o bug-2.rewind
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The files; '-' is standard input.", completion: .file())
    var files: [String]

    @Option(help: "The step that they belong to.", transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "What to call it.")
    var title: String?

    @Option(help: "Its media type, such as image/png; by itself what the name tells.")
    var type: String?

    @Option(help: "Its name in the recording; by itself that of the file.")
    var name: String?

    @OptionGroup var new: NewRecording

    func validate() throws {
        if files.count > 1, title != nil || name != nil { throw ValidationError("--title and --name are for one file") }
        if files.contains("-"), name == nil { throw ValidationError("give what comes from standard input a name: --name dmesg.txt") }
        if name?.isEmpty == true { throw ValidationError("--name takes a name") }
    }

    func run() throws {
        let editor = try new.editor(bundle.path)
        let step = try at?.resolve(in: editor.timeline)
        let limit = Int(clamping: ArchiveLimits.default.entryBytes)
        let attachments = try files.map { file throws(RecordingError) in
            let bytes = file == "-" ? try TextInput.bytes(limit: limit) : try FileSystem.read(file, limit: limit)
            return Attachment(path: name ?? file, bytes: bytes, title: title, type: type, step: step)
        }
        let result = try new.writing("attaching") { () throws(RecordingError) in
            try editor.attach(attachments, output: new.path(for: editor.recording.path, suffix: "attached"))
        }
        try NewRecording.announce("added \(result.names.joined(separator: " and "))", result.recording)
    }
}
