package import RewindFormat
package import RewindReplay
package import RewindValue

/// A verb that reads a recording, declared once: every prompt and the page take it from here, and so does its command, unless
/// `RewindCLI/Commands` has one for it.
///
/// A new verb is a type of question with its lines and this, and a row of ``Verbs``.
package protocol Verb: RenderedQuestion {
    static var declaration: VerbDeclaration { get }

    /// Reads what the parameters were given.
    init(_ arguments: inout VerbArguments) throws(PromptError)

    /// Whether the index of paths saves more time than it takes to build.
    func needsIndex(in timeline: Timeline) throws(RecordingError) -> Bool

    /// What the page gets beside the rows.
    func members(for rows: [Row], in timeline: Timeline) throws(RecordingError) -> JSONObject
}

extension Verb {
    package func needsIndex(in timeline: Timeline) throws(RecordingError) -> Bool { false }

    package func members(for rows: [Row], in timeline: Timeline) throws(RecordingError) -> JSONObject { [:] }
}

/// A verb's name, its parameters, and its help.
package struct VerbDeclaration: Sendable {
    package let name: String
    /// What it does, in a few words.
    package let summary: String
    /// The same where no step is the current one, as in a question of an assistant.
    package let summaryElsewhere: String
    /// Other words for it at the prompts.
    package let aliases: [String]
    /// Those that stand at a place come in the order of their places.
    package let parameters: [Parameter]
    /// More of the summary, for its own help; `nil` if that says it all.
    package let details: String?
    /// The words after its command in that command's help; empty if the verb has a command of its own, or works at prompts only.
    package let examples: [String]

    package init(
        _ name: String, _ summary: String, elsewhere: String? = nil, aliases: [String] = [], _ parameters: [Parameter] = [],
        details: String? = nil, examples: [String] = []
    ) {
        (self.name, self.summary, summaryElsewhere, self.aliases) = (name, summary, elsewhere ?? summary, aliases)
        self.parameters = parameters + (parameters.contains { $0.kind == .steps } ? [.last] : [])
        (self.details, self.examples) = (details, examples)
    }

    /// What "place" means in a command's usage.
    package static let places =
        "A PLACE is a type of action (home/*), 'path PATH' or 'when EXPR'; the first two may have 'when EXPR' as well; 'if' means 'when'. "
        + "A PATH or an EXPR alone will do, too. 'when EXPR' alone stops where EXPR becomes true, and, if EXPR asks what happened ($type, $action, $before), at each step where EXPR "
        + "is true. "
        + "An EXPR is jq, as in '.cart.items | length > 2'. " + StepWord.help
        + " In a recording of several stores, the state is that of the store whose step it is."

    /// The words that may follow it, as `[PATH [A..B]]`.
    package var words: String {
        parameters.reversed().filter { $0.isWord }.reduce("") { rest, parameter in
            let inside = parameter.placeholder + (rest.isEmpty ? "" : " " + rest)
            return parameter.isRequired ? inside : "[\(inside)]"
        }
    }

    /// The verb with its words, or else its options, as it is typed at a prompt.
    package var usage: String { ([name] + (words.isEmpty ? options.map { "[\($0.usage)]" } : [words])).joined(separator: " ") }

    /// The parameter of a command that names the recording.
    package static let recordingName = "bundle"

    /// The same as a command, whose first word is the recording.
    package var ofRecording: VerbDeclaration {
        let bundle = Parameter(Self.recordingName, .path, as: "<bundle>", "The recording.")
        let others = parameters.filter { $0.kind != .lastPart }
        return VerbDeclaration(
            name, summary, elsewhere: summaryElsewhere, aliases: aliases, [bundle] + others, details: details, examples: examples)
    }

    /// The parameters that only an option gives, without the store, which every verb of a prompt may name.
    package var options: [Parameter] { parameters.filter { !$0.isWord && $0.kind != .store } }
}

/// A parameter of a verb: a word behind it at its place or an option, `--name VALUE`; and a member of a question in JSON.
package struct Parameter: Sendable {
    package enum Kind: Sendable, Equatable {
        /// A part of the state: `.cart.items[0]` or `/cart/items/0`.
        case path
        /// A step: `17`, `end-3`, `@1:02.5`; in JSON a number as well.
        case step
        /// A range of steps: `10..20`; in JSON a list of two numbers as well. Beside it there is ``Parameter/last``.
        case steps
        /// The last part of a recording: `30s`, `2m` or `200` steps.
        case lastPart
        /// An expression; as a word, the rest of a prompt's line.
        case expression
        case number(ClosedRange<Int>)
        case flag
        /// A text, such as a name.
        case text
        /// Texts, of which each is an option of its own; in JSON a list.
        case texts
        case store
    }

    package let name: String
    package let kind: Kind
    package let help: String
    /// What represents it in the usage.
    package let placeholder: String
    /// Whether it may be a word at its place, and not only an option.
    package let isWord: Bool
    package let isRequired: Bool

    /// - Parameter isWord: by default, whether it is a path, a step, a range or an expression.
    package init(_ name: String, _ kind: Kind, as placeholder: String? = nil, isWord: Bool? = nil, isRequired: Bool = false, _ help: String)
    {
        let usual: (placeholder: String, isWord: Bool) =
            switch kind {
            case .path: ("PATH", true)
            case .step: ("STEP", true)
            case .steps: ("A..B", true)
            case .lastPart: ("PART", false)
            case .expression: ("EXPR", true)
            case .number: ("N", false)
            case .flag: ("", false)
            case .text, .texts: ("TEXT", false)
            case .store: ("NAME", false)
            }
        (self.name, self.kind, self.help, self.isRequired) = (name, kind, help, isRequired)
        self.placeholder = placeholder ?? usual.placeholder
        self.isWord = isWord ?? usual.isWord
    }

    /// The parameter as an option.
    package var usage: String { "--" + name + (placeholder.isEmpty ? "" : " " + placeholder) }

    package static let path = Parameter("path", .path, "The part of the state: /cart/items/0 or .cart.items[0].")
    package static let step = Parameter("step", .step, "The step: 17, start, end-3, @1:02.5.")
    package static let steps = Parameter("steps", .steps, "Only these steps, as 10..20, 10.. or @1:00..end.")
    package static let last = Parameter("last", .lastPart, "Only the last part, in time or steps: 30s, 2m or 200.")
    package static let store = Parameter("store", .store, "The store, in a recording of several.")
    package static let all = Parameter("all", .flag, "List everything, not only the largest.")
}
