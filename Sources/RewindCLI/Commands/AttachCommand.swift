import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindSystem

/// `rewind attach`: adds files to a recording.
struct AttachCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Add files, or remove and rename them, in a new recording or in place.",
        discussion: """
            Files may be screenshots, logs, anything. They are added unchanged: no secrets are removed from them; what the rules take for a \
            secret is left out of their names and titles only. Each is stored under a number and its name, with '-' for \
            every character other than ASCII letters, digits, '.', '_' and '-': 'a b.txt' may become 2-a-b.txt, titled 'a b.txt'. \
            --remove, --rename and 'rewind extract' accept either name. A page or a text beside the recording stays as it is; with --in-place, \
            the command says so.

            EXAMPLES
              rewind attach bug.rewind screen.png --at 65 --title 'The empty list'
              dmesg | rewind attach bug.rewind - --name dmesg.txt -o bug-2.rewind
              rewind attach latest screen.png --in-place
              rewind attach latest --rename screen.png=list.png --in-place
              rewind attach latest --remove list.png --in-place
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The files to add; '-' is standard input.", completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("Remove the attachment of this name or title; may be given several times.", valueName: "name"))
    var remove: [String] = []

    @Option(
        help: ArgumentHelp("Give the attachment of this name or title another name; may be given several times.", valueName: "name=new"))
    var rename: [String] = []

    @Option(help: "The step that the files belong to.", transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "The title of the file.")
    var title: String?

    @Option(help: "The media type, such as image/png; by default inferred from the name.")
    var type: String?

    @Option(help: "The name to store the file under; by default its own.")
    var name: String?

    @OptionGroup var amended: AmendedRecording

    func validate() throws {
        if files.isEmpty, remove.isEmpty, rename.isEmpty { throw ValidationError("no file given: name one, or give --remove or --rename") }
        if files.isEmpty, at != nil || title != nil || type != nil || name != nil {
            throw ValidationError("--at, --title, --type and --name apply to a file that is added")
        }
        if let wrong = rename.first(where: { Self.names(in: $0) == nil }) {
            throw ValidationError("'\(wrong)' is not a name and a new one: write --rename screen.png=list.png")
        }
        if files.count > 1, title != nil || name != nil { throw ValidationError("--title and --name apply to a single file") }
        if files.contains("-"), name == nil { throw ValidationError("standard input needs a name: --name dmesg.txt") }
        // By its type, a file is searched for secrets, or kept as a picture is.
        if let type, !Self.isMediaType(type) { throw ValidationError("'\(type)' is not a media type such as image/png") }
        if name?.isEmpty == true { throw ValidationError("--name needs a name") }
    }

    /// Whether a text is a media type: a type, a slash and a subtype (RFC 6838, section 4.2), with or without parameters.
    private static func isMediaType(_ text: String) -> Bool {
        let names = text.prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        func isPart(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || "!#$&-^_.+".contains(character))
        }
        return names.count == 2 && names.allSatisfy { !$0.isEmpty && $0.utf8.count <= 127 && $0.allSatisfy(isPart) }
            && text.allSatisfy { $0.isASCII && !$0.isNewline }
    }

    func run() throws {
        let (editor, output) = try amended.editor(bundle.path, suffix: "attached")
        let step = try at?.resolve(in: editor.timeline)
        try TextInput.refuse(output, as: files)
        let limit = Int(clamping: ArchiveLimits.default.entryBytes)
        var changes = AttachmentChanges()
        changes.removing = remove
        changes.renaming = rename.compactMap(Self.names)
        changes.adding = try files.map { file throws(RecordingError) in
            let bytes = file == "-" ? try TextInput.bytes(limit: limit) : try FileSystem.read(file, limit: limit)
            return Attachment(path: name ?? file, bytes: bytes, title: title, type: type, step: step)
        }
        let result = try amended.new.writing("attaching") { () throws(RecordingError) in
            try editor.attach(changes, output: output)
        }
        let added = result.names.suffix(files.count)
        var words = remove.isEmpty ? [] : ["removed \(remove.joined(separator: " and "))"]
        words += zip(changes.renaming, result.names).map { "renamed \($0.name) to \($1)" }
        if !added.isEmpty { words.append("added \(added.joined(separator: " and "))") }
        if !editor.recorded(changes).hasSameWords(as: changes) {
            words.append("what looked like a secret was left out of names and titles")
        }
        try NewRecording.announce(words.joined(separator: ", "), result.recording)
        amended.sayWhatIsOlder(than: result.recording)
        let secrets = editor.countOfSecrets(in: changes.adding)
        if secrets > 0 {
            Diagnostics.say(
                "\(secrets) \(secrets == 1 ? "place" : "places") in what was added \(secrets == 1 ? "looks" : "look") like a secret: "
                    + "'rewind redact --check' lists them; 'rewind redact' and 'rewind ticket' leave them out of what they write")
        }
    }

    /// The two names in `screen.png=list.png`; `nil` for any other form.
    private static func names(in text: String) -> (name: String, new: String)? {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex, text.index(after: sign) < text.endIndex else { return nil }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
    }
}
