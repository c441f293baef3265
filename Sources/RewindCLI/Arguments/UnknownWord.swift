import ArgumentParser
import RewindArchive
import RewindFormat
import RewindReplay

/// A command or an option that there is not: the argument parser, having passed over it, often complains of what stands behind it.
struct UnknownWord {
    /// What there is not, and what may have been meant.
    let message: String
    /// How it is used.
    let usage: String

    /// The first such word among some arguments; `nil` if all are known.
    ///
    /// - Parameter complaint: What the argument parser says.
    static func among(_ arguments: [String], of root: any ParsableCommand.Type, complaint: String) -> UnknownWord? {
        guard let name = arguments.first else { return nil }
        if name.hasPrefix("-") { return ofRoot(name, root) }
        let names = root.commands.compactMap { $0.configuration.commandName }
        guard let command = root.commands.first(where: { $0.configuration.commandName == name }) else {
            if name == "help" { return nil }
            if ImpliedCommand.isRecording(name), let next = arguments.dropFirst().first {
                let line = (["rewind"] + commandLine(for: name, next, names) + arguments.dropFirst(2)).map(\.shellQuoted)
                return UnknownWord(
                    message: "the command comes before the recording, as in: \(line.joined(separator: " "))",
                    usage: "Usage: \(root.usageString())")
            }
            let near = NearWord.to(name, among: names + [RecordingLibrary.latestName])
            let meant = instead[name].map { "; \($0);" } ?? near.map { "; did you mean '\($0)'?" } ?? ";"
            let kind = name.contains { "./".contains($0) } ? "no file and no command" : "no command"
            return UnknownWord(
                message: "there is \(kind) '\(name)'\(meant) 'rewind help' lists them", usage: "Usage: \(root.usageString())")
        }
        let known = options(of: root.helpMessage(for: command, includeHidden: true))
        let usageOfSteps = root.usageString(for: command).contains("> <step>")
        let takesRange = root.usageString(for: command).contains("<range>")
        for (position, argument) in arguments.enumerated().dropFirst() {
            if argument == "--" { return nil }
            let option = String(argument.prefix { $0 != "=" })
            guard option.hasPrefix("-"), option.count > 1, !known.contains(option) else { continue }
            // git's way to ask for so many commits.
            let number = option == "-n" ? arguments.dropFirst(position + 1).first ?? "" : String(option.drop { $0 == "-" || $0 == "n" })
            if takesRange, let count = Int(number), count > 0 {
                return UnknownWord(
                    message: "'rewind \(name)' has no option '\(option)'; the last \(count) steps are 'end-\(count - 1)..'",
                    usage: usage(command, name, of: root))
            }
            if option.dropFirst().first?.isNumber == true {
                guard usageOfSteps else { continue }
                return UnknownWord(
                    message: "'rewind \(name)' has no option '\(option)'; the last step is 'end', the one before it 'end-1'",
                    usage: usage(command, name, of: root))
            }
            if let place = stepArgument(option, of: name) {
                return UnknownWord(message: "'rewind \(name)' has no option '\(option)'; \(place)", usage: usage(command, name, of: root))
            }
            if let line = withDashes(arguments, before: position) {
                return UnknownWord(
                    message: "'rewind record' has no option '\(option)'; the app and its options stand after --: \(line)",
                    usage: usage(command, name, of: root))
            }
            let meant = NearWord.to(option, among: known.filter { $0.hasPrefix("--") }).map { "; did you mean '\($0)'?" } ?? ""
            return UnknownWord(
                message: "'rewind \(name)' has no option '\(option)'\(meant)",
                usage: usage(command, name, of: root))
        }
        if let line = withDashes(arguments, before: arguments.count) {
            return UnknownWord(message: "the app stands after --: \(line)", usage: usage(command, name, of: root))
        }
        let takesPlaces = ["<step>", "<from>", "<good>"].contains { root.usageString(for: command).contains($0) }
        if takesPlaces, !takesRange { return nil }
        return range(among: arguments, takesRange: takesRange, takesSteps: known.contains("--steps"), complaint: complaint).map {
            UnknownWord(message: "'rewind \(name)' \($0)", usage: usage(command, name, of: root))
        }
    }

