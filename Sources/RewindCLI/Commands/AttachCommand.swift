import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem

/// `rewind attach`: files for a recording.
struct AttachCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Write a new recording with files added: screenshots, logs, anything.",
        discussion: """
            The files are added unchanged: no secrets are removed from them. Each is stored under a number and its name, with '-' for \
            every character other than ASCII letters, digits, '.', '_' and '-': 'a b.txt' may become 2-a-b.txt, titled 'a b.txt'. \
            'rewind extract' accepts either name.

            EXAMPLES
              rewind attach bug.rewind screen.png --at 65 --title 'The empty list'
              dmesg | rewind attach bug.rewind - --name dmesg.txt -o bug-2.rewind
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The files to add; '-' is standard input.", completion: .file())
    var files: [String]

    @Option(help: "The step that the files belong to.", transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "The title of the file.")
    var title: String?

    @Option(help: "The media type, such as image/png; by default inferred from the name.")
    var type: String?

    @Option(help: "The name to store the file under; by default its own.")
    var name: String?

    @OptionGroup var new: NewRecording

    func validate() throws {
        if files.count > 1, title != nil || name != nil { throw ValidationError("--title and --name apply to a single file") }
        if files.contains("-"), name == nil { throw ValidationError("standard input needs a name: --name dmesg.txt") }
        if let type, !Self.isMediaType(type) { throw ValidationError("'\(type)' is not a media type such as image/png") }
        if name?.isEmpty == true { throw ValidationError("--name needs a name") }
    }

    /// Whether a text is a type, a slash and a subtype (RFC 6838, section 4.2), with parameters or not.
    private static func isMediaType(_ text: String) -> Bool {
        let names = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        func isPart(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || "!#$&-^_.+".contains(character))
        }
        return names.count == 2 && names.allSatisfy { !$0.isEmpty && $0.utf8.count <= 127 && $0.allSatisfy(isPart) }
            && text.allSatisfy { $0.isASCII && !$0.isNewline }
    }

    func run() throws {
        let editor = try new.editor(bundle.path)
        let step = try at?.resolve(in: editor.timeline)
        let output = new.path(for: editor.recording.path, suffix: "attached")
        try TextInput.refuse(output, as: files)
        let limit = Int(clamping: ArchiveLimits.default.entryBytes)
        let attachments = try files.map { file throws(RecordingError) in
            let bytes = file == "-" ? try TextInput.bytes(limit: limit) : try FileSystem.read(file, limit: limit)
            return Attachment(path: name ?? file, bytes: bytes, title: title, type: type, step: step)
        }
        let result = try new.writing("attaching") { () throws(RecordingError) in
            try editor.attach(attachments, output: output)
        }
        try NewRecording.announce("added \(result.names.joined(separator: " and "))", result.recording)
    }
}
