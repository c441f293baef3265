import ArgumentParser

/// A subcommand of `rewind`; errors of its `run()` are mapped to an exit status in one place.
protocol RewindCommand: ParsableCommand {}

/// A subcommand whose output is shown in a pager if it is longer than the screen.
protocol PagedCommand: RewindCommand, ReadingCommand {
    var output: OutputOptions { get }
}

/// A subcommand that reads a recording, by default the latest.
protocol ReadingCommand: ParsableCommand {}
