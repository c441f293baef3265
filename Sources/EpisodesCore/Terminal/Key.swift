/// A key that the app distinguishes.
package enum Key: Sendable, Hashable {
    case character(Character)
    case enter, escape, backspace, tab, backTab, up, down, interrupt
    /// Deletes the line.
    case kill

    static let keysByName: [String: Key] = [
        "enter": .enter, "escape": .escape, "esc": .escape, "backspace": .backspace, "tab": .tab, "shift-tab": .backTab, "ctrl-u": .kill,
        "up": .up, "down": .down,
        "space": .character(" "), "ctrl-c": .interrupt,
    ]
}

extension Key {
    /// Parses the keys in bytes that a terminal sent at once.
    ///
    /// An escape byte without a continuation is the escape key: terminals send an arrow key's sequence in one piece.
    static func parse(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let first = rest.unicodeScalars.first {
            if first == "\u{1B}", let (key, length) = sequence(rest) {
                if let key { keys.append(key) }
                rest.unicodeScalars.removeFirst(length)
            } else {
                if let key = Key(rest.removeFirst()) { keys.append(key) }
            }
        }
        return keys
    }

    private init?(_ character: Character) {
        switch character {
        case "\r", "\n", "\r\n": self = .enter
        case "\t": self = .tab
        case "\u{1B}": self = .escape
        case "\u{7F}", "\u{08}": self = .backspace
        case "\u{03}": self = .interrupt
        case "\u{15}": self = .kill
        default:
            guard let scalar = character.unicodeScalars.first, scalar.properties.generalCategory != .control else { return nil }
            self = .character(character)
        }
    }

    /// Parses an escape sequence (CSI or SS3) at the beginning of a text; returns its key, if known, and its length.
    private static func sequence(_ text: Substring) -> (key: Key?, length: Int)? {
        let scalars = Array(text.unicodeScalars.prefix(32))
        guard scalars.count > 2, scalars[1] == "[" || scalars[1] == "O" else { return nil }
        guard let end = scalars.indices.dropFirst(2).first(where: { ("@"..."~").contains(scalars[$0]) }) else { return nil }
        let keys: [Unicode.Scalar: Key] = ["A": .up, "B": .down, "Z": .backTab]
        return (end == 2 ? keys[scalars[end]] : nil, end + 1)
    }
}
