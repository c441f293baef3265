import RewindRendering

/// A key with a meaning while a line is edited.
enum EditingKey: Equatable {
    case character(Character)
    /// Pasted text, if the terminal marks it (bracketed paste), with line ends and tabs replaced by blanks.
    case pasted(String)
    case enter, left, right, home, end, up, down
    case backspace, delete, deleteToStart, deleteToEnd, deleteWord
    case clearScreen, complete, search, abort, endOfInput, interrupt

    /// Parses the keys in bytes that a terminal sent at once; unknown keys are left out.
    static func parse(_ bytes: some Sequence<UInt8>) -> [EditingKey] {
        var keys: [EditingKey] = []
        var rest = String(decoding: Array(bytes), as: UTF8.self)[...]
        while let character = rest.first {
            if let paste = takePaste(&rest) {
                keys.append(.pasted(paste))
            } else if character == "\u{1B}", let sequence = sequence(rest.unicodeScalars) {
                keys += sequence.key.map { [$0] } ?? []
                rest.unicodeScalars.removeFirst(sequence.length)
            } else {
                keys += key(character).map { [$0] } ?? []
                rest.removeFirst()
            }
        }
        return keys
    }

    private static let pasteStart = "\u{1B}[200~"
    private static let pasteEnd = "\u{1B}[201~"

    /// Whether bytes from a terminal contain the start of a paste but not its end.
    static func isPasteOpen(in bytes: [UInt8]) -> Bool {
        guard let start = bytes.ranges(of: Array(pasteStart.utf8)).last else { return false }
        return bytes[start.upperBound...].firstRange(of: Array(pasteEnd.utf8)) == nil
    }

    /// Removes a paste from the beginning of a text; `nil` if the text does not begin with one.
    private static func takePaste(_ rest: inout Substring) -> String? {
        guard rest.utf8.starts(with: pasteStart.utf8) else { return nil }
        let text = rest[rest.utf8.index(rest.startIndex, offsetBy: pasteStart.utf8.count)...]
        let end = text.utf8.firstRange(of: pasteEnd.utf8)
        rest = end.map { text[$0.upperBound...] } ?? ""
        return String(
            text[..<(end?.lowerBound ?? text.endIndex)].compactMap { character -> Character? in
                if character.isNewline || character == "\t" { return " " }
                return TerminalText.escaped(String(character)) == String(character) ? character : nil
            })
    }

    /// The control keys of line editors since Emacs.
    private static func key(_ character: Character) -> EditingKey? {
        let controls: [Character: EditingKey] = [
            "\r": .enter, "\n": .enter, "\r\n": .enter, "\u{7F}": .backspace, "\u{8}": .backspace, "\u{1}": .home, "\u{2}": .left,
            "\u{3}": .interrupt, "\t": .complete, "\u{4}": .endOfInput, "\u{5}": .end, "\u{6}": .right, "\u{B}": .deleteToEnd,
            "\u{C}": .clearScreen, "\u{12}": .search, "\u{7}": .abort, "\u{1B}": .abort,
            "\u{E}": .down, "\u{10}": .up, "\u{15}": .deleteToStart, "\u{17}": .deleteWord,
        ]
        if let key = controls[character] { return key }
        return TerminalText.escaped(String(character)) == String(character) ? .character(character) : nil
    }

    /// Parses an escape sequence (CSI or SS3) at the beginning of a text; returns its key, if known, and its length.
    private static func sequence(_ scalars: Substring.UnicodeScalarView) -> (key: EditingKey?, length: Int)? {
        let scalars = Array(scalars.prefix(16))
        guard scalars.count > 2, scalars[1] == "[" || scalars[1] == "O" else { return nil }
        guard let end = scalars.indices.dropFirst(2).first(where: { ("@"..."~").contains(scalars[$0]) }) else { return nil }
        let name = String(String.UnicodeScalarView(scalars[2...end]))
        let keys: [String: EditingKey] = [
            "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "1~": .home, "4~": .end, "7~": .home, "8~": .end,
            "3~": .delete,
        ]
        return (keys[name], end + 1)
    }
}
