import ArgumentParser
import RewindFormat
import RewindReplay
import RewindValue

extension ParsableCommand {
    /// The complaint about an unknown command among the arguments, or about the first unknown option; `nil` if all are known.
    ///
    /// The argument parser skips such words, and often complains about a later one instead.
    static func complaint(aboutWordsIn arguments: [String]) -> String? {
        guard let name = arguments.first(where: { $0 != "help" }) else { return nil }
        let all = (try? JSONValue(parsing: _dumpHelp()))?["command"]
        if name.hasPrefix("-") { return all?.complaint(aboutOptionsIn: [name], of: "rewind") }
        let commands = all?["subcommands"]?.array ?? []
        guard let command = commands.first(where: { $0["commandName"]?.string == name }) else {
            if ImpliedCommand.isRecording(name) { return "the command comes before the recording, as in: rewind log \(name.shellQuoted)" }
            let meant = NearWord.to(name, among: commands.compactMap { $0["commandName"]?.string }).map { "; did you mean '\($0)'?" } ?? ";"
            return "there is no command '\(name)'\(meant) 'rewind help' lists them"
        }
        return command.complaint(aboutOptionsIn: arguments.prefix { $0 != "--" }, of: "rewind \(name)")
    }
}

extension JSONValue {
    /// The same for the options of a command, in the argument parser's dump.
    fileprivate func complaint(aboutOptionsIn arguments: some Sequence<String>, of command: String) -> String? {
        let own = (self["arguments"]?.array ?? []).flatMap { $0["names"]?.array ?? [] }
        let known = own.map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"]?.string ?? "") } + ["--generate-completion-script"]
        let options = arguments.lazy.map { String($0.prefix { $0 != "=" }) }.filter { $0.hasPrefix("-") && $0.count > 1 }
        guard let unknown = options.first(where: { !known.contains($0) }) else { return nil }
        let meant = NearWord.to(unknown, among: known.filter { $0.hasPrefix("--") }).map { "; did you mean '\($0)'?" } ?? ""
        return "'\(command)' has no option '\(unknown)'\(meant)"
    }
}
