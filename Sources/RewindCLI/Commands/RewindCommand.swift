import ArgumentParser

/// A subcommand of ours: what its `run()` throws becomes an exit status in one place.
protocol RewindCommand: ParsableCommand {}

/// A subcommand whose output is shown in a pager where it is longer than the screen.
protocol PagedCommand: RewindCommand {
    var output: OutputOptions { get }
}
