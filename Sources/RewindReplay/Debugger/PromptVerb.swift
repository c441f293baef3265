/// A command at a prompt: a row of the table that its help, completion and abbreviations come from.
package protocol PromptVerb: RawRepresentable<String>, CaseIterable, Sendable {
    /// Other words for it: gdb's, git's, and ambiguous abbreviations that mean the most frequent command.
    var aliases: [String] { get }
    /// The command with its arguments.
    var usage: String { get }
    /// What it does, in a few words.
    var summary: String { get }
    /// More of that, for its own help; `nil` if the summary says it all.
    var details: String? { get }
}

extension PromptVerb {
    /// Every word for each command.
    package static var names: [(name: String, aliases: [String])] { allCases.map { ($0.rawValue, $0.aliases) } }
}

/// The words of a prompt.
package enum PromptWords {
    /// The name of the command that a word names, or is the beginning of; of two commands with one name, the first.
    ///
    /// - Throws: ``Debugger/Problem`` if no command matches, or several do.
    package static func name(
        for word: some StringProtocol, among names: [(name: String, aliases: [String])]
    ) throws(Debugger.Problem) -> String {
        if let exact = names.first(where: { $0.name == word }) ?? names.first(where: { $0.aliases.contains(String(word)) }) {
            return exact.name
        }
        var fitting: [String] = []
        for (name, _) in names where name.hasPrefix(word) && !fitting.contains(name) { fitting.append(name) }
        if fitting.count == 1 { return fitting[0] }
        if !fitting.isEmpty { throw Debugger.Problem("'\(word)' could be \(fitting.joined(separator: " or "))") }
        if word.hasPrefix("--") { throw Debugger.Problem.misplacedOption }
        let near = NearWord.question(for: String(word), among: Set(all(names)))
        throw Debugger.Problem("there is no command '\(word)'\(near) 'help' lists them")
    }

    /// Every word for a command, except single letters.
    package static func all(_ names: [(name: String, aliases: [String])]) -> [String] {
        names.flatMap { [$0.name] + $0.aliases.filter { $0.count > 2 } }
    }
}
