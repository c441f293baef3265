import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRedaction
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind ticket`: makes a file and a text for a bug report.
struct TicketCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "ticket",
        abstract: "Make one file, one text and one page for a bug report: cut, without secrets, with pictures.",
        discussion: """
            The file is a new recording: cut to the part that matters, with pseudonyms for all texts and long numbers (--level masked), with \
            the pictures and other files that you give. The text is Markdown: title and note, why and where the app ended, the last actions, \
            the backtrace, the app and its system, and what was removed. The page shows the recording in a browser, and has it inside: send \
            it alone, or the file and the text. What masking would leave nothing readable of is left out: \
            what the app wrote to standard error, a thread's name, facts about the app.

            If \(ProjectFile.name) names a file of "rules", as 'rewind learn' makes one, text and page say which of them the recording broke \
            first, three at most, by their names.

            About a wrong value, say which: --value .cart.total --expected 12. It is the value at the end, or after the step of --at. File, \
            text and page then say what is there and what should be, who wrote it, and what it was before; 'rewind test' makes an assertion of it.

            On a terminal, you are asked for what is not given, and before anything is written, unless --yes is given. Elsewhere nothing is \
            asked, and the whole recording is taken. Of an app that still runs, it is what was recorded so far.

            Secrets that the rules find are also removed from your title and note. Text files are masked like the recording: to send a log \
            that can be read, choose --level secrets. Pictures go in as they are.

            A recording that must not be masked can be sealed for the developers: with --to, only the owners of those keys ('rewind keygen') can open \
            the file. The text and the page, which everybody can read, are then not written, unless --text asks for the text.

            EXAMPLES
              rewind ticket
              rewind ticket bug.rewind --title 'Crash while editing' --last 30s
              rewind ticket latest --around :here-it-broke
              rewind ticket latest --attach screen.png -o bug-12.rewind --yes
              rewind ticket Fixtures/edits.rewind --value '.comments.comments[2].text' --expected 'I liked the cake. A lot.' -o lost.rewind
              rewind ticket latest --level secrets --to ada.txt
              rewind ticket latest --yes --text - | gh issue create -F -
            """)

    @Argument(
        help: ArgumentHelp("A recording: a sealed file, a directory that an app recorded into, or 'latest'.", valueName: "bundle"),
        completion: Completed.word)
    var bundle = RecordingLibrary.latestName

    @Option(help: "What to call the bug; by default the title of the recording.")
    var title: String?

    @Option(help: "What to say about it; '-' reads it from standard input. By default the note of the recording.")
    var note: String?

    @Option(help: "A picture or another file to send along; may be given several times.", completion: .file())
    var attach: [String] = []

    @Option(
        help: ArgumentHelp(
            "Which of the pictures that were taken of the app go along as they are: none, the last one, or all; by default the last, or none where the ticket hides texts that the recording shows.",
            valueName: "which"))
    var pictures: TicketPictures?

    @Option(help: "A value of the state that is wrong.", transform: JSONPointer.asArgument)
    var value: JSONPointer?

    @Option(
        help: ArgumentHelp("What the value should be; a text may stand without quotes where a text is.", valueName: "json"))
    var expected: String?

    @Option(
        help: "The step after which the value is wrong; by default that of --around, or the last one whose state is known.",
        transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "The store that has the value, in a recording of several.")
    var store: String?

    @OptionGroup private var part: LastOption

    @Option(
        help: ArgumentHelp(
            "Only what happened around a step: the 30 s before it and the 10 s after it, and at least 20 and 5 steps.", valueName: "step"),
        transform: StepReference.argument)
    var around: StepReference?

    @Option(help: ArgumentHelp("Only these steps, as 10..20 or :before..:after.", valueName: "range"), transform: StepRange.argument)
    var steps: StepRange?

    /// The requested part; all if none was given.
    private var wanted: PartReference? {
        part.last.map(PartReference.last) ?? around.map(PartReference.around) ?? steps.map(PartReference.range)
    }

    @Option(
        help: """
            How much to keep: masked (pseudonyms for all texts and long numbers) or secrets (all but what the rules find).
            """)
    var level = KeptLevel.masked

    @OptionGroup private var added: RedactionOptions

    @Option(
        name: .shortAndLong, help: "The file to write; by default the name and -ticket.rewind, in the current directory.",
        completion: .file())
    var output: String?

    @Option(help: "The text to write, '-' for standard output; by default the file's name with .md.", completion: .file())
    var text: String?

    @OptionGroup private var along: SourcesAlong

    @OptionGroup private var to: RecipientsOption

    @Flag(
        inversion: .prefixedNo, help: "Write the recording as a page for a browser, too, beside the text; by default unless --to is given.")
    var page: Bool?

    @Flag(help: "Replace the file, the text and the page if they exist.")
    var force = false

    @Flag(name: .shortAndLong, help: "Ask nothing.")
    var yes = false

    @Flag(help: "Write what was made as JSON: one object.")
    var json = false

    func validate() throws {
        try OutputName.check(output)
        if [part.last != nil, around != nil, steps != nil].count(where: { $0 }) > 1 {
            throw ValidationError("--last, --around and --steps can't be used together")
        }
        if to.isGiven, page == true {
            throw ValidationError("--page and --to can't be used together: the page has the recording in it, for everybody")
        }
        if value == nil, expected != nil || store != nil || at != nil && !asks {
            throw ValidationError("--expected, --at and --store are about the value of --value: name one")
        }
        if json, text == "-" { throw ValidationError("--json and --text - can't be used together") }
    }

    func run() throws {
        guard let bundle = asks ? try RecordingChoice.name(for: bundle) : bundle else { throw cancelled() }
        var editor = try Activity.during("reading") { () throws(RecordingError) in
            try Editor(try Bundles.path(of: bundle), whileLive: .openAsSavedCopy)
        }
        editor.recipients = try to.recipients()
        let input = editor.recording.path
        let name = to.path(output ?? OutputName.beside(input, suffix: "-ticket.rewind"))
        // Who asks for a sealed file does not want the same in two others that everybody can read.
        let place = Place(
            output: name, text: text ?? (to.isGiven ? nil : OutputName.stem(of: name) + ".md"),
            page: page ?? !to.isGiven ? OutputName.page(of: name) : nil)
        try refuse(place, input)
        try write(place, editor)
    }

    /// Whether a person is asked for what is not given.
    private var asks: Bool { !yes && TicketQuestions.canAsk }

    private func cancelled() -> ExitStatus {
        Diagnostics.say("nothing was written")
        return .no
    }

    /// The paths of the file, its text, and its page.
    private struct Place {
        var output: String
        var text: String?
        var page: String?
    }

    private func write(_ place: Place, _ original: Editor) throws {
        var editor = original
        editor.overwrites = force
        var request = TicketRequest()
        (request.level, request.rules) = (level.level, added.rules)
        request.pictures = pictures
        request.title = title
        request.note = try note.map { $0 == "-" ? try TextInput.read($0).trimmedEnd : $0 }
        request.steps = try wanted?.resolve(in: editor.timeline)
        request.moment = try wanted?.moment(in: editor.timeline)
        request.attachments = try attach.map(Attachment.read)
        let step = try at?.resolve(in: editor.timeline) ?? request.moment
        request.wrong = try value.map { try editor.timeline.checkedWrongValue(at: $0, expected: expected, step: step, store: store) }
        if let wrong = request.wrong, wrong.actual == nil {
            Diagnostics.say("there is nothing at \(PatchText.name(wrong.place)) after step \(wrong.step)")
        }
        if asks {
            var questions = TicketQuestions(editor: editor, output: place.output, text: place.text, page: place.page)
            guard try questions.complete(&request, part: wanted, step: step, hasFiles: !attach.isEmpty) else { throw cancelled() }
        }
        try check(request)
        try write(request, editor, to: place)
    }

    /// Refuses a part without the state that has the wrong value.
    private func check(_ request: TicketRequest) throws {
        guard let wrong = request.wrong, let steps = request.steps, !(steps.lowerBound - 1...steps.upperBound).contains(wrong.step) else {
            return
        }
        throw RecordingError(
            .invalidRequest,
            "the value is wrong after step \(wrong.step), and only steps \(steps.lowerBound) to \(steps.upperBound) are kept",
            advice: "Keep more steps, or name another one with --at")
    }

    /// Refuses, before any question, paths that are taken or are inputs.
    private func refuse(_ place: Place, _ input: String) throws {
        let (output, text) = (place.output, place.text)
        try naming {
            for path in attach where FileSystem.kind(of: path) == .directory {
                throw RecordingError(.invalidRequest, "a directory can't be attached", path: path, advice: "Attach its files one by one")
            }
            try OutputPlace.check(output, outside: [input], replacing: force)
            if let text, text != "-" { try OutputPlace.check(text, outside: [input] + attach, replacing: force) }
            if let page = place.page { try OutputPlace.check(page, outside: [input] + attach, replacing: force) }
            for file in attach { try OutputPlace.check(output, outside: [file]) }
        }
        if text == output { throw ValidationError("the file and the text can't have one name") }
    }

    private func write(_ request: TicketRequest, _ editor: Editor, to place: Place) throws {
        let (output, text) = (place.output, place.text)
        let made = try Activity.during("making the ticket") {
            try naming { () throws(RecordingError) in
                try editor.ticket(request, output: output, symbolise: { $0.symbolised(by: ImageFiles()).crash })
            }
        }
        let timeline = try Timeline(made.recording)
        let crash = try made.recording.crash()
        var redaction = RedactionText(made.report, tense: .done).lines
        let before = editor.timeline.recording.manifest.removals.values.reduce(0, +)
        if before > 0 {
            redaction.append(Line("\(before) \(before == 1 ? "value" : "values") had been removed before, mostly while the app recorded"))
        }
        if request.level == .masked {
            redaction.insert(
                Line("all texts, keys and long numbers are pseudonyms, except for names from the source code"),
                at: 0)
        }
        if !made.leftOut.isEmpty {
            redaction.insert(Line("left out, because pseudonyms alone would be left of it: " + made.leftOut.joined(separator: ", ")), at: 1)
        }
        var ticket = try Ticket(
            of: timeline, around: request.moment, sizes: FileSizes(of: made.recording), crash: crash,
            gaps: crash?.symbolised(by: ImageFiles()).gaps ?? SymbolGaps(),
            removed: redaction, namesHost: !HostOption.isNamedByFile)
        let source = try along.text(of: timeline, original: editor.recording)
        ticket.source = source?.lines ?? []
        let broken = NeverBefore.broken(in: editor.timeline, isMasked: request.level == .masked)
        ticket.neverBefore = broken.map { $0.sentence }
        if let part = made.part { for sentence in PartText.remarks(on: part, in: editor.timeline.steps) { Diagnostics.say(sentence) } }
        if text == "-" {
            StandardOutput.write(foreign: Array(ticket.markdown.utf8))
        } else if let text {
            try SharedAtomicFile.write(Array(ticket.markdown.utf8), to: text, outside: [output], replacing: force)
        }
        if let page = place.page {
            try TemporaryDirectory.with { directory in
                let shown = try along.added(source, to: made.recording, in: directory)
                try PageOutput.write(of: shown, named: OutputName.beside(output), neverBefore: broken, to: page, replacing: force)
            }
        }
        say(made, of: request, place, ticket)
        if let page = place.page { Diagnostics.say("the page, which has the recording in it, is \(page)") }
        if request.level == .masked { sayWhatIsMasked(made) }
    }

    /// Reports which of the given files were masked, so that they are hardly readable.
    private func sayWhatIsMasked(_ made: TicketRecording) {
        let unread = Set(made.report.unread.map { made.originalNames[$0] ?? $0 })
        let masked = made.attached.filter { !unread.contains($0) }
        if masked.isEmpty { return }
        Diagnostics.say(
            "masked like the recording, so that hardly a word of \(masked.count == 1 ? "it" : "them") can be read: \(masked.joined(separator: ", ")); "
                + "with --level secrets, only what the rules find is removed")
    }

    /// Reports the ticket, and what to check before sending it.
    private func say(_ made: TicketRecording, of request: TicketRequest, _ place: Place, _ ticket: Ticket) {
        let text = place.text
        let size = FileSizes(of: made.recording).total.map { " (\(ByteText.text($0)))" } ?? ""
        let steps = made.recording.steps.map { "steps \($0.lowerBound) to \($0.upperBound)" } ?? "no step"
        Diagnostics.say("\(ticket.title): \(steps), in \(RecordingLibrary.nearName(of: made.recording.path))\(size)")
        if let wrong = ticket.wrong { Diagnostics.say(wrong.what) }
        if let text, text != "-" { Diagnostics.say("the text is \(text)") }
        if to.isGiven { Diagnostics.say(to.sentence) }
        let manifest = made.recording.manifest
        let others = request.level == .masked ? made.recording.partsAddedByHand(titled: false) : []
        if let words = OpenWords.clause(title: manifest.title, note: manifest.note, others: others) { Diagnostics.say(words) }
        let unmatched = added.unmatched(in: made.report)
        if !unmatched.isEmpty { Diagnostics.say("rules that found nothing: \(unmatched.joined(separator: ", "))") }
        if !made.report.unread.isEmpty {
            let files = RedactionText.names(made.report.unread).map { name in
                made.originalNames[name].map { "\(name), which was \($0)" } ?? name
            }
            Diagnostics.say(
                "look at these before you send them: they are not text, and go along as they are: \(files.joined(separator: "; "))")
        }
        if made.report.leftOutPictures > 0 { Diagnostics.say("--pictures last takes the app's last picture along, as it is") }
        guard json else { return }
        var object = ticket.json.object ?? [:]
        object["recording"] = .string(made.recording.path)
        object["text"] = text.map { .string($0) }
        object["page"] = place.page.map { .string($0) }
        object["redaction"] = RedactionText(made.report, tense: .done, unmatched: unmatched).json(written: nil)
        Console(isColoured: false).print(json: .object(object))
    }
}

extension TicketPictures: ExpressibleByArgument {}
