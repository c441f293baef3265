import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A tool of an assistant: a verb with its declaration, and what answers.
struct AssistantTool: Sendable {
    let name: String
    private let declaration: VerbDeclaration
    /// What it is good for, besides what it does.
    private let use: String
    /// Whether it needs a host.
    let isHosted: Bool
    /// Whether it writes, where a folder was named for that.
    private let isWriting: Bool
    /// Answers; throws ``AssistantProblem``, or an error of the recording or of the host.
    let answer: @Sendable (AssistantCall, AssistantTools) throws -> JSONObject

    /// A verb that reads.
    init<Asked: AssistantQuestion>(_ name: String, _ verb: Asked.Type, _ use: String) {
        (self.name, declaration, self.use, isHosted, isWriting) = (name, Asked.declaration, use, false, false)
        answer = { call, tools in
            let (recording, path) = try tools.recordings.path(of: call.recording)
            let timeline = try tools.recordings.timeline(at: path)
            return try Asked.ask(call, timeline).result(of: call, from: recording)
        }
    }

    /// A verb that runs the app's reducer.
    init(
        _ declaration: VerbDeclaration, _ use: String, isWriting: Bool = false,
        hosted answer: @escaping @Sendable (AssistantCall, String, AssistantTools) throws -> AssistantAnswer
    ) {
        (name, self.declaration, self.use, isHosted, self.isWriting) = (declaration.name, declaration, use, true, isWriting)
        self.answer = { call, tools in
            let (recording, path) = try tools.recordings.path(of: call.recording)
            return try answer(call, path, tools).result(of: call, from: recording)
        }
    }

    /// All of them, in the order in which they are listed: first the ones to begin with.
    static let all: [AssistantTool] = [
        AssistantTool("story", StoryQuestion.self, "Begin here."),
        AssistantTool("log", LogQuestion.self, "Consecutive equal actions are one row."),
        AssistantTool("show", ShownQuestion.self, "Without a step, the last one."),
        AssistantTool("diff", DiffQuestion.self, "For what step 17 changed: from 17. Without a step, the last one."),
        AssistantTool("blame", BlameQuestion.self, "The shortest way from a wrong value to the action that set it."),
        AssistantTool("history", HistoryQuestion.self, "To see when a value was still right."),
        AssistantTool("find", FindQuestion.self, "To find the step at which a symptom begins. " + StepWord.help),
        AssistantTool("check", CheckQuestion.self, "To test several suspicions at once."),
        TryTool.tool, ProveTool.tool,
    ]

    /// The tool as `tools/list` has it.
    ///
    /// - Parameter mayWrite: whether a folder was named for what is written.
    func json(mayWrite: Bool) -> JSONValue {
        let onlyReads = JSONValue.bool(!(isWriting && mayWrite))
        return [
            "name": .string(name), "description": .string("\(declaration.summaryElsewhere.sentenceCased). \(use)"), "inputSchema": schema,
            "annotations": ["readOnlyHint": onlyReads, "destructiveHint": false, "idempotentHint": onlyReads, "openWorldHint": true],
        ]
    }

    private var schema: JSONValue {
        var properties: JSONObject = [
            "hypothesis": ["type": "string", "description": "What you suspect and test by this call, in a sentence."],
            "recording": ["type": "string", "description": "The recording's name; needed if there are several."],
        ]
        for parameter in declaration.parameters { properties[parameter.name] = parameter.schema }
        let required = ["hypothesis"] + declaration.parameters.filter(\.isRequired).map(\.name)
        return [
            "type": "object", "properties": .object(properties), "required": .array(required.map(JSONValue.string)),
            "additionalProperties": false,
        ]
    }

    /// Refuses arguments that the schema does not have.
    ///
    /// - Returns: the arguments with numbers as texts where texts are listed.
    func checked(_ arguments: JSONObject) throws(AssistantProblem) -> JSONObject {
        let known = ["hypothesis", "recording"] + declaration.parameters.map(\.name)
        if let other = arguments.first(where: { !known.contains($0.key) })?.key {
            throw AssistantProblem(
                sentence: "\(name) has no argument \(AssistantText.quoted(other)).",
                next: "use one of these: \(known.joined(separator: ", ")).")
        }
        guard let hypothesis = arguments["hypothesis"]?.string, hypothesis.contains(where: { !$0.isWhitespace }) else {
            throw AssistantProblem(
                sentence: "The argument \"hypothesis\" is missing.", next: "say in a sentence what you suspect, and call \(name) again.")
        }
        if let name = arguments["recording"], name.string == nil {
            throw AssistantProblem(sentence: "The argument \"recording\" is no text.", next: "give the recording's name.")
        }
        var checked = arguments
        for parameter in declaration.parameters where parameter.kind == .texts {
            guard let values = arguments[parameter.name]?.array else { continue }
            checked[parameter.name] = .array(
                try values.map { (value) throws(AssistantProblem) in
                    switch value {
                    case .string: return value
                    case .number: return .string(value.jsonText)
                    default:
                        throw AssistantProblem(
                            sentence: "The argument \"\(parameter.name)\" is a list of texts.", next: "give texts: \(parameter.help)")
                    }
                })
        }
        return checked
    }
}

