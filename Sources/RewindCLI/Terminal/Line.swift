/// A line for a person: pieces of text, each with its ink.
///
/// Lines are made without regard to the terminal; only the ``Console`` knows about colour, and it escapes every piece.
struct Line: Equatable, Sendable {
    var spans: [Span]

    /// A piece of a line.
    struct Span: Equatable, Sendable {
        var text: String
        var ink: Ink
        /// For the piece of a row that gives way on a narrow terminal: the columns that the other pieces need.
        var columnsBeside: Int?
    }

    /// What a piece means, as the colour to show it in.
    enum Ink: Sendable {
        case plain, strong, faint
        case added, removed, changed
        case name, alarm

        /// The parameters of the escape sequence that switches to it; `nil` to leave the text as it is.
        var sequence: String? {
            switch self {
            case .plain: nil
            case .strong: "1"
            case .faint: "2"
            case .added: "32"
            case .removed: "31"
            case .changed: "33"
            case .name: "36"
            case .alarm: "1;31"
            }
        }
    }

    /// A line of one piece.
    init(_ text: String = "", _ ink: Ink = .plain) { spans = text.isEmpty ? [] : [Span(text: text, ink: ink)] }

    /// Adds a piece.
    mutating func add(_ text: String, _ ink: Ink = .plain) {
        if !text.isEmpty { spans.append(Span(text: text, ink: ink)) }
    }

    /// Adds a piece that takes `width` columns where there is room, and gives way to the others, which need `columnsBeside`.
    mutating func add(_ text: String, _ ink: Ink, width: Int, columnsBeside: Int) {
        spans.append(Span(text: DisplayWidth.padded(text, to: width), ink: ink, columnsBeside: columnsBeside))
    }

    /// The line with another after it.
    static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The text without colours, escaped, as it comes out of a pipe.
    var text: String { spans.map { TerminalText.escaped($0.text) }.joined() }

    /// The text with escape sequences around the pieces that have a colour.
    var coloured: String {
        spans.map { span in
            let text = TerminalText.escaped(span.text)
            return span.ink.sequence.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }
        .joined()
    }

    /// The line without spaces at its end.
    var trimmed: Line {
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

    /// The line as rows of at most so many columns: first its yielding piece is shortened, then an alarm at its end gets a row of its own.
    func rows(in columns: Int) -> [Line] {
        var line = self
        for (place, span) in spans.enumerated() {
            guard let beside = span.columnsBeside else { continue }
            line.spans[place] = Self.shortened(span, to: max(8, columns - beside))
        }
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
        guard DisplayWidth.of(text) > columns else { return span }
        let words = Line(text).trimmed.text
        let fits = DisplayWidth.of(words) <= columns
        let kept = fits ? words : DisplayWidth.prefix(words, columns: columns - 1) + "…"
        return Span(text: DisplayWidth.padded(kept, to: columns), ink: span.ink)
    }

    /// The line cut to so many columns, with `…` where something is left out.
    func cut(to columns: Int) -> Line {
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
