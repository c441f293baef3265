package import RewindReplay

/// The help for a prompt's commands, as lines.
package enum CommandHelp {
    /// The width of the column of names.
    private static let width = 20

    /// The help for all commands of the prompt over a recording, and for their arguments.
    package static var lines: [Line] {
        Debugger.Command.allCases.map(row) + [Line("'help break' says what a PLACE is, and an EXPR", .faint)]
    }

    /// The help for one command, with its other names.
    package static func lines(of command: some PromptVerb) -> [Line] {
        let aliases = command.row.aliases
        let names = aliases.isEmpty ? [] : [Line("also: " + aliases.joined(separator: ", "), .faint)]
        return [row(command)] + names + (command.row.details.map { [Line(), Line($0, .faint).hanging(0)] } ?? [])
    }

    /// A command with its arguments, and its summary.
    package static func row(_ command: some PromptVerb) -> Line {
        (Line(DisplayWidth.padded(command.row.usage, to: width), .name) + Line(command.row.summary)).hanging(width)
    }

    /// The help for some commands, as text of a given width.
    package static func text(_ commands: [some PromptVerb], columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return commands.flatMap { row($0).wrapped(to: columns - indent) }.map { margin + $0.text }.joined(separator: "\n")
    }
}
