import ArgumentParser
import RewindArchive
import RewindFleet
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind learn`: the rules that healthy sessions keep to, and those that another one breaks.
struct LearnCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Learn the rules that healthy sessions always kept to, and name those that another one breaks.",
        usage: "rewind learn [<options>] <recording|folder> ... [-o <file>] [--against <bundle>]",
        discussion: """
            Name recordings in which nobody saw a bug, twenty or more. The state after each step, and each step with its action, are \
            compared with a few kinds of rules: a number that is never negative, ids that differ, an index that points into its list, what \
            an action sets, what only some actions change, which action answers another one. Those that no step broke are written, each on \
            a line of its own: a name, a colon and an expression, below a comment that tells what supports the rule. That is what 'rewind \
            check' reads. It is plain text: read it, delete what is not meant to hold, and put it under version control.

            A rule has to have had the chance to be broken. Each situation that was not seen before in its recording counts as one of two \
            that could have broken it, and n repetitions count as n + 1: the chance that it holds by accident, 2^-situations / (1 + \
            repetitions), has to be below 1 in 100, in three recordings at least, if there are so many. Numbers are compared with the length \
            of a list beside them, and otherwise only if their values are equal. In masked recordings, texts and long numbers are compared \
            for equality alone.

            What follows from another rule is left out, and of the rest the \(LearnedRule.limit) are printed whose break would be the most \
            surprising, unless --all is given.

            With --against, the rules that a recording breaks are printed instead of the rules, the first break first; then you may name a \
            file of rules that was learned before in place of recordings. The exit status is 1 if one is broken.

            If \(ProjectFile.name) names the file as "rules", then 'rewind crash', 'ticket', 'report' and 'groups' name the rules that a \
            recording broke.

            EXAMPLES
              rewind learn recordings/healthy -o invariants.txt
              rewind learn invariants.txt --against bug.rewind
              rewind learn recordings/healthy --against bug.rewind --json
              rewind check bug.rewind invariants.txt
            """)

    @Argument(
        help: ArgumentHelp(
            "Recordings of healthy sessions, folders of them, or a dataset; with --against, also a file of rules.", valueName: "recording"),
        completion: .file())
    var names: [String]

    @Option(
        name: [.customShort("o"), .customLong("output")], help: ArgumentHelp("Write the rules to a file.", valueName: "file"),
        completion: .file())
    var out: String?

    @Flag(help: ArgumentHelp("All rules, not only the \(LearnedRule.limit) most surprising."))
    var all = false

    @Option(help: ArgumentHelp("Name the rules that this recording breaks.", valueName: "bundle"), completion: .file())
    var against: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        if let rules = try rulesOfFile() {
            try answer(rules)
            return
        }
        let asked = try AskedSessions(names).withRecordings()
        let leftOut = AskedSessions.LeftOut()
        let learner = try learn(from: asked, leftOut)
        leftOut.reportCopies()
        let rules = learner.rules(limit: all ? nil : LearnedRule.limit)
        try write(rules, learner, asked)
        if against != nil {
            try leftOut.end(of: asked.paths.count)
            return try answer(try learner.rules(limit: nil).map { rule throws(ExpressionError) in try Invariant(rule) })
        }
        if out == nil { show(rules) }
        try leftOut.end(of: asked.paths.count)
        if rules.isEmpty {
            let count = learner.recordings == 1 ? "1 recording" : "\(learner.recordings) recordings"
            throw NegativeAnswer(description: "no rule had its chance in \(count) with \(learner.steps) steps: name more of them")
        }
    }

    private func learn(from asked: AskedSessions, _ leftOut: AskedSessions.LeftOut) throws -> RecordingsLearner {
        var learner = RecordingsLearner()
        _ = try asked.files(leftOut).forEach { (timeline, path, _) throws(RecordingError) in
            (timeline, path)
        } use: { (some: [(Timeline, String)]) throws(RecordingError) in
            for (timeline, path) in some {
                do throws(RecordingError) {
                    try learner.learn(from: timeline, named: FileSystem.parts(of: path).name)
                } catch {
                    leftOut.note(error.located(path: path))
                }
            }
        }
        return learner
    }

    /// The rules of a file that was named in place of recordings; `nil` if recordings were named.
    private func rulesOfFile() throws -> [Invariant]? {
        guard names.count == 1, let name = names.first, name == "-" || FileSystem.kind(of: name) == .file,
            name == "-" || RecordingSummary(lookingAt: name).manifest == nil, !isSealedForRecipients(name)
        else { return nil }
        guard against != nil else {
            throw ValidationError("\(name) is no recording; a file of rules takes --against, or: rewind check BUNDLE \(name)")
        }
        let text = try TextInput.read(name)
        let rules: [Invariant]
        do throws(InvariantError) {
            rules = try Invariant.list(parsing: text, predicate: WrittenCondition.predicate)
        } catch {
            throw ValidationError("\(name), \(error)")
        }
        if rules.isEmpty { throw ValidationError("\(name) has no rules: each line is a name, a colon and an expression") }
        return rules
    }

    private func answer(_ rules: [Invariant]) throws {
        guard let against else { return }
        let timeline = try Bundles.timeline(against)
        let question = BrokenRulesQuestion(rules)
        do {
            try AnswerOutput(options: output).print(answerTo: question, in: timeline, during: "checking")
            if !output.json { Diagnostics.say("none of \(rules.count) rules is broken") }
        }
    }

    private func write(_ rules: [LearnedRule], _ learner: RecordingsLearner, _ asked: AskedSessions) throws {
        guard let out, !rules.isEmpty else { return }
        try SharedAtomicFile.write(Array(text(of: rules, learner).utf8), to: out, outside: asked.paths, replacing: force)
        Diagnostics.say("wrote \(rules.count) \(rules.count == 1 ? "rule" : "rules") to \(out)")
    }

    private func text(of rules: [LearnedRule], _ learner: RecordingsLearner) -> String {
        let head = [
            "# Rules that held in \(learner.recordings) \(learner.recordings == 1 ? "recording" : "recordings"), by rewind learn.",
            "# Delete what is not meant to hold: the rest is checked by rewind check.", "",
        ]
        return (head + rules.flatMap { $0.lines + [""] }).joined(separator: "\n")
    }

    private func show(_ rules: [LearnedRule]) {
        if output.json { return rules.forEach { output.console.print(json: $0.json) } }
        output.console.print(
            rules.flatMap { rule in
                [
                    Line("# " + TerminalText.escaped(rule.support.text), .faint).hanging(2),
                    (Line(TerminalText.escaped(rule.name), .strong) + Line(": " + TerminalText.escaped(rule.expression))).hanging(4),
                    Line(),
                ]
            })
    }
}
