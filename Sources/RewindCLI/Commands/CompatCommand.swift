import ArgumentParser
import RewindControl
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// `rewind compat`: decodes a recording as today's types.
struct CompatCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "compat",
        abstract: "Decode what was recorded as today's types of the app, and name the members that have changed.",
        usage: "rewind compat [<options>] [<bundle> ...] [--host <cmd>]",
        discussion: """
            \(HostOption.help)

            Every action is decoded, and the states that the segments begin with; nothing is reduced. What does not decode is impossible to \
            run again. What decodes is encoded again: a member that is new, gone or encoded otherwise is risky. Migrations of the host, or of \
            \(ProjectFile.name), are followed before; where something is left, those that the shapes of the types suggest are \
            printed as 'try', with the JSON for that file.

            The exit status is 1 if something does not decode. In JSON, each finding is an object with "grade", "type" (of an action), \
            "path" and "step", the first; a migration to try has a "suggestion"; the last object has the "grade" of all.

            EXAMPLES
              rewind compat bug.rewind --host .build/debug/ShopHost
              rewind compat recordings/ --json
            """)

    @OptionGroup var bundles: BundlesArgument

    @OptionGroup var host: HostOption
    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let command = try host.command()
        let asked = AskedRecordings(bundles.paths)
        let outcome = try Hosts.running {
            var reducer = try HostReducer(command)
            return try asked.ask(output) { timeline, output in
                let timeline = try reducer.reading(timeline)
                let found = try Activity.during("decoding") { try reducer.compatibility(with: timeline, store: store.name) }
                try output.print(answerTo: CompatQuestion(found), in: timeline)
            }
        }
        try outcome?.throwFailures()
        if let outcome, outcome.no > 0 { throw ExitStatus.no }
    }
}
