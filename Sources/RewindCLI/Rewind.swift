import ArgumentParser
import RewindFormat

/// The `rewind` command: its subcommands, in groups.
@main
struct Rewind: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rewind",
        abstract: "Record what an app does, and go back and forth in it.",
        version: RewindVersion.number,
        subcommands: [ConceptsCommand.self, RangesCommand.self, ExpressionsCommand.self, AgentsCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Make a recording", subcommands: [RecordCommand.self, MarkCommand.self, SealCommand.self, RecoverCommand.self]),
            CommandGroup(
                name: "Look at it",
                subcommands: [
                    ListCommand.self, InfoCommand.self, LogCommand.self, ShowCommand.self, DiffCommand.self, CrashCommand.self,
                    ViewCommand.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Ask",
                subcommands: [FindCommand.self] + VerbCommands().all
                    + [WhyCommand.self, StatsCommand.self, WatchCommand.self, CheckCommand.self, BisectCommand.self, McpCommand.self]),
            CommandGroup(
                name: "Run the reducer again",
                subcommands: [
                    CompatCommand.self, VerifyCommand.self, ReproduceCommand.self, WhatIfCommand.self,
                    MinimizeCommand.self, ExploreCommand.self, TestCommand.self,
                ]),
            CommandGroup(name: "Compare many", subcommands: [GroupsCommand.self, SimilarCommand.self, LearnCommand.self]),
            CommandGroup(name: "Move through it", subcommands: [PlayCommand.self, StepCommand.self]),
            CommandGroup(name: "Steer a running app", subcommands: [ConnectCommand.self, HotReloadCommand.self, MirrorCommand.self]),
            CommandGroup(
                name: "Edit it",
                subcommands: [
                    TrimCommand.self, FilterCommand.self, SplitCommand.self, MergeCommand.self, AnnotateCommand.self, AttachCommand.self,
                ]),
            CommandGroup(
                name: "Share it",
                subcommands: [
                    TicketCommand.self, ReportCommand.self, RedactCommand.self, ExtractCommand.self, UnpackCommand.self, ExportCommand.self,
                    ImportCommand.self,
                ]),
            CommandGroup(name: "Get it sealed", subcommands: [KeygenCommand.self]),
        ])

    /// Without a subcommand, shows common tasks and all verbs on one screen.
    func run() { StandardOutput.write(Overview.text(Self.configuration.abstract, verbs: Self.verbs).utf8) }

    /// The names of the subcommands, by group.
    static var verbs: [(group: String, names: [String])] {
        configuration.groupedSubcommands.map { ($0.name, $0.subcommands.compactMap { $0.configuration.commandName }) }
    }
}
