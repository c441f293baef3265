import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The edits of actions as the options of a command say them.
struct WrittenEdits: ParsableArguments {
    @Option(help: ArgumentHelp(EditWords.help("skip"), valueName: "steps"), transform: StepRange.argument)
    var skip: [StepRange] = []

    @Flag(help: ArgumentHelp(EditWords.help("keep-caused")))
    var keepCaused = false

    @Option(help: ArgumentHelp(EditWords.help("reorder"), valueName: "steps"))
    var reorder: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp(EditWords.help("insert"), valueName: "step> [<type>] <json"))
    var insert: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp(EditWords.help("edit"), valueName: "step> <path=value"))
    var edit: [String] = []

    var words: EditWords { EditWords(skip: skip, keepsCaused: keepCaused, reorder: reorder, insert: insert, edit: edit) }

    func validate() throws {
        if keepCaused, skip.isEmpty { throw ValidationError("--keep-caused needs --skip") }
    }
}

/// The edits of actions in words.
struct EditWords {
    var skip: [StepRange] = []
    var keepsCaused = false
    var reorder: [String] = []
    var insert: [String] = []
    var edit: [String] = []

    /// What they are called, and what each takes.
    static let parameters = [
        Parameter("skip", .texts, as: "steps", "Leave out a step or a range, and what it caused; may be given several times."),
        Parameter("keep-caused", .flag, "What the skipped steps caused happens all the same."),
        Parameter(
            "reorder", .texts, as: "steps", "Let these steps happen in this order, as 14,12,13, in the places that they have."),
        Parameter(
            "insert", .texts,
            "Reduce an action after a step, 0 for the beginning: JSON, with its type in front if several types can be that; or a type "
                + "alone, for its last recorded action."),
        Parameter(
            "edit", .texts, "Give a step's action another value, as in 12 .add.price=3; a value that is no JSON is a text."),
    ]

    static func help(_ name: String) -> String { parameters.first { $0.name == name }?.help ?? "" }

    var isEmpty: Bool { skip.isEmpty && reorder.isEmpty && insert.isEmpty && edit.isEmpty }

    /// The edits, for a store of a recording.
    ///
    /// - Throws: `ValidationError` if one is not what its option takes, `RecordingError` if there is no such step.
    func edits(of timeline: Timeline, store: String) throws -> ActionEdits {
        var edits = ActionEdits()
        edits.keepsCaused = keepsCaused
        edits.types = timeline.actionTypes(of: store)
        edits.skipped = try skip.map { try $0.resolve(in: timeline) }
        edits.orders = try reorder.map { text in
            let words = text.split { $0 == "," || $0.isWhitespace }
            if words.count < 2 { throw ValidationError("--reorder \(text): give two steps or more, as in 14,12,13") }
            return try words.map { try StepReference(parsing: $0).resolve(in: timeline) }
        }
        for (step, rest) in try Self.groups(insert, "--insert", in: timeline) {
            edits.inserted.append((step, try Self.line(rest.joined(separator: " "), of: timeline, store: store)))
        }
        for (step, rest) in try Self.groups(edit, "--edit", in: timeline) {
            for word in rest {
                guard let sign = word.firstIndex(of: "=") else {
                    throw ValidationError("--edit \(step) \(word): give a path in the action and a value, as in .add.price=3")
                }
                let text = String(word[word.index(after: sign)...])
                let path = word[..<sign].trimmed
                edits.changed.append((step, try LiveCommand.path(path[...]), (try? JSONValue(parsing: text)) ?? .string(text)))
            }
        }
        return edits
    }

    /// The words of an option by the step in front of them: each may be a word of its own, or all may be one.
    private static func groups(
        _ words: [String], _ option: String, in timeline: Timeline
    ) throws -> [(step: Int, rest: [String])] {
        var groups: [(step: Int, rest: [String])] = []
        for word in words {
            let parts = word.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            if let first = parts.first, let step = try? StepReference(parsing: first) {
                groups.append((try step.resolve(in: timeline), parts.dropFirst().map { String($0.trimmed) }))
            } else if groups.isEmpty {
                throw ValidationError("\(option) \(word): give the step first, as in \(option) 12 …, and the recording before the options")
            } else {
                groups[groups.count - 1].rest.append(word)
            }
        }
        if let bare = groups.first(where: { $0.rest.isEmpty }) {
            throw ValidationError("\(option) \(bare.step): something has to follow the step: 'rewind help whatif' shows what")
        }
        return groups
    }

    /// The line of an action: as JSON, behind its type or with a type that is known, or the last one of a type.
    private static func line(_ text: String, of timeline: Timeline, store: String) throws -> ActionLine {
        let types = Set(try timeline.actionTypes()).union(ActionTemplate.types(in: timeline.recording.manifest))
        switch try LiveCommand.Action(parsing: text[...]) {
        case .json(let action, let type):
            guard let type = type ?? action.caseNames.reversed().first(where: types.contains) ?? action.caseNames.first else {
                throw ValidationError("--insert: put the type in front of \(text), one of those that 'rewind stats' lists")
            }
            return ActionLine(step: 0, time: 0, type: type, action: action, store: store)
        case .last(let type):
            let recorded = try timeline.lastActions(ofType: type)
            guard var line = recorded.first(where: { $0.store == store }) ?? recorded.first else {
                throw ValidationError(
                    "--insert: no action of the type '\(type)' was recorded\(NearWord.question(for: type, among: types)) give it as JSON")
            }
            (line.store, line.cause) = (store, nil)
            return line
        }
    }
}

extension JSONValue {
    /// The names of the cases in an action, as types of actions have them: `home`, and `home/didReceive`.
    fileprivate var caseNames: [String] {
        var (names, value) = ([String](), self)
        while case .object(let object) = value, object.count == 1, let member = object.first {
            if member.key != "_0" { names.append((names.last.map { $0 + "/" } ?? "") + member.key) }
            value = member.value
        }
        return names
    }
}
