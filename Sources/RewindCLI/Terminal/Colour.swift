import RewindSystem

/// Whether a stream should be coloured: it is a capable terminal, and colours are not disabled (<https://no-color.org>).
func wantsColour(on stream: StandardStream) -> Bool {
    stream.isTerminal && SystemFacts.environment("NO_COLOR") == nil && !isDumbTerminal()
}

/// Whether the terminal claims to support no control sequences, or does not say what it is.
func isDumbTerminal() -> Bool { ["dumb", nil].contains(SystemFacts.environment("TERM")) }
