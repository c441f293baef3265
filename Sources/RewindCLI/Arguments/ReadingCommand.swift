import ArgumentParser

/// A subcommand that reads a recording, by default the latest.
protocol ReadingCommand: ParsableCommand {}
