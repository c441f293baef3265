/// The style of a piece of text.
package enum Style: String, Sendable, Equatable {
    case plain, bold, dim, selected, error, accent

    /// The terminal code that switches to this style (ECMA-48, SGR).
    var code: String {
        switch self {
        case .plain: "\u{1B}[0m"
        case .bold: "\u{1B}[0;1m"
        case .dim: "\u{1B}[0;2m"
        case .selected: "\u{1B}[0;7m"
        case .error: "\u{1B}[0;31m"
        case .accent: "\u{1B}[0;36m"
        }
    }
}

/// A row of the screen: spans of text, each with a style.
package struct Line: Sendable, Equatable {
    struct Span: Sendable, Equatable {
        var text: String
        var style: Style
    }

    private(set) var spans: [Span] = []

    /// Creates a row of one span; control characters are shown as `·`, so that no text can move the cursor.
    package init(_ text: String = "", _ style: Style = .plain) { append(text, style) }

    mutating func append(_ text: String, _ style: Style = .plain) {
        let safe = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? "·" : $0 }))
        if !safe.isEmpty { spans.append(Span(text: safe, style: style)) }
    }

    static func + (left: Line, right: Line) -> Line {
        var line = left
        line.spans += right.spans
        return line
    }

    /// The text without styles.
    package var plainText: String { spans.map(\.text).joined() }

    /// The text with style codes, ending in the plain style.
    package var ansiText: String {
        spans.contains { $0.style != .plain } ? spans.map { $0.style.code + $0.text }.joined() + Style.plain.code : plainText
    }

    /// The width of the row in columns.
    var width: Int { spans.reduce(0) { $0 + $1.text.width } }

    /// This row cut to a width, with `…` in place of the rest.
    func clipped(to width: Int) -> Line {
        guard self.width > width else { return self }
        var line = Line()
        var room = width - 1
        for span in spans {
            let text = span.text.prefix(columns: room)
            line.append(text, span.style)
            room -= text.width
            if text.count < span.text.count { break }
        }
        line.append("…", line.spans.last?.style ?? .plain)
        return line
    }

    /// This row padded with spaces to a width.
    func padded(to width: Int) -> Line { self + Line(String(repeating: " ", count: max(0, width - self.width))) }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: self != "\u{200D}"  // joins emoji
        default: false
        }
    }
}

extension Character {
    /// The width of the character on a terminal: two columns for East Asian characters and emoji, roughly, otherwise one.
    var width: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}

extension String {
    var width: Int { reduce(0) { $0 + $1.width } }

    func prefix(columns: Int) -> String {
        var room = columns
        return String(
            prefix { character in
                room -= character.width
                return room >= 0
            })
    }

    /// The text in rows of a maximum width, wrapped between words where possible.
    func wrapped(to columns: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for word in split(separator: " ").map(String.init) {
            if !row.isEmpty && row.width + 1 + word.width > columns {
                rows.append(row)
                row = ""
            }
            row += row.isEmpty ? word : " " + word
        }
        return row.isEmpty ? rows : rows + [row]
    }
}
