extension Line {
    /// The line wrapped between words to a width; continuation lines begin at its hanging column.
    ///
    /// A word that is longer than a line is broken at the end of the line. A hanging column that leaves too little room is ignored.
    ///
    /// - Parameter keepsWords: whether such a word stays whole, as a row that is too long: for a terminal, which breaks it by itself, and
    ///   from which a path can then be copied.
    package func wrapped(to columns: Int, keepsWords: Bool = false) -> [Line] {
        broken(to: columns, keepsWords).map { $0.about(step) }
    }

    private func broken(to columns: Int, _ keepsWords: Bool) -> [Line] {
        guard let hang, DisplayWidth.of(text) > columns, columns > 1 else { return [self] }
        let indent = columns - hang >= Self.leastRoom ? hang : min(hang, columns / 8)
        var lines: [Line] = []
        var rest = letters
        if let restStart, restStart < spans.count {
            var (first, second) = (Line(), Line())
            first.spans = Array(spans[..<restStart])
            second.spans = Array(spans[restStart...])
            lines.append(first.trimmed.cut(to: columns))
            rest = second.letters.drop { $0.character == " " }
        }
        while !rest.isEmpty {
            let room = lines.isEmpty ? columns : columns - indent
            let end = Self.end(of: rest, within: room, keepsWords)
            lines.append(Line(lines.isEmpty ? "" : String(repeating: " ", count: indent)) + Self.line(rest[..<end]).trimmed)
            rest = rest[end...].drop { $0.character == " " }
        }
        return lines
    }

    /// The minimum width of the text after a hanging column.
    private static let leastRoom = 24

    private struct Letter {
        var character: Character
        var ink: Ink
    }

    private var letters: ArraySlice<Letter> {
        spans.flatMap { span in TerminalText.escaped(span.text).map { Letter(character: $0, ink: span.ink) } }[...]
    }

    /// The end of a line: after the last space that fits, or at the last character that fits, or at the end of the word.
    private static func end(of letters: ArraySlice<Letter>, within columns: Int, _ keepsWords: Bool) -> Int {
        var width = 0
        var space: Int?
        var hasWord = false
        for index in letters.indices {
            let letter = letters[index]
            if letter.character == " " {
                if hasWord { space = index }
            } else {
                hasWord = true
                width += DisplayWidth.of(String(letter.character))
                if width <= columns { continue }
                if let space { return space }
                if !keepsWords { return max(index, letters.startIndex + 1) }
                return letters[index...].firstIndex { $0.character == " " } ?? letters.endIndex
            }
            width += 1
        }
        return letters.endIndex
    }

    private static func line(_ letters: ArraySlice<Letter>) -> Line {
        var line = Line()
        var text = ""
        for index in letters.indices {
            text.append(letters[index].character)
            let next = letters.index(after: index)
            if next == letters.endIndex || letters[next].ink != letters[index].ink {
                line.add(text, letters[index].ink)
                text = ""
            }
        }
        return line
    }
}
