import RewindRendering

/// The keys on the terminal that a recording is played on.
enum PlayKey {
    /// What the keys do, in two columns.
    static let help: [(keys: String, meaning: String)] = [
        ("space", "pause, or go on"),
        (".  or →", "one step on, and pause"),
        (",  or ←", "one step back, and pause"),
        ("]  [", "to the next mark, to the previous one"),
        ("+  -", "twice as fast, half as fast; > and < do the same"),
        ("Enter", "skip the wait for the next step"),
        ("17 Enter", "to a step; also @1:02.5, end-3, start, :mark. Escape drops it"),
        ("Home End", "to the first step, to the last"),
        ("?", "these keys"),
        ("q", "leave; so does C-c"),
    ]

    /// The same as text, for the help.
    static var text: String { help.map { "  \(DisplayWidth.padded($0.keys, to: 10))\($0.meaning)" }.joined(separator: "\n") }
}
