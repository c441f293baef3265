import RewindRendering

/// The keys on the terminal that a recording is played on.
enum PlayKey {
    /// The keys in characters that arrived.
    static func parse(_ text: inout TypedText) -> [ScreenKey] {
        var scalars: [Unicode.Scalar] = []
        while let scalar = text.take() { scalars.append(scalar) }
        var keys: [ScreenKey] = []
        var rest = scalars[...]
        while let first = rest.first {
            let known = sequences.first { rest.dropFirst().starts(with: $0.sequence.unicodeScalars) }
            if first == "\u{1B}", let known {
                keys.append(known.key)
                rest = rest.dropFirst(1 + known.sequence.unicodeScalars.count)
                continue
            }
            if first == "\u{1B}", let other = TypedText.keys.first(where: { rest.dropFirst().starts(with: $0.sequence.unicodeScalars) }) {
                rest = rest.dropFirst(1 + other.sequence.unicodeScalars.count)
                continue
            }
            rest = rest.dropFirst()
            switch first {
            case "\r", "\n": keys.append(.enter)
            case "\u{7F}", "\u{8}": keys.append(.backspace)
            case "\u{1B}": keys.append(.escape)
            case "\u{3}": keys.append(.control("c"))
            case "\u{4}": keys.append(.control("d"))
            default: if first.value >= 0x20 { keys.append(.character(Character(first))) }
            }
        }
        return keys
    }

    private static let sequences: [(sequence: String, key: ScreenKey)] = [
        ("[C", .right), ("OC", .right), ("[D", .left), ("OD", .left), ("[H", .home), ("OH", .home), ("[1~", .home), ("[F", .end),
        ("OF", .end), ("[4~", .end),
    ]

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
