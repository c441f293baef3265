import ArgumentParser
import RewindEditing
import RewindFormat
import RewindReplay

/// `rewind annotate`: adds words to a recording.
struct AnnotateCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "annotate",
        abstract: "Add a title, a note or a mark, or remove a mark, in a new recording or in place.",
        discussion: """
            A mark names a step: write :NAME wherever a step is expected. A name can be used once in a recording. With --mark, --note \
            describes the mark; without it, the recording. What the rules take for a secret is left out of these words, as 'rewind record' \
            and 'rewind ticket' do.

            EXAMPLES
              rewind annotate Fixtures/crash.rewind --at 65 --mark deleted -o noted.rewind
              rewind annotate bug.rewind --at 65 --mark here --note 'still saving'
              rewind annotate latest --in-place --unmark here --mark here --at 66
              rewind annotate latest --in-place --title 'Crash while editing'
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: "The name of a mark to add.", transform: StepReference.markName)
    var mark: String?

    @Option(help: "The step to mark.", transform: StepReference.argument)
    var at: StepReference?

    @Option(help: "The name of a mark to remove.", transform: StepReference.markName)
    var unmark: String?

    @Option(help: "The note; '-' reads it from standard input.")
    var note: String?

    @Option(help: "The title of the recording.")
    var title: String?

    @OptionGroup var amended: AmendedRecording

    func validate() throws {
        if [mark, unmark, note, title].allSatisfy({ $0 == nil }) {
            throw ValidationError("nothing to do: give --mark NAME --at STEP, --unmark NAME, --note or --title")
        }
        if (mark == nil) != (at == nil) { throw ValidationError("a mark needs both --mark NAME and --at STEP") }
        if mark?.isEmpty == true { throw ValidationError("--mark needs a name") }
    }

    func run() throws {
        let (editor, output) = try amended.editor(bundle.path, suffix: "annotated")
        var annotation = Annotation()
        annotation.title = title
        annotation.removedMarks = [unmark].compactMap(\.self)
        let note = try note.map { $0 == "-" ? try TextInput.read($0).trimmedEnd : $0 }
        if let note, note.isEmpty, self.note == "-" { throw ValidationError("--note -: nothing came through standard input") }
        if let mark, let step = try at?.resolve(in: editor.timeline) {
            annotation.marks = [.init(step: step, name: mark, note: note)]
        } else {
            annotation.note = note
        }
        let recording = try amended.new.writing("annotating") { () throws(RecordingError) in
            try editor.annotate(annotation, output: output)
        }
        var words: [String] = []
        let set = [annotation.title.map { _ in "the title" }, annotation.note.map { _ in "the note" }].compactMap { $0 }
        if !set.isEmpty { words.append("\(set.joined(separator: " and ")) \(set.count == 1 ? "was" : "were") set") }
        for name in annotation.removedMarks { words.append("the mark '\(name)' was removed") }
        for mark in editor.recorded(annotation).marks { words.append("the mark '\(mark.name)' was added after step \(mark.step)") }
        if !editor.recorded(annotation).hasSameWords(as: annotation) { words.append("what looked like a secret was left out") }
        try NewRecording.announce(words.joined(separator: "; "), recording)
        amended.sayWhatIsOlder(than: recording)
    }
}
