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
        "The last step, once the cause is known. Takes minutes for a long recording; it writes files only where the person allowed that.",
        isWriting: true
    ) { call, path, tools in
        let given = try GivenWords(of: .object(call.arguments), for: declaration)
        let until = given["until"] ?? "crash"
        if until != "crash", try AssistantExpression.predicate(until).words.contains(.step) {
            throw AssistantProblem(
                sentence: "\"until\" asks for a step's number, and the few actions get numbers of their own.",
                next: "say what is wrong in the state of that step: show has it, and $before and $action may be used.")
        }
        let condition = until == "crash" ? nil : try WrittenCondition(parsing: until)
        _ = try tools.recordings.timeline(at: path)
        return try inFolder(of: tools) { folder in
            try Proof(given, condition, path, into: folder, keeps: tools.folder != nil, tools.needed(), call.progress)
                .answer
        }
    }

    private static let declaration = VerbDeclaration(
        "prove", "find the few actions that still show the bug in the host, and write a Swift test of them",
        [Minimization.until] + TestFile.parameters + [.store])

    /// Does work in the folder that was named at the start; without one, in a folder that is removed afterwards.
    private static func inFolder<Result>(of tools: AssistantTools, _ work: (String) throws -> Result) throws -> Result {
        if let folder = tools.folder { return try work(folder) }
        let directory = try TemporaryDirectory(in: tools.temporary)
        defer { directory.remove() }
        return try work(directory.path)
    }
}

/// A bug's few actions, and a test of them.
private struct Proof {
    private let found: Minimization
    private let condition: WrittenCondition?
    private let test: TestFile
    private let recording: Recording
    /// Where the test was written; `nil` if nothing is kept.
    private let source: String?
    /// Whether the new recording shows the bug once more, in a new host.
    private let showsAgain: Bool

    init(
        _ given: GivenWords, _ condition: WrittenCondition?, _ path: String, into folder: String, keeps: Bool, _ host: HostCommand,
        _ progress: @escaping (String) -> Void
    ) throws {
        let editor = try Editor(path)
        var reducer = try HostReducer(host)
        defer { reducer.end() }
        found = try reducer.minimized(
            Timeline.ofProject(editor.recording), until: condition, store: given["store"], progress: progress)
        self.condition = condition
        let name = OutputName.beside(path, suffix: "-minimized")
        let written = try editor.writeRecomputed(found.session, edits: found.edits, output: OutputName.free("\(folder)/\(name)"))
        var isComplete = false
        defer { if !isComplete { FileSystem.removeFile(written.path) } }
        recording = written
        let timeline = try Timeline.ofProject(written)
        let title = given["name"] ?? written.manifest.title ?? TestFile.name(OutputName.beside(path, suffix: ""))
        let crash = try timeline.stepThatCrashed().map { ($0.number, EndingText(of: written).verb) }
        var test = TestFile(
            title: title, bundle: FileSystem.parts(of: written.path).name, modules: given.all("module"), store: given["in"],
            recordedStore: nil, actions: given["actions"], migrations: timeline.rules[timeline.mainStore] ?? [],
            comparing: ".none", paths: [], ignored: [], never: condition?.description, crash: crash)
        progress("reducing once more")
        var trial = HostTrial(try HostReducer(host), store: timeline.mainStore, goal: condition.map { .state($0.predicate) } ?? .crash)
        _ = trial.finds(storeOf: timeline)
        showsAgain = try trial.shows(Candidate(timeline, store: timeline.mainStore, upTo: timeline.steps.upperBound)) != nil
        // The name of its type is that of the file, so a test that was written before stays beside it.
        while keeps, FileSystem.kindOfItself("\(folder)/\(test.name).swift") != nil { test.number += 1 }
        self.test = test
        source = keeps ? "\(folder)/\(test.name).swift" : nil
        if let source { try FileSystem.replace(source, with: Array(test.text.utf8)) }
        isComplete = true
    }

