import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind crash`: shows how and where a recording's process died.
struct CrashCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "crash",
        abstract: "Show how the recorded app died: what led to it, the action under way, the signal, and the backtrace.",
        usage: "rewind crash [<options>] <bundle> ...",
        discussion: """
            The steps that caused the last one come first, those since, and what changed between; then the backtrace, in which the calls \
            of the app's own code stand out.

            Functions and lines are in the recording, if the app's own files were at hand when 'rewind record' or 'rewind seal' made it. \
            If not, or if --symbols is given, they are read from those files: where --symbols says, in .build, beside this command, or on the \
            PATH. Files of a build other than the one that crashed are not used.

            Where the app's sources are here, the line where it crashed and the one where the action was sent are shown with the lines around \
            them. Sources are found in the folder of --source, or of "source" in a \(ProjectFile.name) that only you can have written.

            If \(ProjectFile.name) names a file of "rules", as 'rewind learn' makes one, up to three of those that the recording breaks come \
            last.

            The exit status is 1 if the app finished or still runs. One that was killed, or whose end was not seen, is shown as a crash is.

            \(BundlesArgument.help) The line of a crash is how the app died, why, and the step under way; the exit status is 1 if no app died.

            EXAMPLES
              rewind crash Fixtures/crash.rewind
              rewind crash recordings/
              rewind crash latest --symbols .build/debug --json
            """)

    @OptionGroup var bundles: BundlesArgument

    @Option(
        name: .customLong("symbols"), help: "A program, a library or a folder of them; may be given several times.", completion: .file())
    var symbols: [String] = []

    @Flag(help: "Show every call of the backtrace, with nothing folded.")
    var full = false

    @OptionGroup var source: SourceOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let missing = symbols.first(where: { FileSystem.kind(of: $0) == nil }) {
            throw ValidationError("--symbols \(missing): no such file or directory")
        }
    }

    func run() throws {
        let images = ImageFiles(symbols: symbols)
        let outcome = try AskedRecordings(bundles.paths).ask(output, opening: { try Bundles.recording($0) }) { recording, output in
            try show(recording, images, output)
        }
        try outcome?.throwFailures()
        if let outcome, outcome.yes == 0 { throw NegativeAnswer(description: "none of \(outcome.count) recordings ended in a crash") }
        if let outcome, outcome.no > 0 { Diagnostics.say("\(outcome.no) of \(outcome.count) recordings did not end in a crash") }
    }

    private func show(_ recording: Recording, _ images: ImageFiles, _ output: AnswerOutput) throws {
        var crash: Crash?
        var damage: RecordingError?
        do throws(RecordingError) { crash = try recording.crash() } catch { damage = error }
        let found = crash?.symbolised(by: images)
        let question = CrashQuestion(found?.crash, losses: damage == nil ? [] : [.damage(.damaged, to: Crash.entryName)])
        let timeline = try Timeline.ofProject(recording)
        var drawing = Drawing(of: timeline, showsAll: full)
        if output.name == nil { drawing.source = source.finder(for: recording) }
        let table =
            output.name == nil
            ? question.table(
                drawing, gaps: found?.gaps ?? SymbolGaps(),
                file: RecordingLibrary.nearName(of: recording.path), namesHost: !HostOption.isNamedByFile)
            : CrashReport.tableOfSeveral
        try output.print(answerTo: question, in: timeline, as: table)
        if output.name == nil, !output.options.json {
            let lines = NeverBefore.broken(in: timeline).neverBefore
            if !lines.isEmpty { output.options.console.print([Line()] + lines) }
        }
        if let damage { throw damage }
    }
}
