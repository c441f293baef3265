package import RewindFormat
package import RewindReplay
import RewindValue

/// A line of a program's source as a recording names it: `Shop/Cart.swift:12`, or without the module.
package struct SourcePlace: Hashable, Sendable {
    /// The file's name, without folders.
    package var file: String
    /// The line's number, from 1.
    package var line: Int
    /// The module, which mostly is a folder above the file.
    package var module: String?

    /// Reads a place; `nil` if the text names none, as a call site that is a tool's name.
    ///
    /// - Parameter module: the module, if the text has none.
    package init?(_ text: String, module: String? = nil) {
        guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]), line > 0 else { return nil }
        let names = text[..<colon].split(separator: "/").map { String($0) }
        guard let file = names.last, !file.isEmpty else { return nil }
        (self.file, self.line) = (file, line)
        self.module = names.count == 2 ? names[0] : module
    }

    /// The place as a recording names it.
    package var text: String { "\(file):\(line)" }
}

/// A line of source with the lines around it, or why it is not shown.
package struct SourceExcerpt: Equatable, Sendable {
    /// How many lines are shown before the line, and after it.
    package static let around = 3
    /// How many characters of a line are shown.
    private static let width = 200

    /// Finds the source of a place; `nil` where no sources are.
    package typealias Finder = @Sendable (SourcePlace) -> SourceExcerpt?

    /// The file, and the line's number.
    package let path: String
    package let number: Int
    /// The lines' texts, and the number of the first.
    package let lines: [String]
    package let first: Int
    /// What to know about the file: that it has changed since, or why no line is shown.
    package let remark: String?

    /// The lines around one, of all lines of a file; the indentation that they share is left out.
    package init(path: String, number: Int, of all: [String], remark: String? = nil) {
        (self.path, self.number) = (path, number)
        let place = number - 1
        guard all.indices.contains(place) else {
            (lines, first) = ([], number)
            self.remark = "the file has only \(all.count) \(all.count == 1 ? "line" : "lines")" + (remark.map { ": " + $0 } ?? "")
            return
        }
        let start = max(0, place - Self.around)
        let texts = all[start...min(all.count - 1, place + Self.around)].map { $0.replacing("\t", with: "    ") }
        let indents = texts.filter { text in text.contains { $0 != " " } }.map { text in text.prefix { $0 == " " }.count }
        let indent = indents.min() ?? 0
        lines = texts.map { String($0.dropFirst(indent)) }
        (first, self.remark) = (start + 1, remark)
    }

    /// No lines, and the reason.
    package init(noneOf place: SourcePlace, because reason: String) {
        (path, number, lines, first, remark) = (place.file, place.line, [], place.line, reason)
    }

    /// The lines for people, under a title such as `where it crashed`; the line itself is marked.
    package func lines(titled title: String) -> [Line] {
        let width = String(first + lines.count).count
        var head = Line(title, .strong) + Line("  \(path):\(number)", .name)
        if let remark { head.add("  \(remark)", .alarm) }
        return [head.hanging(2)]
            + lines.enumerated().map { offset, text in
                let isIt = first + offset == number
                return Line((isIt ? "> " : "  ") + DisplayWidth.aligned(String(first + offset), to: width) + "  ", isIt ? .strong : .faint)
                    + Line(text, isIt ? .strong : .plain).cut(to: Self.width)
            }
    }
}

extension Step {
    /// The lines of the source where the step crashed, if it did, and where its action was sent, each with its place.
    package func sources(_ ending: Ending, _ find: SourceExcerpt.Finder) -> [(place: SourcePlace, lines: [Line])] {
        let crash = ending.text(at: self) == nil ? nil : ending.crashReason?.site
        return [(crash, SourceExcerpt.crashTitle), (site, SourceExcerpt.dispatchTitle)].compactMap { site, title in
            guard let place = site.flatMap({ SourcePlace($0) }), let excerpt = find(place) else { return nil }
            return (place, excerpt.lines(titled: title))
        }
    }
}

extension SourceExcerpt {
    /// The titles of the two lines that are shown.
    package static let (crashTitle, dispatchTitle) = ("where it crashed", "where it was sent")
}
