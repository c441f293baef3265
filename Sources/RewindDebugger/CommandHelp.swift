import RewindRendering

/// The help for a prompt's commands, as lines.
package enum CommandHelp {
    /// The width of the column of names.
    private static let width = 26

    /// The help for one command, with its other names.
    static func lines(of command: PromptRow) -> [Line] {
        let aliases = command.aliases
        let names = aliases.isEmpty ? [] : [Line("also: " + aliases.joined(separator: ", "), .faint)]
        let options = command.options.map { option in
            (Line(DisplayWidth.padded("  " + option.usage, to: width), .name) + Line(option.help)).hanging(width)
        }
        return [row(command)] + names + options + (command.details.map { [Line(), Line($0, .faint).hanging(0)] } ?? [])
    }

    /// A command with its arguments, and its summary.
    static func row(_ command: PromptRow) -> Line {
        (Line(DisplayWidth.padded(command.usage, to: width), .name) + Line(command.summary)).hanging(width)
    }

    /// The help for some commands, as text of a given width.
    package static func text(_ commands: [PromptRow], columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return commands.flatMap { row($0).wrapped(to: columns - indent) }.map { margin + $0.text }.joined(separator: "\n")
    }
}
