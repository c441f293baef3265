import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// `rewind bisect`: finds the first bad step by binary search.
struct BisectCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "bisect",
        abstract: "Find the first bad step by binary search, judged by a command, an expression or you.",
        usage: "rewind bisect [<options>] [<bundle>] [<good>] [<bad>] [<expr>]",
        discussion: """
            The command gets the state as JSON on standard input and in the file that REWIND_STATE names, and the step in REWIND_STEP. \
            Its exit status judges the state as in git bisect: 0 is good, 1 to 124 bad, 125 undecided; anything else ends the search. \
            With an expression, a state is bad if that is true. Either one also judges both ends of the range. Without them, the \
            ends are taken to be good and bad, and you judge the steps between: answer good, bad or skip (g, b, s) at the prompt, \
            or show to print the state or a part of it. \(StepWord.help)

            EXAMPLES
              rewind bisect Fixtures/crash.rewind --run "jq -e '.search.query == \\"\\"'"
              rewind bisect Fixtures/crash.rewind '.comments.saving | length > 0'
              rewind bisect bug.rewind 10 end-1
              rewind bisect bug.rewind 10 end-1 --where '.cart.total < 0'
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(
        help: ArgumentHelp(
            "A good step, by default the first that the store has a state after; a later, bad one, by default the last whose state is "
                + "known; and behind them an expression that is true of a bad state, as --where has it.",
            valueName: "good> <bad> <expr"))
    var words: [String] = []

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
        let (ends, condition) = try parsedWords()
        let timeline = try bundle.timeline()
        try TemporaryDirectory.with { folder in
            let program = command.map { Self.program($0, file: folder.path + "/state.json") }
            let judge = condition.map { .condition($0.predicate) } ?? program ?? Self.person(at: timeline)
            let question = BisectQuestion(
                judge, good: try ends.first?.resolve(in: timeline), bad: try ends.dropFirst().first?.resolve(in: timeline),
                store: store.name)
            try AnswerOutput(options: output).print(answerTo: question, in: timeline)
        }
    }

    /// The ends of the search, and the expression that judges, wherever that was given.
    private func parsedWords() throws -> (ends: [StepReference], condition: WrittenCondition?) {
        var ends: [StepReference] = []
        for (index, word) in words.enumerated() {
            do {
                ends.append(try StepReference(parsing: word))
                if ends.count > 2 { throw ValidationError("Unexpected argument '\(word)'") }
            } catch let error as ReferenceError {
                if index < words.count - 1 { throw ValidationError("The value '\(word)' is invalid for a step: \(error)") }
                let written: WrittenCondition
                do { written = try WrittenCondition(parsing: word) } catch let reason {
                    throw ValidationError("'\(word)' is neither a step nor an expression: \(error.reason); \(reason)")
                }
                if command != nil || condition != nil {
                    throw ValidationError("'\(word)' and \(command == nil ? "--where" : "--run") can't be used together: each judges")
                }
                return (ends, written)
            }
        }
        return (ends, condition)
    }

    /// Runs a command with each state, which is in a file.
    private static func program(_ command: String, file: String) -> BisectQuestion.Judge {
        .program { step, state, _ throws(QuestionError) in
            let exit: ChildProcess.Exit
            do {
                try FileSystem.replace(file, with: Array((state.jsonText + "\n").utf8))
                exit = try ShellRun.run(command, input: file, environment: ["REWIND_STATE": file, "REWIND_STEP": String(step)])
            } catch {
                throw .recording(error as? RecordingError ?? RecordingError(.system, "can't run '\(command)': \(error)"))
            }
            let verdict: Bisection.Verdict
            switch exit {
            case .status(0): verdict = .good
            case .status(1...124): verdict = .bad
            case .status(125): verdict = .skip
            case .status(let status):
                throw .recording(
                    RecordingError(
                        .invalidRequest,
                        "'\(command)' ended with status \(status), which is not a verdict: 0 is good, 1 to 124 bad, 125 undecided"))
            case .signal(let signal): throw .recording(RecordingError(.invalidRequest, "'\(command)' was ended by signal \(signal)"))
            }
            Diagnostics.say("step \(step) is \(verdict.word)")
            return verdict
        }
    }

    /// Asks at the prompt.
    private static func person(at timeline: Timeline) -> BisectQuestion.Judge {
        .person { step, state, search throws(QuestionError) in
            let type = ((try? timeline.step(at: step)) ?? nil)?.type ?? ActionLine.initial
            let text = "step \(step), \(TerminalText.escaped(type)), \(search.remaining) left (g/b/s/show [PATH]/q)? "
            while let line = Prompt.line(after: text) {
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
            return nil
        }
    }
}
