import ArgumentParser
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind bisect`: finds the first bad step by binary search.
struct BisectCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the first bad step by binary search, judged by a command, an expression or you.",
        discussion: """
            The command gets the state as JSON on standard input and in the file that REWIND_STATE names, and the step in REWIND_STEP. \
            Its exit status judges the state as in git bisect: 0 is good, 1 to 124 bad, 125 undecided; anything else ends the search. \
            With --where, a state is bad if the expression is true. Either one also judges both ends of the range. Without them, the \
            ends are taken to be good and bad, and you judge the steps between: answer good, bad or skip (g, b, s) at the prompt, \
            or show to print the state or a part of it. \(StepWord.help)

            EXAMPLES
              rewind bisect Fixtures/crash.rewind --run "jq -e '.search.query == \\"\\"'"
              rewind bisect Fixtures/crash.rewind --where '.comments.saving | length > 0'
              rewind bisect bug.rewind 10 end-1
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "A good step; by default the first that the store has a state after.", transform: StepReference.argument)
    var good: StepReference?

    @Argument(help: "A later, bad step; by default the last whose state is known.", transform: StepReference.argument)
    var bad: StepReference?

    @Option(name: .customLong("run"), help: ArgumentHelp("A command that judges a state.", valueName: "cmd"))
    var command: String?

    @Option(
        name: .customLong("where"), help: ArgumentHelp("A jq expression that is true of a bad state.", valueName: "expr"),
        transform: WrittenCondition.argument)
    var condition: WrittenCondition?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if command != nil, condition != nil { throw ValidationError("--run and --where can't be used together") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let store = try timeline.oneStore(toAsk: condition.map { [$0.predicate] } ?? [], named: store.name)
        let first = try good?.resolve(in: timeline) ?? timeline.firstStep(of: store)
        let last = try bad?.resolve(in: timeline) ?? timeline.lastKnownStep(of: store)
        Diagnostics.say(timeline.hidden(from: condition.map { [$0.predicate] } ?? [], comparesTexts: command != nil))
        guard var search = Bisection(good: first, bad: last) else {
            throw ValidationError("the bad step must come after the good one: \(last) does not come after \(first)")
        }
        var judge = Judge(timeline: timeline, store: store, command: command, condition: condition?.predicate)
        if command != nil || condition != nil {
            for (step, expected) in [(first, Bisection.Verdict.good), (last, .bad)] {
                let verdict = try judge.verdict(on: step, search)
                if verdict == expected { continue }
                let absence = try condition.flatMap { try timeline.absence(of: $0.predicate, in: AskedStores(names: [store])) }
                if let absence { throw ValidationError("the condition asks for something that was never there: \(absence.sentence)") }
                let reason = try reason(for: verdict, on: step, in: timeline, store: store)
                throw NegativeAnswer(
                    description: "step \(step) should be \(expected.rawValue), but it is \(verdict.words), so there is nothing to search"
                        + (reason.map { ": \($0)" } ?? ""))
            }
        }
        while let step = search.next {
            // Steps without a known state can't be judged, however many there are.
            if case .unknown(let unknown) = try timeline.state(at: step, store: store) {
                search.judge(step, .skip, with: unknown.stretch)
            } else {
                search.judge(step, try judge.verdict(on: step, search))
            }
        }
        if let condition, condition.predicate.words.contains(.before) {
            Diagnostics.say("a condition with 'before' may have been true earlier and false again: rewind find shows the first step")
        }
        try report(search, in: timeline)
    }

    /// The reason why an end of the range is unexpected, with advice, if it can be determined.
    private func reason(for verdict: Bisection.Verdict, on step: Int, in timeline: Timeline, store: String) throws -> String? {
        if verdict == .skip, case .unknown(let unknown) = try timeline.state(at: step, store: store) {
            let nearest = unknown.nearest.map { "; the last step before it whose state is known is \($0)" } ?? ""
            return "its state is unknown, as \(unknown.reason)\(nearest)"
        }
        guard let condition else { return nil }
        if verdict == .skip, case .failed(let failure) = try timeline.verdict(of: condition.predicate, at: step, store: store) {
            return "'\(condition)' has no value there: \(failure); '.name // \"\"' says what null stands for"
        }
        if verdict == .skip { return nil }
        var words = "--where takes what is true of a bad state, and 'rewind find' with --all shows where that is"
        if verdict == .good, step < timeline.steps.upperBound,
            let unknown = try timeline.unknownSteps(of: store, in: (step + 1)...timeline.steps.upperBound).sentence
        {
            words += "; \(unknown); it may be bad from there on"
        }
        return words
    }

    private func report(_ search: Bisection, in timeline: Timeline) throws {
        let place = try RowStep(search.candidates, in: timeline)
        if output.json {
            var object = place.json
            object["good"] = .number(JSONNumber(search.good))
            object["bad"] = .number(JSONNumber(search.bad))
            output.console.print(json: .object(object))
        } else {
            let words =
                search.candidates.count == 1 ? "is the first bad step" : "one of these is the first bad step; those between are undecided"
            output.console.printRow(place.line(Line(words)))
            if search.candidates.count == 1 {
                if let patch = place.step?.patch {
                    output.console.print(PatchText(patch).lines(valueLimit: 80).map { Line("           ") + $0 })
                }
            }
        }
    }
}

extension Bisection.Verdict {
    /// The verdict as a word for a sentence.
    fileprivate var words: String { self == .skip ? "undecided" : rawValue }
}

/// Judges states: by a command, or by asking a person.
private struct Judge {
    let timeline: Timeline
    let store: String
    let command: String?
    let condition: Predicate?
    private let file = TemporaryStateFile()
    private var prompt = Prompt()
    private var said: [Remark] = []

    init(timeline: Timeline, store: String, command: String?, condition: Predicate?) {
        self.condition = condition
        self.timeline = timeline
        self.store = store
        self.command = command
    }

    mutating func verdict(on step: Int, _ search: Bisection) throws -> Bisection.Verdict {
        guard case .known(let state) = try timeline.state(at: step, store: store) else { return .skip }
        if let condition {
            // The first state has no predecessor that could have gone wrong.
            if step == timeline.steps.lowerBound, condition.words.contains(.before) { return .good }
            let (verdict, remarks) = try timeline.remarkedVerdict(of: condition, at: step, store: store)
            Diagnostics.say(remarks.filter { !said.contains($0) })
            said += remarks
            switch verdict {
            case .failed, .unknown: return .skip
            case .results: return verdict.holds == true ? .bad : .good
            }
        }
        guard let command else { return try answer(on: step, state, search) }
        try file.write(state)
        let exit = try ShellRun.run(command, input: file.path, environment: ["REWIND_STATE": file.path, "REWIND_STEP": String(step)])
        let verdict: Bisection.Verdict
        switch exit {
        case .status(0): verdict = .good
        case .status(1...124): verdict = .bad
        case .status(125): verdict = .skip
        case .status(let status):
            throw BisectError("'\(command)' ended with status \(status), which is not a verdict: 0 is good, 1 to 124 bad, 125 undecided")
        case .signal(let signal): throw BisectError("'\(command)' was ended by signal \(signal)")
        }
        Diagnostics.say("step \(step) is \(verdict.words)")
        return verdict
    }

    private mutating func answer(on step: Int, _ state: JSONValue, _ search: Bisection) throws -> Bisection.Verdict {
        let type = try timeline.step(at: step)?.type ?? ActionLine.initial
        let text = "step \(step), \(TerminalText.escaped(type)), \(search.remaining) left (g/b/s/show [PATH]/q)? "
        while let line = prompt.line(after: text, isLeftByInterrupt: true) {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let word = words.first else { continue }
            if let verdict = Bisection.Verdict.allCases.first(where: { $0.rawValue == word || $0.rawValue.prefix(1) == word }) {
                return verdict
            }
            if "quit".hasPrefix(word) { break }
            guard "show".hasPrefix(word), words.count <= 2 else {
                Diagnostics.say("'\(line)' is not an answer: type good, bad, skip, show or quit")
                continue
            }
            do {
                let path = try words.count > 1 ? JSONPointer(argument: String(words[1])) : .root
                guard let value = state[path] else { throw PathNotFound(of: path, in: state, step: step) }
                Diagnostics.show(ValueLines(value).lines.map(\.text))
            } catch { Diagnostics.say("\(error)") }
        }
        throw NegativeAnswer(
            description:
                "the search ended before the first bad step was found: it is one of \(search.candidates.lowerBound) to \(search.bad)")
    }
}

/// The reason why a search ended early.
private struct BisectError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
