package import RewindRendering
import RewindReplay

/// A row of the table of a prompt's commands.
package struct PromptRow: Sendable {
    package let name: String
    /// The words that follow it, such as `PATH [A..B]`.
    package let arguments: [String]
    /// What it does, in a few words.
    package let summary: String
    /// Other words for it: gdb's, git's, and ambiguous abbreviations that mean the most frequent command.
    package let aliases: [String]
    package let argument: PromptArgument
    /// More of the summary, for its own help; `nil` if that says it all.
    package let details: String?
    let options: [Parameter]
    /// The verb with its options and arguments, as it is typed.
    package let usage: String

    /// A verb that reads.
    init(_ verb: VerbDeclaration) {
        (name, summary, aliases, details) = (verb.name, verb.summary, verb.aliases, verb.details)
        (arguments, options, usage) = ([], verb.options, verb.usage)
        argument =
            switch verb.parameters.first(where: { $0.isWord })?.kind {
            case .path, .expression: .expression
            case .step, .steps: .steps
            default: .nothing
            }
    }

    package init(
        _ words: String, _ summary: String, aliases: [String] = [], takes argument: PromptArgument = .nothing, details: String? = nil
    ) {
        usage = words
        let words = words.split(separator: " ").map { String($0) }
        (name, arguments, options) = (words[0], Array(words.dropFirst()), [])
        (self.summary, self.aliases, self.argument, self.details) = (summary, aliases, argument, details)
    }

    /// How many words it takes; any number, where these are a text.
    var wordLimit: Int {
        switch argument {
        case .step, .expression, .place, .condition: .max
        default: arguments.count
        }
    }
}

package enum PromptArgument: Sendable, Equatable {
    case nothing
    case word([String])
    case command
    /// The number of a breakpoint, a display or a checkpoint.
    case breakpoint, display, checkpoint
    /// A step, whose name may have blanks.
    case step
    /// Steps, or a range.
    case steps
    /// A step or a place to stop at.
    case place
    /// A part of the state, or an expression.
    case expression
    /// The number of a breakpoint, and an expression.
    case condition
    case type
}

package struct PromptWords: Sendable {
    private let rows: [PromptRow]

    /// - Parameter rows: the commands; the first of a name counts.
    package init(_ rows: [PromptRow]) {
        self.rows = rows.enumerated().filter { place, row in !rows[..<place].contains { $0.name == row.name } }.map { $0.element }
    }

    /// The row of the command that a word names, or is the beginning of.
    ///
    /// - Throws: ``PromptError`` if no command matches, or several do.
    package func row(for word: some StringProtocol) throws(PromptError) -> PromptRow {
        let word = String(word)
        if let exact = rows.first(where: { $0.name == word }) ?? rows.first(where: { $0.aliases.contains(word) }) { return exact }
        let fitting = rows.filter { $0.name.hasPrefix(word) }
        if fitting.count == 1 { return fitting[0] }
        if !fitting.isEmpty { throw PromptError("'\(word)' could be \(fitting.map { $0.name }.joined(separator: " or "))") }
        if word.hasPrefix("--") { throw PromptError.misplacedOption }
        throw PromptError("there is no command '\(word)'\(NearWord.question(for: word, among: Set(all))) 'help' lists them")
    }

    /// The help for all of them.
    package var lines: [Line] { rows.map(CommandHelp.row) }

    /// Every word for a command, except single letters.
    private var all: [String] { rows.flatMap { [$0.name] + $0.aliases.filter { $0.count > 2 } } }

    /// The possible words at the end of a line: commands, and what the command takes.
    func completion(of line: String, in debugger: Debugger) -> Completion {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        let last = line.hasSuffix(" ") ? "" : words.last.map { String($0) } ?? ""
        let before = line.hasSuffix(" ") ? words : Array(words.dropLast())
        let start = line.count - last.count
        func those(_ candidates: [String]) -> Completion {
            Completion(start: start, words: Set(candidates.filter { $0.hasPrefix(last) }).sorted(), endsWord: true)
        }
        func expression() -> Completion { debugger.completion(ofExpression: last, start: start) }
        guard let verb = before.first else { return those(all) }
        let row = try? row(for: String(verb))
        if last.hasPrefix("--"), let row, !row.options.isEmpty { return those(row.options.map { "--" + $0.name } + ["--store"]) }
        switch row?.argument ?? .nothing {
        case .nothing: return Completion(start: start, words: [])
        case .word(let words): return those(words)
        case .command: return those(all)
        case .breakpoint: return those(debugger.breakpoints.map { String($0.number) })
        case .condition where before.count == 1: return those(debugger.breakpoints.map { String($0.number) })
        case .display: return those(debugger.displays.map { String($0.number) })
        case .checkpoint: return those(debugger.checkpoints.map { String($0.number) })
        case .step, .steps: return those(debugger.places)
        case .type: return those(debugger.types)
        case .place:
            if before.contains("when") || before.contains("if") || before.last == "path" { return expression() }
            if before.count > 1 { return those(["when"]) }
            return those(["path", "when"] + debugger.places + debugger.types)
        case .expression, .condition: return expression()
        }
    }

    /// The completions of the last word of a line.
    package struct Completion: Sendable, Equatable {
        /// The beginning of the word that is replaced, in characters from the start of the line.
        package var start: Int
        /// The words that it may become, in order.
        package var words: [String]
        /// Whether only a space can follow a completed word.
        package var endsWord = false

        package init(start: Int, words: [String], endsWord: Bool = false) {
            self.start = start
            self.words = words
            self.endsWord = endsWord
        }
    }
}
