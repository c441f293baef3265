import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind explore`: tries every order in which the answers could have come.
struct ExploreCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Let the answers of effects come in other orders, and name those that crash, break a rule, or lose a value.",
        usage: "rewind explore [<options>] [<bundle> ...] [--host <cmd>]",
        discussion: """
            \(HostOption.help)

            An answer is an action with a cause: an effect sent it. It is delivered again at other places, as it was recorded: after the \
            step that caused it; the user's actions keep their order, and so do the answers of one effect. What an answer caused follows \
            it. An answer does not come after a later step that starts the same kind of effect, as that may cancel the one under way, \
            unless the recording has such an answer; --overlap allows it. First come all orders with one answer displaced, then those \
            with two, then random ones with more, until --runs or --time ends it.

            A finding is an order that crashes, and does not as it was recorded; one that breaks a rule of --rules, which the recorded \
            order keeps; and a lost update: two answers of the same type, from two effects, write the same place of the state, and \
            whichever comes last wins. That the last state depends on the order in another way, as a list in the order of arrival does, \
            need not be wrong; --strict lists it, and counts it. What differs each time is not compared.

            Each finding is cut down to the few steps that show it in this order, and not in the recorded one. -o writes them as \
            recordings, explore-1.rewind and so on; 'rewind test' makes a test of one. The user's actions are as they were recorded, \
            even where a user could not have done them without an answer that has not come.

            Of several recordings, or a folder of them, each is explored. For CI, --junit and --markdown write the findings to files as \
            well, and --baseline names what is known: it is shown, and not counted.

            The exit status is 1 if there is a finding. In JSON, the first object of a recording says what was tried; then each finding is \
            an object with "class", "order", "step" and "places".

            EXAMPLES
              rewind explore Fixtures/signin.rewind --host '.build/debug/Episodes --host'
              rewind explore bug.rewind --lose --repeat --rules invariants.txt -o found
              rewind explore recordings/ --time 20 --markdown findings.md
            """)

    @OptionGroup var bundles: BundlesArgument
    @OptionGroup var host: HostOption

    @Flag(help: "Also let an answer never come, with what it caused.")
    var lose = false

    @Flag(name: .customLong("repeat"), help: "Also let an answer come twice.")
    var repeats = false

    @Flag(help: "Let an answer come after a later step that starts the same kind of effect.")
    var overlap = false

    @Flag(help: "Count every last state that depends on the order.")
    var strict = false

    @Option(
        help: ArgumentHelp("Rules that hold after every step: a file as 'rewind check' takes it, or '-'.", valueName: "file"),
        completion: .file())
    var rules: String?

    @OptionGroup var ignore: IgnoreOption

    @Option(help: "Try at most so many orders of a recording.")
    var runs = 10_000

    @Option(help: ArgumentHelp("Explore a recording for at most so many seconds.", valueName: "seconds"))
    var time = 60.0

    @Option(help: "What random orders are drawn from: the same seed, the same orders.")
    var seed: UInt64 = 1

    @Option(help: "How many hosts run at once; by default as many as there are processors.")
    var jobs: Int?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write each finding as a recording into this folder.", valueName: "folder"), completion: .directory)
    var folder: String?

    @OptionGroup var report: ReportOptions
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if runs < 1 { throw ValidationError("--runs \(runs): give a number from 1 on") }
        if !(time > 0) { throw ValidationError("--time \(time): give a number of seconds above 0") }
        if let jobs, !(1...256 ~= jobs) { throw ValidationError("--jobs \(jobs): give a number from 1 to 256") }
        if folder == "-" { throw ValidationError("can't write recordings to standard output: name a folder with -o") }
    }

    private func options() throws -> ExploreOptions {
        var options = ExploreOptions()
        (options.loses, options.repeats, options.allowsOverlap) = (lose, repeats, overlap)
        (options.seed, options.limit, options.ignored) = (seed, runs, ignore.places)
        guard let rules else { return options }
        do {
            options.rules = try Invariant.list(parsing: try TextInput.read(rules), predicate: WrittenCondition.predicate)
        } catch let error as InvariantError {
            throw ValidationError("\(rules), \(error)")
        }
        if options.rules.isEmpty { throw ValidationError("\(rules) has no rules: each line is a name, a colon and an expression") }
        return options
    }

    func run() throws {
        let command = try host.command()
        let known = try report.known()
        let options = try options()
        let asked = AskedRecordings(bundles.paths)
        if let folder { try FileSystem.makeDirectory(folder) }
        try Hosts.running {
            let exploring = Exploring(
                command, asked.paths, store: store.name, options, seconds: time, jobs: jobs ?? max(1, Processors.count))
            try asked.judge(for: "rewind explore", isWrong: ("has a finding", "have findings"), output, report) { place, output, problems in
                let explored = try Activity.during("exploring") { try exploring.nextResult() }
                var findings: [OrderFinding] = []
                for made in try exploring.findings(of: explored) {
                    var finding = made.finding
                    finding.isStrict = strict
                    finding.isKnown = known?.has(finding, of: place) ?? false
                    if let folder, finding.isFault {
                        finding.output = try exploring.write(made, of: explored, into: folder)
                    }
                    findings.append(finding)
                }
                problems = findings.compactMap(JudgedRecordings.Problem.init)
                var sum = OrderSum(explored.found, rules: options.rules)
                (sum.faults, sum.dependentEnds) = (findings.count(where: \.isFault), strict ? 0 : findings.count { $0.kind == .order })
                // What need not be wrong is for programs, and for those who ask for it.
                let shown = findings.filter { strict || self.output.json || $0.kind != .order }
                try output.print(answerTo: ExploreQuestion(sum, shown), in: explored.timeline)
            }
        }
    }
}
