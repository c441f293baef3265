package import RewindReplay

/// The help for the prompt's commands, as lines.
package enum CommandHelp {
    /// The width of the column of names.
    private static let width = 20

    /// The help for all commands, and for their arguments.
    package static var lines: [Line] {
        Debugger.Command.allCases.map(row) + [Line("'help break' says what a PLACE is, and an EXPR", .faint)]
    }

    /// The help for one command, with its other names.
    package static func lines(of command: Debugger.Command) -> [Line] {
        var lines = [row(command)]
        if !command.aliases.isEmpty { lines.append(Line("also: " + command.aliases.joined(separator: ", "), .faint)) }
        if command.usage.contains("PLACE") || command.usage.contains("EXPR") { lines += [Line(), arguments] }
        return lines
    }

    /// A command with its arguments, and its summary.
    package static func row(_ command: Debugger.Command) -> Line {
        (Line(DisplayWidth.padded(command.usage, to: width), .name) + Line(command.summary)).hanging(width)
    }

    /// The help for all commands, as text of a given width.
    package static func text(columns: Int, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        return Debugger.Command.allCases.flatMap { row($0).wrapped(to: columns - indent) }.map { margin + $0.text }.joined(separator: "\n")
    }

    private static var arguments: Line { Line(Debugger.Command.places, .faint).hanging(0) }
}
