package import RewindFormat
import RewindReplay
package import RewindValue

/// The recordings of this machine as a list, the newest first.
package struct RecordingList {
    private let summaries: [RecordingSummary]
    /// Formats a path for display.
    private let name: (String) -> String

    /// - Parameter name: formats a path as one would type it.
    package init(_ summaries: [RecordingSummary], name: @escaping (String) -> String) {
        self.summaries = summaries
        self.name = name
    }

    /// The list for people: a row for each recording, with the path in its own row if there is no room, and the title below, if any.
    ///
    /// - Parameter columns: the terminal's columns; `nil` for unlimited.
    package func lines(columns: Int?) -> [Line] {
        let cells = [["WHEN (UTC)", "APP", "STEPS", "LENGTH", "ENDED", "SIZE"]] + summaries.map(cells)
        let widths = cells[0].indices.map { column in cells.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        let header = row(cells[0], widths, .faint)
        let hasRoom = columns.map { DisplayWidth.of(header.text) + 6 <= $0 } ?? true
        var lines = [hasRoom ? header + Line("  PATH", .faint) : header.hanging(widths[0] + 2)]
        for (summary, cells) in zip(summaries, cells.dropFirst()) {
            let isBad = summary.problem != nil || summary.manifest.map { EndingText(ending: $0.ending).isBad } ?? true && !summary.isLive
            let row = row(cells, widths, isBad ? .alarm : .plain)
            var path = Line(name(summary.path), .name)
            if summary.isLive, summary.steps == nil, summary.problem == nil { path.add("  nothing recorded yet", .faint) }
            if summary.isLossy { path.add("  something is lost", .faint) }
            if let columns, DisplayWidth.of(row.text) + 2 + DisplayWidth.of(path.text) > columns {
                // An even narrower terminal breaks it between the columns.
                lines += [row.trimmed.hanging(widths[0] + 2), Line(String(repeating: " ", count: widths[0] + 2)) + path]
            } else {
                lines.append(row + Line("  ") + path)
            }
            if let title = summary.manifest?.title {
                lines.append(Line(String(repeating: " ", count: widths[0] + 2)) + Line(TerminalText.escaped(title), .strong))
            }
        }
        return lines
    }

    private func cells(of summary: RecordingSummary) -> [String] {
        [
            summary.manifest.flatMap { $0.started == 0 ? nil : String(UTC.text($0.started).prefix(16)) } ?? "?",
            fitted(app(of: summary), to: 20),
            summary.steps.map { "\($0.count)" } ?? (summary.problem == nil ? "none" : "?"), summary.duration.map(TimeText.duration) ?? "",
            fitted(ending(of: summary), to: 16),
            summary.bytes.map(ByteText.text) ?? "",
        ]
    }

    /// A row of all columns except the path: names are left-aligned, numbers right-aligned.
    private func row(_ cells: [String], _ widths: [Int], _ ink: Line.Ink) -> Line {
        var line = Line()
        for (column, cell) in cells.enumerated() {
            let isName = [0, 1, 4].contains(column)
            let text = isName ? DisplayWidth.padded(cell, to: widths[column]) : DisplayWidth.aligned(cell, to: widths[column])
            line.add((column == 0 ? "" : "  ") + text, column == 4 || ink == .faint ? ink : .plain)
        }
        return line
    }

    private func fitted(_ text: String, to width: Int) -> String {
        DisplayWidth.of(text) <= width ? text : DisplayWidth.prefix(text, columns: width - 1) + "…"
    }

    private func app(of summary: RecordingSummary) -> String {
        let manifest = summary.manifest
        return TerminalText.escaped([manifest?.appName ?? "?", manifest?.appVersion ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// `crashed SIGILL`, `finished`, `exit status 3`, `live`, `went on` for a copy; `unreadable` for a recording that can't be opened.
    private func ending(of summary: RecordingSummary) -> String {
        guard let manifest = summary.manifest, summary.problem == nil else { return "unreadable" }
        if summary.isLive { return "live" }
        let ending = manifest.ending
        if ending.savedAt != nil { return "went on" }
        if ending.how == .finished, let status = ending.exit { return "exit status \(status)" }
        let detail = ending.signal ?? ending.exit.map(String.init)
        return TerminalText.escaped(ending.how.rawValue + (detail.map { " \($0)" } ?? ""))
    }

    /// The list for programs: one object for each recording, with the names of its description.
    package var json: [JSONValue] {
        summaries.map { summary in
            var object: JSONObject = ["path": .string(summary.path), "form": .string(summary.form.rawValue)]
            let members = summary.manifest?.json.object ?? [:]
            for key in ["title", "app", "level"] { object[key] = members[key] }
            if summary.manifest != nil { object["started"] = .string(UTC.iso8601(summary.started)) }
            object["duration"] = summary.duration.map { .number(JSONNumber($0)) }
            object["steps"] = summary.steps.map { steps in
                ["first": .number(JSONNumber(steps.lowerBound)), "last": .number(JSONNumber(steps.upperBound))]
            }
            object["ending"] = members["ending"]
            if summary.manifest != nil { object["live"] = .bool(summary.isLive) }
            object["bytes"] = summary.bytes.map { .number(JSONNumber($0)) }
            if summary.manifest != nil { object["lossy"] = .bool(summary.isLossy) }
            object["problem"] = summary.problem.map(JSONValue.string)
            return .object(object)
        }
    }
}
