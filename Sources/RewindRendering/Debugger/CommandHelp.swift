package import RewindReplay

/// What the prompt's commands do, as lines.
package enum CommandHelp {
    /// Columns of the names.
    private static let width = 20

    /// All commands, and what their arguments may be.
    package static var lines: [Line] {
        Debugger.Command.allCases.map(row) + [Line("'help break' says what a PLACE is, and an EXPR", .faint)]
    }

    /// One command, with its other names.
    package static func lines(of command: Debugger.Command) -> [Line] {
        var lines = [row(command)]
        if !command.aliases.isEmpty { lines.append(Line("also: " + command.aliases.joined(separator: ", "), .faint)) }
        if command.usage.contains("PLACE") || command.usage.contains("EXPR") { lines += [Line(), arguments] }
        return lines
    }

    /// A command with its arguments, and what it does.
    package static func row(_ command: Debugger.Command) -> Line {
        (Line(DisplayWidth.padded(command.usage, to: width), .name) + Line(command.summary)).hanging(width)
    }

    /// All commands as text of so many columns.
    package static func text(columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return Debugger.Command.allCases.flatMap { row($0).wrapped(to: columns - indent) }.map { margin + $0.text }.joined(separator: "\n")
    }

    private static var arguments: Line { Line(Debugger.Command.places, .faint).hanging(0) }
}
