/// A line of output for a person: spans of text, each with its ink.
///
/// Lines do not depend on the terminal; the code that prints them decides whether to use colours, and every span is escaped.
package struct Line: Equatable, Sendable {
    package var spans: [Span]
    /// The column at which continuation lines begin; `nil` for a line that is cut, or left to the terminal to wrap.
    package var hang: Int?
    /// The span that moves to its own row if the line is too long; `nil` to break at any word.
    package var restStart: Int?
    /// The step that the line is about, where a person may want to go.
    package var step: Int?

    package struct Span: Equatable, Sendable {
        package var text: String
        package var ink: Ink
        /// For the span that is shortened on a narrow terminal: the columns that the other spans need.
        package var columnsBeside: Int?
        /// Additional columns that it leaves to the other spans, as long as it keeps ``Span/columnsKept`` itself.
        package var columnsLeft = 0
        /// The width of the span in every row where there is room, regardless of its text, so that the spans after it are aligned.
        package var columnsWanted: ClosedRange<Int>?
        /// Whether it is a name with folders, such as a type, whose end tells more than its beginning.
        package var isName = false

        /// The number of columns that distinguish most action types.
        private static let columnsKept = 22

        /// The columns that the last span of a row gets on a wide terminal before this span gets more than its minimum.
        private static let columnsBehind = 40

        /// The width of the span on a terminal of a given width; `nil` for a span that is not shortened.
        func room(in columns: Int) -> Int? {
            columnsBeside.map { beside in
                let room = max(8, min(columns - beside, max(Self.columnsKept, columns - beside - columnsLeft)))
                guard let wanted = columnsWanted else { return room }
                return min(room, max(wanted.lowerBound, min(wanted.upperBound, columns - beside - columnsLeft - Self.columnsBehind)))
            }
        }
    }

    package init(_ text: String = "", _ ink: Ink = .plain) { spans = text.isEmpty ? [] : [Span(text: text, ink: ink)] }

    package mutating func add(_ text: String, _ ink: Ink = .plain) {
        if !text.isEmpty { spans.append(Span(text: text, ink: ink)) }
    }

    /// Adds a span that takes `width` columns if there is room, and is shortened for the others, which need `columnsBeside`.
    ///
    /// - Parameters:
    ///   - widest: the width on a wide terminal; a longer text is cut there.
    ///   - isName: whether it is a name, which is cut in the middle.
    package mutating func add(_ text: String, _ ink: Ink, width: Int, widest: Int, columnsBeside: Int, isName: Bool = false) {
        var span = Span(text: DisplayWidth.padded(text, to: width), ink: ink, columnsBeside: columnsBeside, columnsWanted: width...widest)
        span.isName = isName
        spans.append(span)
    }

    /// The line with its shortened span leaving more columns to the others, but keeping enough to be recognised.
    package func leaving(_ columns: Int) -> Line {
        var line = self
        for place in spans.indices { line.spans[place].columnsLeft += columns }
        return line
    }

    /// Concatenates two lines.
    @inline(never)
    package static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        line.step = left.step ?? right.step
        return line
    }

    @inline(never)
    package func about(_ step: Int?) -> Line {
        var line = self
        line.step = step
        return line
    }

    /// The line preceded by the name of its subject.
    package func labelled(_ label: String?, width: Int) -> Line {
        guard let label else { return self }
        var line = Line(DisplayWidth.padded(label, to: width) + "  ", .faint) + leaving(width + 2)
        (line.hang, line.restStart) = (hang, restStart.map { $0 + 1 })
        return line
    }

    /// The line followed by another one, which moves to its own rows at a column if the line is too long.
    package func with(rest: Line, under column: Int) -> Line {
        var line = (self + rest).hanging(column)
        line.restStart = spans.count
        return line
    }

    package func hanging(_ column: Int) -> Line {
        var line = self
        line.hang = column
        return line
    }

    /// The escaped text without colours, as written to a pipe.
    package var text: String { spans.map { TerminalText.escaped($0.text) }.joined() }

    /// The text with escape sequences around coloured spans.
    package var coloured: String {
        spans.map { span in
            let text = TerminalText.escaped(span.text)
            return span.ink.sequence.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }
        .joined()
    }

    /// The line without trailing spaces.
    package var trimmed: Line {
        var line = self
        while let last = line.spans.popLast() {
            guard let end = last.text.utf8.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { continue }
            line.spans.append(Span(text: String(last.text[...end]), ink: last.ink))
            break
        }
        return line
    }

    /// Whether one of its spans is shortened on a narrow terminal.
    package var isRow: Bool { spans.contains { $0.columnsBeside != nil } }

    /// The line as rows of a width: its shrinkable span is shortened first, then an alarm at its end gets its own row.
    ///
    /// - Parameter keepsWords: whether a word that is longer than a row stays whole.
    package func rows(in columns: Int, keepsWords: Bool = false) -> [Line] { fitted(to: columns, keepsWords).map { $0.about(step) } }

    private func fitted(to columns: Int, _ keepsWords: Bool) -> [Line] {
        var line = self
        for (place, span) in spans.enumerated() {
            if let room = span.room(in: columns) { line.spans[place] = Self.shortened(span, to: room) }
        }
        if line.hang != nil { return line.wrapped(to: columns, keepsWords: keepsWords) }
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
        let kept =
            span.isName ? NameText.cut(words, to: columns) : fits ? words : DisplayWidth.prefix(words, columns: columns - 1) + "…"
        return Span(text: DisplayWidth.padded(kept, to: columns), ink: span.ink)
    }

    /// The line with its longest span cut in its middle, so that all of it fits; cut at the end if that span would keep too little.
    package func cutInside(to columns: Int) -> Line {
        let widths = spans.map { DisplayWidth.of(TerminalText.escaped($0.text)) }
        let missing = widths.reduce(0, +) - columns
        guard missing > 0, let place = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[place] - missing >= NameText.leastWidth
        else { return cut(to: columns) }
        var line = self
        line.spans[place].text = NameText.cut(TerminalText.escaped(spans[place].text), to: widths[place] - missing)
        return line
    }

    /// The line cut to a width, with `…` if anything is left out.
    package func cut(to columns: Int) -> Line {
        guard DisplayWidth.of(text) > columns else { return self }
        var line = Line()
        var left = max(0, columns - 1)
        for span in spans {
            let text = TerminalText.escaped(span.text)
            let width = DisplayWidth.of(text)
            if width <= left {
                line.spans.append(span)
                left -= width
            } else {
                line.add(DisplayWidth.prefix(text, columns: left) + "…", span.ink)
                break
            }
        }
        return line
    }
}
