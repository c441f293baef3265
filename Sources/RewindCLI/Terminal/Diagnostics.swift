import RewindRendering
import RewindReplay
import RewindSystem
import Synchronization

/// Messages besides the results: on standard error, each line prefixed with the command's name.
enum Diagnostics {
    /// The recording that messages are about, in a command for several.
    @TaskLocal static var subject: String?

    /// Messages that wait until they can be shown; `nil` while nothing else has the terminal.
    private static let held = Mutex<[String]?>(nil)

    /// Keeps messages from now on: a full screen has the terminal.
    static func hold() { held.withLock { $0 = $0 ?? [] } }

    /// Whether messages are kept.
    static var isHeld: Bool { held.withLock { $0 != nil } }

    /// Takes the messages that were kept.
    ///
    /// - Parameter isLast: whether later ones are written at once again.
    static func drainHeld(isLast: Bool = false) -> [String] {
        held.withLock { held in
            defer { held = isLast ? nil : held.map { _ in [] } }
            return held ?? []
        }
    }

    /// Prints a message.
    static func say(_ text: String) {
        let isHeld = held.withLock { held in
            held?.append(text)
            return held != nil
        }
        if isHeld { return }
        let prefix = "rewind: " + (subject.map { TerminalText.escaped($0) + ": " } ?? "")
        write(TerminalText.escapedLines(text).map { prefix + $0 }, hang: 8)
    }

    /// What was printed, of that which is printed once.
    private static let said = Mutex<Set<String>>([])

    /// Prints a message that is about all recordings that are read, once.
    static func sayOnce(_ text: String) {
        if ProcessStandIn.current == nil, !said.withLock({ $0.insert(text).inserted }) { return }
        $subject.withValue(nil) { say(text) }
    }

    /// Prints the remarks about an answer.
    static func say(_ remarks: [Remark]) { for remark in remarks { say(remark.sentence) } }

    /// Prints a message, followed by parts such as the usage, without the prefix.
    static func say(_ parts: [String]) {
        if let first = parts.first { say(first) }
        write(parts.dropFirst().flatMap(TerminalText.escapedLines), hang: 4)
    }

    /// Prints lines requested at a prompt, without the prefix: standard output is for results.
    static func show(_ lines: [String]) { write(lines.flatMap(TerminalText.escapedLines), hang: 4) }

    /// On a terminal, lines are wrapped between words, none of which is broken, come after the results that were printed before them, and
    /// go to the pager if one shows the output.
    private static func write(_ lines: [String], hang: Int) {
        Activity.clearCount()
        if StandardOutput.isOnTerminal { StandardOutput.flush() }
        let stream = StandardStream.error
        let lines =
            stream.columns.map { columns in lines.flatMap { Line($0).hanging(hang).wrapped(to: columns, keepsWords: true).map(\.text) } }
            ?? lines
        let text = lines.map { $0 + "\n" }.joined().utf8
        if stream.isTerminal, StandardOutput.isPaged { StandardOutput.write(text) } else { _ = stream.write(text) }
    }
}