extension Parameter {
    /// The parameter as a JSON schema.
    fileprivate var schema: JSONValue {
        var schema: JSONObject
        switch kind {
        case .step: schema = ["type": ["string", "integer"]]
        case .number(let bounds):
            schema = [
                "type": "integer", "minimum": .number(JSONNumber(bounds.lowerBound)), "maximum": .number(JSONNumber(bounds.upperBound)),
            ]
        case .flag: schema = ["type": "boolean"]
        case .texts: schema = ["type": "array", "items": ["type": "string"]]
        case .path, .steps, .lastPart, .expression, .text, .store: schema = ["type": "string"]
        }
        schema["description"] = .string(help)
        return .object(schema)
    }
}

/// The tools, and what they were given when the server started.
struct AssistantTools: Sendable {
    let recordings: AssistantRecordings
    /// The host that was named; `nil` without one.
    let host: HostCommand?
    /// The folder that `prove` may write to; `nil` if it may write nothing.
    let folder: String?
    /// Where temporary files go; `nil` for the system's folder.
    var temporary: TemporaryDirectory?

    /// Those that can be called, in a fixed order.
    var list: [AssistantTool] { AssistantTool.all.filter { host != nil || !$0.isHosted } }

    /// The result of a call.
    ///
    /// - Returns: `nil` if there is no such tool.
    func result(of call: AssistantCall) -> JSONObject? {
        guard let tool = AssistantTool.all.first(where: { $0.name == call.tool }) else { return nil }
        do {
            var call = call
            call.arguments = try tool.checked(call.arguments)
            if tool.isHosted, host == nil { throw Self.lacksHost(tool) }
            return try tool.answer(call, self)
        } catch {
            return Self.problem(error, call).result
        }
    }

    private static func lacksHost(_ tool: AssistantTool) -> AssistantProblem {
        AssistantProblem(
            sentence: "\(tool.name) runs the app's reducer, and this server was started without a host.",
            next:
                "ask the person to start it with one: rewind mcp RECORDING --host COMMAND. Until then: story, log, show, diff, blame, history, find, check."
        )
    }

    /// The problem that an error is, whose words may quote the recording.
    private static func problem(_ error: any Error, _ call: AssistantCall) -> AssistantProblem {
        switch error {
        case let problem as AssistantProblem: return problem
        case let error as PromptError:
            return AssistantProblem(
                sentence: "\(call.tool) can't answer this.", details: [error.message] + error.remarks.map(\.sentence), next: next(call))
        case let error as ValidationError:
            return AssistantProblem(sentence: "\(call.tool) can't answer this.", details: [error.message], next: next(call))
        case let error as HostError:
            return AssistantProblem(
                sentence: "The host failed.", details: ["\(error)"],
                next: "tell the person that the host does not work; the tools that only read still do.")
        case let error as RecordingError where [.noSuchStep, .noSuchStore, .invalidArguments].contains(error.code):
            return AssistantProblem(sentence: "\(call.tool) can't answer this.", details: ["\(error)"], next: next(call))
        case let error as RecordingError:
            return AssistantProblem(
                sentence: "The recording can't be read.", details: ["\(error)"], next: "tell the person what is wrong with the file.")
        default: return AssistantProblem(sentence: "\(call.tool) can't answer this.", details: ["\(error)"], next: next(call))
        }
    }

    private static func next(_ call: AssistantCall) -> String {
        switch call.tool {
        case "show", "diff", "blame", "history": "call log for the steps there are, or show with a step for the paths there are."
        case "find", "check": "call show for the paths that an expression can use."
        case "try": "call log for the steps, and show for the action of one."
        case "prove": "give \"until\" an expression that is true at the bug; find tells whether it is."
        default: "call story, which needs nothing."
        }
    }
}
