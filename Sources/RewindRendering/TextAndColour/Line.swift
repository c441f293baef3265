/// A line for a person: pieces of text, each with its ink.
///
/// Lines are made without regard to the terminal; whoever prints them says whether in colour, and every piece is escaped.
package struct Line: Equatable, Sendable {
    package var spans: [Span]
    /// The column under which the rest goes where the line is too long; `nil` for a line that is cut, or left to the terminal.
    package var hang: Int?
    /// The piece that begins a row of its own where the line is too long; `nil` where any word may.
    package var restStart: Int?

    /// A piece of a line.
    package struct Span: Equatable, Sendable {
        package var text: String
        package var ink: Ink
        /// For the piece of a row that gives way on a narrow terminal: the columns that the other pieces need.
        package var columnsBeside: Int?
        /// Columns that it leaves to the others besides, as long as it keeps ``Span/columnsKept`` itself.
        package var columnsLeft = 0
        /// The columns that the piece has in every row where there is room, whatever its text takes: what is behind it stays in line.
        package var columnsWanted: ClosedRange<Int>?

        /// Columns that tell most types of actions from each other.
        private static let columnsKept = 22

        /// Columns of a wide terminal that the last piece of a row has before a piece gets more than it wants at least.
        private static let columnsBehind = 40

        /// The columns that the piece has on a terminal of so many; `nil` for a piece that does not give way.
        func room(in columns: Int) -> Int? {
            columnsBeside.map { beside in
                let room = max(8, min(columns - beside, max(Self.columnsKept, columns - beside - columnsLeft)))
                guard let wanted = columnsWanted else { return room }
                return min(room, max(wanted.lowerBound, min(wanted.upperBound, columns - beside - columnsLeft - Self.columnsBehind)))
            }
        }
    }

    /// A line of one piece.
    package init(_ text: String = "", _ ink: Ink = .plain) { spans = text.isEmpty ? [] : [Span(text: text, ink: ink)] }

    /// Adds a piece.
    package mutating func add(_ text: String, _ ink: Ink = .plain) {
        if !text.isEmpty { spans.append(Span(text: text, ink: ink)) }
    }

    /// Adds a piece that takes `width` columns where there is room, and gives way to the others, which need `columnsBeside`.
    ///
    /// - Parameter widest: the columns that it has on a wide terminal; a text that is longer is cut there.
    package mutating func add(_ text: String, _ ink: Ink, width: Int, widest: Int, columnsBeside: Int) {
        spans.append(
            Span(text: DisplayWidth.padded(text, to: width), ink: ink, columnsBeside: columnsBeside, columnsWanted: width...widest))
    }

    /// Adds a piece that takes `width` columns where there is room, and gives way to the others, which need `columnsBeside`.
    package mutating func add(_ text: String, _ ink: Ink, width: Int, columnsBeside: Int) {
        spans.append(Span(text: DisplayWidth.padded(text, to: width), ink: ink, columnsBeside: columnsBeside))
    }

    /// The line, of which the piece that gives way leaves so many more columns to the others, but for those in which it can be told from others.
    package func leaving(_ columns: Int) -> Line {
        var line = self
        for place in spans.indices { line.spans[place].columnsLeft += columns }
        return line
    }

    /// The line with another after it.
    package static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The line behind the name of what it is about.
    package func labelled(_ label: String?, width: Int) -> Line {
        guard let label else { return self }
        var line = Line(DisplayWidth.padded(label, to: width) + "  ", .faint) + self
        (line.hang, line.restStart) = (hang, restStart.map { $0 + 1 })
        return line
    }

    /// The line with another as its rest, which goes to rows of its own under a column where the line is too long.
    package func with(rest: Line, under column: Int) -> Line {
        var line = (self + rest).hanging(column)
        line.restStart = spans.count
        return line
    }

    /// The line with its rest under a column, where it is too long.
    package func hanging(_ column: Int) -> Line {
        var line = self
        line.hang = column
        return line
    }

    /// The text without colours, escaped, as it comes out of a pipe.
    package var text: String { spans.map { TerminalText.escaped($0.text) }.joined() }

    /// The text with escape sequences around the pieces that have a colour.
    package var coloured: String {
        spans.map { span in
            let text = TerminalText.escaped(span.text)
            return span.ink.sequence.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }
        .joined()
    }

    /// The line without spaces at its end.
    package var trimmed: Line {
        var line = self
        while let last = line.spans.last {
            let kept = String(last.text.reversed().drop { $0 == " " }.reversed())
            line.spans.removeLast()
            if kept.isEmpty { continue }
            line.spans.append(Span(text: kept, ink: last.ink))
            break
        }
        return line
    }

    /// Whether a piece of it gives way on a narrow terminal.
    package var isRow: Bool { spans.contains { $0.columnsBeside != nil } }

    /// The line as rows of at most so many columns: first its yielding piece is shortened, then an alarm at its end gets a row of its own.
    package func rows(in columns: Int) -> [Line] {
        var line = self
        for (place, span) in spans.enumerated() {
            if let room = span.room(in: columns) { line.spans[place] = Self.shortened(span, to: room) }
        }
        if line.hang != nil { return line.wrapped(to: columns) }
        guard let last = line.spans.last, last.ink == .alarm, line.spans.count > 1, DisplayWidth.of(line.text) > columns else {
            return [line.cut(to: columns)]
        }
        line.spans.removeLast()
        return [
            line.trimmed.cut(to: columns), (Line("         ") + Line(last.text.drop { $0 == " " }.description, .alarm)).cut(to: columns),
        ]
    }

    private static func shortened(_ span: Span, to columns: Int) -> Span {
        let text = TerminalText.escaped(span.text)
        guard DisplayWidth.of(text) > columns else {
            return span.columnsWanted == nil ? span : Span(text: DisplayWidth.padded(text, to: columns), ink: span.ink)
        }
        let words = Line(text).trimmed.text
        let fits = DisplayWidth.of(words) <= columns
        let kept = fits ? words : DisplayWidth.prefix(words, columns: columns - 1) + "…"
        return Span(text: DisplayWidth.padded(kept, to: columns), ink: span.ink)
    }

    /// The line cut to so many columns, with `…` where something is left out.
    package func cut(to columns: Int) -> Line {
        var line = Line()
        var left = columns
        for span in spans {
            let text = TerminalText.escaped(span.text)
            let width = DisplayWidth.of(text)
            if width <= left {
                line.spans.append(span)
                left -= width
            } else {
                return Line.cutLast(of: self, into: line, span: Span(text: text, ink: span.ink), left: left)
            }
        }
        return line
    }

    private static func cutLast(of whole: Line, into line: Line, span: Span, left: Int) -> Line {
        var line = line
        line.add(DisplayWidth.prefix(span.text, columns: max(0, left - 1)) + "…", span.ink)
        return line
    }
}
