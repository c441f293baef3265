import RewindRendering
import RewindReplay
import RewindSystem

/// What the command says besides its results: on standard error, each line with its name in front.
enum Diagnostics {
    /// The recording that is spoken of, where a command is about several.
    @TaskLocal static var subject: String?

    /// Says a sentence.
    static func say(_ text: String) {
        let prefix = "rewind: " + (subject.map { TerminalText.escaped($0) + ": " } ?? "")
        write(TerminalText.escapedLines(text).map { prefix + $0 }, hang: 8)
    }

    /// Says what there is to say about an answer.
    static func say(_ remarks: [Remark]) { for remark in remarks { say(remark.sentence) } }

    /// Says a sentence, and below it what belongs to it, such as the usage, without the name in front.
    static func say(_ parts: [String]) {
        if let first = parts.first { say(first) }
        write(parts.dropFirst().flatMap(TerminalText.escapedLines), hang: 4)
    }

    /// Shows lines that somebody asked for at a prompt, without the name in front: standard output is for the result.
    static func show(_ lines: [String]) { write(lines.flatMap(TerminalText.escapedLines), hang: 4) }

    /// On a terminal lines are broken between words, and stand among the output where a pager shows that.
    private static func write(_ lines: [String], hang: Int) {
        let stream = StandardStream.error
        let lines = stream.columns.map { columns in lines.flatMap { Line($0).hanging(hang).wrapped(to: columns).map(\.text) } } ?? lines
        let text = lines.map { $0 + "\n" }.joined().utf8
        if stream.isTerminal, StandardOutput.isPaged { StandardOutput.write(text) } else { _ = stream.write(text) }
    }
}
