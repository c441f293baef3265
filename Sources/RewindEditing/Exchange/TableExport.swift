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
        var row = Row(clock: clock)
        try export.forEach { item in
            write(item, to: &output, &row)
            output.write("\r\n")
            try output.proceed()
        }
    }

    /// The row of an item: numbers are ours, texts are made harmless.
    private func write(_ item: Timeline.Item, to output: inout ByteOutput, _ row: inout Row) {
        switch item {
        case .step(let step):
            row.begin("step", step.number, step.time, step.store, step.type, &output)
            output.write(step.outcome.name)
            output.write(UInt8(ascii: ","))
            if let count = step.patch?.operations.count { output.write(count) }
            output.write(UInt8(ascii: ","))
            if let took = step.took { output.write(seconds: took) }
            row.end(step.action, action: step.action?.action, patch: step.patch, &output)
        case .gap(let steps, let reason):
            row.begin("gap", steps.lowerBound, nil, "", "\(steps.lowerBound)..\(steps.upperBound)", &output)
            row.end(text: reason?.text ?? "", &output)
        case .swallowed(let action):
            row.begin("swallowed", action.step, action.time, action.store, action.type, &output)
            output.write(",,")
            row.end(action, action: action.action, &output)
        case .mark(let mark):
            row.begin("mark", mark.step, mark.time, "", mark.name, &output)
            row.end(text: mark.note ?? "", &output)
        case .log(let log):
            row.begin("log", log.step, log.time, "", log.level + " " + log.label, &output)
            row.end(text: log.message, &output)
        }
    }

    /// A row while it is written.
    private struct Row {
        let clock: WallClock
        /// The second that the wall clock showed in the row before, and its text.
        private var second = Int.min
        private var secondText = ""
        private var scratch: [UInt8] = []

        init(clock: WallClock) { self.clock = clock }

        /// Writes the first columns, up to the outcome.
        mutating func begin(
            _ kind: StaticString, _ step: Int, _ time: Int?, _ store: String, _ type: String, _ output: inout ByteOutput
        ) {
            output.write(kind)
            output.write(UInt8(ascii: ","))
            output.write(step)
            output.write(UInt8(ascii: ","))
            if let time { output.write(seconds: time) }
            output.write(UInt8(ascii: ","))
            if let time, clock.isKnown { write(wall: clock.wall(at: time), &output) }
            output.write(UInt8(ascii: ","))
            output.write(Cell.text(store))
            output.write(UInt8(ascii: ","))
            output.write(Cell.text(type))
            output.write(UInt8(ascii: ","))
        }

        /// Writes the last columns of what has neither outcome nor action.
        mutating func end(text: String, _ output: inout ByteOutput) {
            output.write(",,,,,,")
            output.write(Cell.text(text))
            output.write(UInt8(ascii: ","))
        }

        /// Writes the last columns, from the one after the reducer's time on.
        mutating func end(_ line: ActionLine?, action: JSONValue?, patch: JSONPatch? = nil, _ output: inout ByteOutput) {
            output.write(UInt8(ascii: ","))
            if let cause = line?.cause { output.write(cause) }
            output.write(UInt8(ascii: ","))
            output.write(Cell.text(line?.site ?? ""))
            output.write(UInt8(ascii: ","))
            output.write(Cell.text(line?.thread ?? ""))
            output.write(UInt8(ascii: ","))
            if let action { cell(&output) { action.write(into: &$0) } }
            output.write(UInt8(ascii: ","))
            if let patch { cell(&output) { patch.write(into: &$0) } }
        }

        private mutating func cell(_ output: inout ByteOutput, _ fill: (inout [UInt8]) -> Void) {
            scratch.removeAll(keepingCapacity: true)
            fill(&scratch)
            output.write(Cell.bytes(scratch))
        }

        private mutating func write(wall: Int, _ output: inout ByteOutput) {
            let floor = wall &- (wall % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
            if floor != second {
                second = floor
                secondText = String(UTC.iso8601(floor).dropLast())
            }
            output.write(secondText)
            // From the dot on: the fraction is that of a number below one second.
            output.write(fraction: wall &- floor)
            output.write(UInt8(ascii: "Z"))
        }
    }
}

/// Cells of a table that a stranger may have written.
enum Cell {
    /// A text as a cell that no spreadsheet takes for a formula: an apostrophe stands before what would begin one (OWASP, "CSV Injection").
    static func text(_ text: String) -> [UInt8] { bytes(Array(text.utf8)) }

    /// The cell of a text's bytes.
    static func bytes(_ text: [UInt8]) -> [UInt8] {
        let isFormula = text.first.map { "=+-@\t\r\n".utf8.contains($0) } ?? false
        guard text.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        else {
            return isFormula ? [apostrophe] + text : text
        }
        var cell: [UInt8] = []
        cell.reserveCapacity(text.count + text.count / 4 + 3)
        cell.append(quote)
        if isFormula { cell.append(apostrophe) }
        for byte in text {
            if byte == quote { cell.append(quote) }
            cell.append(byte)
        }
        cell.append(quote)
        return cell
    }

    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
}
