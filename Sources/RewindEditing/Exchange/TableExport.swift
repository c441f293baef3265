import RewindFormat
import RewindReplay
import RewindValue

/// A table for spreadsheets, by RFC 4180.
struct TableExport {
    private let export: Export
    private let clock: WallClock

    init(_ export: Export) throws(RecordingError) {
        self.export = export
        clock = try WallClock(of: export.timeline.recording)
    }

    private static let columns = [
        "kind", "step", "time_seconds", "wall_utc", "store", "type", "outcome", "changes", "took_seconds", "cause", "site", "thread",
        "action", "patch",
    ]

    /// Writes the header and a row for each step and what stands between them.
    func write(to output: inout ByteOutput) throws {
        output.write(Self.columns.joined(separator: ",") + "\r\n")
        try export.forEach { item in
            var isFirst = true
            for cell in cells(item) {
                if !isFirst { output.write(",") }
                isFirst = false
                output.write(cell)
            }
            output.write("\r\n")
            try output.proceed()
        }
    }

    /// The row of an item: numbers are ours, texts are made harmless.
    private func cells(_ item: Timeline.Item) -> [String] {
        switch item {
        case .step(let step):
            return row(
                "step", step.number, step.time, step.store, step.type, outcome: step.outcome.name, changes: step.patch?.operations.count,
                took: step.took, step.action, step.action?.action, patch: step.patch)
        case .gap(let steps, let reason):
            return row("gap", steps.lowerBound, nil, "", "\(steps.lowerBound)..\(steps.upperBound)", text: reason ?? "")
        case .swallowed(let action):
            return row("swallowed", action.step, action.time, action.store, action.type, action, action.action)
        case .mark(let mark): return row("mark", mark.step, mark.time, "", mark.name, text: mark.note ?? "")
        case .log(let log): return row("log", log.step, log.time, "", log.level + " " + log.label, text: log.message)
        }
    }

    private func row(
        _ kind: String, _ step: Int, _ time: Int?, _ store: String, _ type: String, outcome: String = "", changes: Int? = nil,
        took: Int? = nil, _ line: ActionLine? = nil, _ action: JSONValue? = nil, patch: JSONPatch? = nil, text: String = ""
    ) -> [String] {
        func number(_ value: Int?) -> String { value.map(String.init) ?? "" }
        return [
            kind, number(step), time.map(UTC.seconds) ?? "", time.map { UTC.iso8601Exactly(clock.wall(at: $0)) } ?? "", Cell.text(store),
            Cell.text(type), outcome, number(changes), took.map(UTC.seconds) ?? "", number(line?.cause), Cell.text(line?.site ?? ""),
            Cell.text(line?.thread ?? ""),
            Cell.text(action?.jsonText ?? text), Cell.text(patch?.json.jsonText ?? ""),
        ]
    }
}

/// Cells of a table that a stranger may have written.
enum Cell {
    /// A text as a cell that no spreadsheet takes for a formula: an apostrophe stands before what would begin one (OWASP, "CSV Injection").
    static func text(_ text: String) -> String {
        let text = text.utf8.first.map(begins) ?? false ? "'" + text : text
        guard text.utf8.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private static let quote = UInt8(ascii: "\"")

    private static func begins(_ byte: UInt8) -> Bool { "=+-@\t\r\n".utf8.contains(byte) }
}
