import RewindValue

/// A script of user input, for reproducible sessions.
package struct Script: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        package var number: Int
        package var text: String
        package var command: ScriptCommand
    }

    package var lines: [Line]

    /// Parses a script: one command a line; blank lines and lines that begin with `#` are ignored.
    ///
    /// Throws ``ScriptError`` at the first line that is not a command.
    package init(parsing text: String) throws(ScriptError) {
        lines = []
        for (index, line) in UserText.lines(text).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            guard let first = line.first, first != "#" else { continue }
            lines.append(Line(number: index + 1, text: String(line), command: try Self.command(String(line), line: index + 1)))
        }
    }

    private static func command(_ text: String, line: Int) throws(ScriptError) -> ScriptCommand {
        let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
        let argument = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "key":
            if let key = Key.keysByName[argument] { return .key(key) }
            guard argument.count == 1, let character = argument.first else {
                throw ScriptError(
                    line: line, text: text, advice: "name one character, or one of \(Key.keysByName.keys.sorted().joined(separator: ", "))")
            }
            return .key(.character(character))
        case "type" where !argument.isEmpty: return .type(argument)
        case "wait":
            if let condition = WaitCondition(rawValue: argument) { return .wait(condition) }
            throw ScriptError(
                line: line, text: text, advice: "wait for one of \(WaitCondition.allCases.map(\.rawValue).joined(separator: ", "))")
        case "sleep":
            if let seconds = Double(argument), (0...3600).contains(seconds) { return .sleep(.seconds(seconds)) }
            throw ScriptError(line: line, text: text, advice: "give seconds from 0 to 3600, such as sleep 0.2")
        case "expect" where !argument.isEmpty: return .expect(argument)
        case "screen": return .screen
        case let name:
            if let key = Key.keysByName[name], argument.isEmpty { return .key(key) }
            throw ScriptError(
                line: line, text: text, advice: "begin with key, type, wait, sleep, screen or expect, or a key's name alone, such as enter")
        }
    }
}

/// The error that a line is not a command, or that its condition did not come true.
package struct ScriptError: Error, Equatable, CustomStringConvertible {
    package var line: Int
    package var text: String
    package var advice: String

    package var description: String { "script, line \(line): “\(text)”: \(advice)" }
}
