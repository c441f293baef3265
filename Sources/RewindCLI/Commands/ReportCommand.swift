import ArgumentParser
import RewindAge
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay

/// `rewind report`: makes a page of a recording.
struct ReportCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write the recording as a page for the browser, which every command reads, too.",
        discussion: """
            The page is one HTML file. It needs no network and can't use any: open it with a double click, or attach it to a ticket. It \
            shows what happened, each step, its action, its changes and the state, and what each value ever was. The recording is inside: \
            every command takes the page as a recording.

            The page shows what was recorded. For a person who is to see less, --level masked replaces all texts and long numbers by \
            pseudonyms, and --level secrets, or a --key or a --path, removes what the rules of 'rewind redact' find.

            The browser has to be Safari 17, Chromium or Edge 100, Firefox 115, or later.

            EXAMPLES
              rewind report Fixtures/crash.rewind -o crash.html
              rewind report latest --last 30s --level masked
              rewind report --empty -o viewer.html
            """)

    @Argument(
        help: ArgumentHelp("A recording: a sealed file, a directory that an app recorded into, or 'latest'.", valueName: "bundle"),
        completion: Completed.word)
    var bundle = RecordingLibrary.latestName

    @OptionGroup var part: LastOption

    @Option(help: ArgumentHelp("Only these steps, as 10..20 or :before..:after.", valueName: "range"), transform: StepRange.argument)
    var steps: StepRange?

    @Option(
        name: .shortAndLong, help: "The page to write; by default the recording's name with .html, in the current directory.",
        completion: .file(extensions: ["html"]))
    var output: String?

    @Option(
        help: "How much to keep: secrets (all but what the rules find) or masked (pseudonyms for all texts and long numbers)."
    )
    var level: KeptLevel?

    @OptionGroup var added: RedactionOptions

    @OptionGroup var along: SourcesAlong

    @Flag(help: "Make a page without a recording, onto which recordings are dropped.")
    var empty = false

    @Flag(help: "Replace the page if it exists.")
    var force = false

    func validate() throws {
        if part.last != nil, steps != nil { throw ValidationError("--last and --steps can't be used together") }
    }

    /// The requested part; all if none was given.
    private var wanted: PartReference? { part.last.map(PartReference.last) ?? steps.map(PartReference.range) }

    func run() throws {
        if empty {
            let path = output ?? "rewind.html"
            try naming(another: "page") { try PageOutput.writeEmpty(to: path, replacing: force) }
            return Diagnostics.say("the page is \(RecordingLibrary.nearName(of: path)): open it, and drop a recording onto it")
        }
        let editor = try Activity.during("reading") { () throws(RecordingError) in
            try Editor(try Bundles.path(of: bundle), whileLive: .openAsSavedCopy)
        }
        let input = editor.recording.path
        let path = output ?? OutputName.beside(input, suffix: ".html")
        let name = OutputName.beside(input, suffix: ".rewind")
        try Activity.during("making the page") {
            try naming(another: "page") {
                try OutputPlace.check(path, outside: [input], replacing: force)
                try sealed(editor) { recording in try PageOutput.write(of: recording, named: name, to: path, replacing: force) }
            }
        }
        Diagnostics.say("the page is \(RecordingLibrary.nearName(of: path)): open it in a browser")
    }

    /// Passes on a sealed file with the wanted steps and values: the recording's own, or a temporary one.
    private func sealed(_ editor: Editor, _ body: (Recording) throws -> Void) throws {
        try TemporaryDirectory.with { directory in
            var recording = try SealedPart.recording(of: editor, wanted, in: directory)
            if level != nil || !added.isEmpty {
                var sealing = Sealing()
                if isSealedForRecipients(recording.path) { sealing.recipients = [Identity().recipient] }  // for this process only
                let redacted = try sealing.redact(
                    recording.path, to: directory.path + "/redacted.rewind", rules: added.rules, level: (level ?? .secrets).level)
                let text = RedactionText(redacted.1, tense: .done, isMasked: level == .masked, unmatched: added.unmatched(in: redacted.1))
                for line in text.lines where !line.text.isEmpty { Diagnostics.say(line.text) }
                recording = redacted.0
            }
            let text = try along.text(of: editor.timeline, original: editor.recording)
            try body(try along.added(text, to: recording, in: directory))
        }
    }
}
