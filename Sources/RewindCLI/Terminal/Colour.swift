import RewindSystem

/// Whether colours are wanted on a stream: a terminal that can, and nobody said no (<https://no-color.org>).
func wantsColour(on stream: StandardStream) -> Bool {
    stream.isTerminal && SystemFacts.environment("NO_COLOR") == nil && !isDumbTerminal()
}

/// Whether the terminal says that it knows no control sequences.
func isDumbTerminal() -> Bool { SystemFacts.environment("TERM") == "dumb" }
