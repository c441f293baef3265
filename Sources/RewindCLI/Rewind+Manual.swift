import ArgumentParser
import RewindFormat
import RewindValue

/// `rewind manual`: prints the manual page, for installing it with the command.
struct ManualCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual page, to be installed as rewind.1.",
        discussion: """
            The page is made from the help of all commands.

            EXAMPLES
              rewind manual > ~/.local/share/man/man1/rewind.1
              rewind manual | man -l -
            """,
        shouldDisplay: false)

    func run() throws {
        let page = ManualPage(dump: try JSONValue(parsing: Rewind._dumpHelp()), version: RewindVersion.number) { name in
            guard let command = Rewind.commands.first(where: { $0.configuration.commandName == name }) else { return Rewind.usageString() }
            return Rewind.usageString(for: command)
        }
        StandardOutput.write(page.text.utf8)
    }
}
