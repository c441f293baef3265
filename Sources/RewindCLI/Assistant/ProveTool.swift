import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `prove`: the few actions that show a bug, and a test that fails until it is gone.
enum ProveTool {
    static let tool = AssistantTool(
        declaration,
        "The last step, once the cause is known. Takes minutes for a long recording; it writes files only where the person allowed that."
    ) { call, path, tools in
        let given = try GivenWords(of: .object(call.arguments), for: declaration)
        let until = given["until"] ?? "crash"
        if until != "crash" { _ = try AssistantExpression.predicate(until) }
        let condition = until == "crash" ? nil : try WrittenCondition(parsing: until)
        _ = try tools.recordings.timeline(at: path)
        return try inFolder(of: tools) { folder in
            try Proof(given, condition, path, into: folder, keeps: tools.folder != nil, tools.needed(), call.progress).answer
        }
    }

    private static let declaration = VerbDeclaration(
        "prove", "find the few actions that still show the bug, write a Swift test of them, and see that it fails today",
        [Minimization.until] + TestFile.parameters + [.store])

    /// Does work in the folder that was named at the start; without one, in a folder that is removed afterwards.
    private static func inFolder<Result>(of tools: AssistantTools, _ work: (String) throws -> Result) throws -> Result {
        if let folder = tools.folder { return try work(folder) }
        let directory = try TemporaryDirectory(in: tools.temporary)
        defer { directory.remove() }
        return try work(directory.path)
    }
}

/// A bug's few actions, its test, and whether the test fails.
private struct Proof {
    private let found: Minimization
    private let test: TestFile
    private let recording: Recording
    /// Where the test was written; `nil` if nothing is kept.
    private let source: String?
    /// Whether the new recording shows the bug once more, in a new host.
    private let failsToday: Bool

    init(
        _ given: GivenWords, _ condition: WrittenCondition?, _ path: String, into folder: String, keeps: Bool, _ host: HostCommand,
        _ progress: @escaping (String) -> Void
    ) throws {
        let editor = try Editor(path)
        var reducer = try HostReducer(host)
        defer { reducer.end() }
        found = try reducer.minimized(
            Timeline.ofProject(editor.recording), until: condition, store: given["store"], progress: progress)
        let name = OutputName.beside(path, suffix: "-minimized")
        let written = try editor.writeRecomputed(found.session, edits: found.edits, output: OutputName.free("\(folder)/\(name)"))
        var isComplete = false
        defer { if !isComplete { FileSystem.removeFile(written.path) } }
        recording = written
        let timeline = try Timeline.ofProject(written)
        let title = given["name"] ?? written.manifest.title ?? TestFile.name(OutputName.beside(path, suffix: ""))
        let crash = try timeline.stepThatCrashed().map { ($0.number, EndingText(of: written).verb) }
        test = TestFile(
            title: title, bundle: FileSystem.parts(of: written.path).name, modules: given.all("module"), store: given["in"],
            recordedStore: nil, actions: given["actions"], migrations: timeline.rules[timeline.mainStore] ?? [],
            comparing: ".none", paths: [], ignored: [], never: condition?.description, crash: crash)
        progress("reducing once more")
        var trial = HostTrial(try HostReducer(host), store: timeline.mainStore, goal: condition.map { .state($0.predicate) } ?? .crash)
        _ = trial.finds(storeOf: timeline)
        failsToday = try trial.shows(Candidate(timeline, store: timeline.mainStore, upTo: timeline.steps.upperBound)) != nil
        source = keeps ? "\(folder)/\(test.name).swift" : nil
        if let source {
            if FileSystem.kindOfItself(source) != nil {
                throw AssistantProblem(
                    sentence: "A test of that name was written before, and stays.", details: [source], next: "give another \"name\".")
            }
            try FileSystem.replace(source, with: Array(test.text.utf8))
        }
        isComplete = true
    }

    var answer: AssistantAnswer {
        let crash = found.crash.map { "crash the reducer (\(AssistantText.quoted($0.words)))" } ?? "lead to the state"
        var answer = AssistantAnswer(
            sentence: "\(found.steps.count) of \(plural(found.of, "action")) are enough to \(crash); the test of them "
                + (failsToday ? "fails today." : "does not fail when run once more: the bug is not in the actions alone."))
        let steps = found.steps.map { Line(DisplayWidth.aligned("\($0.line.step)", to: 7) + "  " + TerminalText.escaped($0.line.type)) }
        let code = test.text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0)) }
        answer.rows = [AssistantAnswer.Row(steps + [Line()] + code, json)]
        if let source {
            answer.remarks = ["the test is in \(source), its recording in \(recording.path)"]
        } else {
            answer.remarks = ["nothing was written; 'rewind mcp --write FOLDER' lets this tool write both files"]
        }
        return answer
    }

    private var json: JSONValue {
        let kept = found.steps.map { ["step": .number(JSONNumber($0.line.step)), "type": .string($0.line.type)] as JSONValue }
        var object: JSONObject = [
            "steps": .number(JSONNumber(found.steps.count)), "of": .number(JSONNumber(found.of)),
            "runs": .number(JSONNumber(found.runs)), "failsToday": .bool(failsToday), "kept": .array(kept), "test": .string(test.text),
        ]
        object["output"] = source == nil ? nil : .string(recording.path)
        object["source"] = source.map(JSONValue.string)
        return .object(object)
    }
}
