import ArgumentParser
import RewindFormat

/// The `rewind` command: its subcommands, and the help of the whole.
@main
struct Rewind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Record what an app does, and go back and forth in it.",
        discussion: """
            A recording holds every action that an app's store reduced, and the state after each. It is one file, such as bug.rewind, or the \
            directory that an app records into. 'latest' stands for the newest one that was made on this machine: REWIND_HOME names the \
            directory that remembers it, by itself ~/.local/share/rewind.

            A step is a number (17), 'start', 'end', 'end-3', a time (@90s, @1:02.5), or a mark (:checkout); step 0 is the state before the first action. \
            A path is a JSON Pointer (/cart/items/0) or dotted (.cart.items[0]).

            Questions about paths of a long recording make an index of it once, which is kept in the user's folder for caches: REWIND_CACHE names \
            another folder, or says off.

            EXAMPLES
              rewind record --title 'Crash while editing' -- .build/debug/Episodes
              rewind log Fixtures/crash.rewind

            EXIT STATUS
              0   done
              1   the answer is no: it differs, or it was not found
              2   it failed
              3   done, but something that had been recorded is lost
              64  the arguments make no sense
              'rewind record' ends with the exit status of the command it ran.
            """,
        version: RewindVersion.number,
        groupedSubcommands: [
            CommandGroup(name: "Making recordings", subcommands: [RecordCommand.self, SealCommand.self, RecoverCommand.self]),
            CommandGroup(
                name: "Looking at recordings",
                subcommands: [InfoCommand.self, LogCommand.self, ShowCommand.self, DiffCommand.self, CrashCommand.self, DoctorCommand.self]),
            CommandGroup(
                name: "Asking recordings",
                subcommands: [
                    FindCommand.self, BlameCommand.self, HistoryCommand.self, WatchCommand.self, CheckCommand.self, BisectCommand.self,
                    StatsCommand.self,
                    UsageCommand.self,
                ]),
            CommandGroup(name: "Moving through recordings", subcommands: [PlayCommand.self, StepCommand.self]),
            CommandGroup(
                name: "Making recordings of recordings",
                subcommands: [
                    TrimCommand.self, FilterCommand.self, SplitCommand.self, MergeCommand.self, AnnotateCommand.self, AttachCommand.self,
                ]),
            CommandGroup(
                name: "Giving recordings away",
                subcommands: [RedactCommand.self, ExtractCommand.self, UnpackCommand.self, ExportCommand.self, ImportCommand.self]),
        ])
}