    /// What is most likely meant by a recording and a word behind it: a command, or steps to be shown.
    private static func commandLine(for recording: String, _ word: String, _ commands: [String]) -> [String] {
        if commands.contains(word) { return [word, recording] }
        if (try? StepReference(parsing: word)) != nil { return ["show", recording, word] }
        if (try? StepRange(parsing: word)) != nil { return ["log", recording, word] }
        return [NearWord.to(word, among: commands) ?? "log", recording]
    }

    /// What answers to words that are no commands.
    private static let instead = [
        "version": "'rewind --version' shows it", "actions": "'rewind log' lists them, and 'rewind stats' their types",
        "steps": "'rewind log' lists them", "types": "'rewind stats' lists the types of actions",
        "state": "'rewind show' prints it after a step", "print": "'rewind show' prints the state after a step",
        "open": "'rewind step' opens a recording at a prompt",
    ]

    /// How an app is recorded where the dashes in front of it were forgotten; `nil` if they were not.
    private static func withDashes(_ arguments: [String], before end: Int) -> String? {
        let takesValue = ["--title", "--note", "-o", "--output"]
        guard arguments.first == "record", !arguments.contains("--"), end > 1,
            let app = (1..<end).first(where: { !arguments[$0].hasPrefix("-") && !takesValue.contains(arguments[$0 - 1]) })
        else { return nil }
        let words = (["record"] + arguments[1..<app] + ["--"] + arguments[app...]).map(\.shellQuoted)
        return "rewind " + words.joined(separator: " ")
    }

    /// Where the step stands that an option was meant to tell.
    private static func stepArgument(_ option: String, of name: String) -> String? {
        switch (name, option) {
        case ("bisect", "--good"), ("bisect", "--bad"): "the good step and the bad one are arguments: rewind bisect BUNDLE 10 end-1"
        case ("record", "--level"):
            "the app says how much is recorded, with level: where it makes its recorder, or with an option of its own behind --"
        case ("blame", "--at"), ("blame", "--step"): "the step is an argument behind the path: rewind blame BUNDLE PATH 40"
        case ("split", "--at"): "a part ends after a step: --after 40"
        case ("show", "--at"), ("show", "--step"): "the step is an argument behind the recording: rewind show BUNDLE 40"
        default: nil
        }
    }

    /// An option in front of any command.
    private static func ofRoot(_ option: String, _ root: any ParsableCommand.Type) -> UnknownWord? {
        let known = ["--version", "--help", "--no-pager", "--generate-completion-script"]
        let name = String(option.prefix { $0 != "=" })
        if known.contains(name) || name == "-h" || name == "--" { return nil }
        let near = name.lowercased() == "-v" ? "--version" : NearWord.to(name, among: known)
        return UnknownWord(
            message: "'rewind' has no option '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
            usage: "Usage: \(root.usageString())")
    }

    /// How steps are told that were given as words of their own: `66 67`, or a range where that is an option.
    private static func range(among arguments: [String], takesRange: Bool, takesSteps: Bool, complaint: String) -> String? {
        let position = arguments.lastIndex { word in
            complaint.contains("nexpected argument '\(word)'")
                || word.contains("..")
                    && ["is invalid for '<expr>'", "can't be evaluated"].contains { complaint.contains("'\(word)' \($0)") }
        }
        guard let position, position > 1, (try? StepRange(parsing: arguments[position])) != nil else { return nil }
        let (before, word) = (arguments[position - 1], arguments[position])
        let option = takesRange ? "" : "--steps "
        if !word.contains(".."), (try? StepReference(parsing: before)) != nil {
            return "takes one range: the steps from \(before) to \(word) are '\(option)\(before)..\(word)'"
        }
        if takesRange { return nil }
        if takesSteps { return "takes steps as '--steps \(word)'" }
        return word.contains("..") ? "takes whole recordings: 'rewind trim BUNDLE \(word)' writes these steps as one" : nil
    }

    private static func usage(_ command: any ParsableCommand.Type, _ name: String, of root: any ParsableCommand.Type) -> String {
        "Usage: \(root.usageString(for: command))\n  See 'rewind \(name) --help' for more information."
    }

    /// The options that a help text lists, each at the beginning of a line.
    private static func options(of help: String) -> [String] {
        help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
            line.split { $0 == " " || $0 == "," || $0 == "/" }.prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }.filter {
                $0.hasPrefix("-")
            }
            .map(String.init)
        } + ["--help", "-h", "--version"]
    }
}
