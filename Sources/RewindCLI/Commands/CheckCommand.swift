import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind check`: checks conditions that should hold after every step.
struct CheckCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check invariants against every state, and name the first step that breaks each.",
        usage: "rewind check [<options>] <bundle> ... <file|expr>",
        discussion: """
            Each line of the file is a name, a colon and an expression; empty lines and lines that begin with # are skipped. '-' reads \
            standard input. In place of a file, an expression alone will do. An invariant is broken at the first step where its expression is false or fails; of several values, as in \
            '.cart.items[].price > 0', all have to be true.
            \(StepWord.help)

            A state may be unknown, because something that leads to it was lost. The row of an invariant that holds tells how many \
            states were not checked for that reason; if no state is known, the answer is "unknown". In JSON, "holds" is true, false or \
            null, and "notLookedAt" is that number.

            In a recording of several stores, an invariant is checked in every store that can have what it reads, and each row names its \
            store; so one file does for stores of different types.

            Of several recordings, or a folder of them, each is checked. A line for each that breaks a rule, and one for all, are printed; \
            with --all and in JSON every row, behind the name of its recording. One that can't be read is named, which makes the exit \
            status 2 and does not end the check.

            For CI, --junit and --markdown write the findings to files as well, and --baseline names what is known: it is shown, and not \
            counted. It is known of a recording at the same path, or at the same place in the folder that was asked.

            The exit status is 1 if an invariant is broken or unknown. It is 64 if one asks for a path that no state and no recorded \
            type has, most likely a typing error, or evaluates to something other than true, false or null.

            EXAMPLES
              rewind check bug.rewind invariants.txt
              rewind check bug.rewind '.home.episodes | length < 9'
              rewind check recordings/ invariants.txt
              rewind check recordings/ invariants.txt --baseline known.ndjson --markdown findings.md
              echo 'one at a time: ($step - 1) == before.count' | rewind check bug.rewind -
            """)

    @Argument(
        help: ArgumentHelp(
            "Recordings, or folders of them, and behind them the file of invariants, or an expression.", valueName: "bundle> ... <file|expr"
        ),
        completion: .file())
    var words: [String]

    private var file: String { words[words.count - 1] }
    private var bundles: [String] { Array(words.dropLast()) }

    @OptionGroup var report: ReportOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if words.count < 2 { throw ValidationError("Missing expected argument '<file|expr>'") }
    }

    /// The expression, if that is what was given in place of a file.
    private func written() throws -> WrittenCondition? {
        guard file != "-", FileSystem.isMissing(file) else { return nil }
        do {
            return try WrittenCondition(parsing: file)
        } catch let error as JqError where error.isForWantOfJq {
            throw ValidationError("there is no such file; as an expression, \(error)")
        } catch {
            return nil
        }
    }

    func run() throws {
        let invariants: [Invariant]
        do {
            if let question = try written() {
                invariants = [Invariant(name: file, question.predicate)]
            } else {
                invariants = try Invariant.list(parsing: try TextInput.read(file), predicate: WrittenCondition.predicate)
            }
        } catch let error as InvariantError {
            throw ValidationError("\(file), \(error)")
        }
        if invariants.isEmpty { throw ValidationError("\(file) has no invariants: each line is a name, a colon and an expression") }
        let known = try report.known()
        let question = CheckQuestion(invariants, store: store.name)
        try AskedRecordings(bundles).judge(for: "rewind check", rules: invariants.count, output, report) { place, output, problems in
            let timeline = try Bundles.timeline(place.path, keeps: false)
            let marked = known.map { $0.marking(question, of: place) } ?? question
            try output.print(answerTo: marked, in: timeline, during: "checking") { row in
                problems += [JudgedRecordings.Problem(row)].compactMap(\.self)
            }
        }
    }
}