    var answer: AssistantAnswer {
        let crash = found.crash.map { "crash the reducer (\(AssistantText.quoted($0.words)))" } ?? "lead to the state"
        var answer = AssistantAnswer(
            sentence: "\(found.steps.count) of \(plural(found.of, "action")) are enough to \(crash); "
                + (showsAgain
                    ? "reduced once more, these actions still show it in the host."
                    : "reduced once more, these actions do not show it: the bug is not in the actions alone."))
        let steps = found.steps.map { Line(DisplayWidth.aligned("\($0.line.step)", to: 7) + "  " + TerminalText.escaped($0.line.type)) }
        let code = test.text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0)) }
        answer.rows = [AssistantAnswer.Row(steps + [Line()] + code, json)]
        answer.remarks = remarks
        var missing: JSONObject = [:]
        if test.modules.isEmpty { missing["module"] = [.string("<\(TestFile.places.module)>")] }
        if test.store == nil { missing["in"] = .string("<\(TestFile.places.store)>") }
        if !missing.isEmpty {
            answer.next = AssistantAnswer.Next(
                words: "The test was not run, and is to be completed, by you or by", tool: ProveTool.tool.name, arguments: missing)
        }
        return answer
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if found.holdsFromTheBeginning {
            remarks.append("it is true from step 0 on: give an \"until\" that is false in every healthy session, with $before or $action")
        } else if condition != nil, found.steps.count == 1, let only = found.steps.first {
            remarks.append(
                "it is true after the first action that was kept already, step \(only.line.step): is it false in healthy sessions?")
        }
        if let dropped { remarks.append(dropped) }
        let shortened = found.edits.filter { $0.kind == .shorten }.map { edit in
            "\(edit.members["at"]?.string ?? "") in step \(edit.members["step"]?.jsonText ?? "")"
        }
        remarks.append(
            "it is a session that no user may have had: what led to it is left out"
                + (shortened.isEmpty ? "" : "; shortened: " + shortened.joined(separator: ", ")))
        if let source {
            remarks.append("the test is in \(source), its recording in \(recording.path)")
        } else {
            remarks.append(
                "nothing was written: 'rewind mcp --write FOLDER' lets this tool write, and 'rewind minimize RECORDING', then "
                    + "'rewind test NEW', write the same")
        }
        return remarks
    }

    /// How many actions were left out, and of which types.
    private var dropped: String? {
        if found.leftOut.isEmpty { return nil }
        let types = droppedTypes
        let named = types.prefix(6).map { $0.count > 1 ? "\($0.type.prefix(30)) ×\($0.count)" : String($0.type.prefix(30)) }
        return "\(plural(found.leftOut.count, "action")) left out: \(named.joined(separator: ", "))"
            + (types.count > named.count ? " and \(plural(types.count - named.count, "more type"))" : "")
    }

    /// The types of the actions that were left out, the most frequent first.
    private var droppedTypes: [(type: String, count: Int)] {
        Dictionary(grouping: found.leftOut) { $0 }.map { ($0.key, $0.value.count) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    }

    private var json: JSONValue {
        let kept = found.steps.map { ["step": .number(JSONNumber($0.line.step)), "type": .string($0.line.type)] as JSONValue }
        let dropped = droppedTypes.prefix(40).map { ["type": .string($0.type), "count": .number(JSONNumber($0.count))] as JSONValue }
        var object: JSONObject = [
            "steps": .number(JSONNumber(found.steps.count)), "of": .number(JSONNumber(found.of)),
            "runs": .number(JSONNumber(found.runs)), "showsAgain": .bool(showsAgain), "kept": .array(kept), "dropped": .array(dropped),
            "shortened": .array(
                found.edits.filter { $0.kind == .shorten }.map { edit in
                    .object(JSONObject(["step", "at"].compactMap { key in edit.members[key].map { (key, $0) } }))
                }), "test": .string(test.text),
        ]
        object["output"] = source.map { _ in .string(recording.path) }
        object["source"] = source.map(JSONValue.string)
        return .object(object)
    }
}
