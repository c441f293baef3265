import ArgumentParser

/// A subcommand of ours: what its `run()` throws becomes an exit status in one place.
protocol RewindCommand: ParsableCommand {}
