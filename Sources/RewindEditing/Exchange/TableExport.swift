import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// A table for spreadsheets, according to RFC 4180.
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

    /// Writes the header and a row for each step and each item between the steps.
    ///
    /// - Returns: the number of cells that were cut.
    func write(to output: inout ByteOutput) throws -> Int {
        // Without the mark, Excel reads the text in a local encoding.
        if export.isForExcel { output.write([0xef, 0xbb, 0xbf]) }
        output.write(Self.columns.joined(separator: ",") + "\r\n")
        var row = Row(clock: clock, cells: Cells(limit: export.isForExcel ? Cells.excelLimit : .max))
        try export.forEach { item in
            write(item, to: &output, &row)
            output.write("\r\n")
            try output.proceed()
        }
        return row.cells.cut
    }

    /// Writes the row of an item: numbers are ours, texts are escaped.
    private func write(_ item: Timeline.Item, to output: inout ByteOutput, _ row: inout Row) {
        switch item {
        case .step(let step):
            row.begin("step", step.number, step.time, step.store, step.type, &output)
            output.write(step.outcome.name)
            output.write(UInt8(ascii: ","))
            if let count = step.patch?.operations.count { output.write(count) }
            output.write(UInt8(ascii: ","))
            if let took = step.took { output.write(seconds: took) }
            row.end(step.line, action: step.action, patch: step.patch, &output)
        case .gap(let steps, let reason):
            row.begin("gap", steps.lowerBound, nil, "", "\(steps.lowerBound)..\(steps.upperBound)", &output)
            row.end(text: reason?.words ?? "", &output)
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
        case .effect(let effect):
            row.begin("effect", effect.line.step, effect.line.time, effect.begin?.store ?? "", effect.name, &output)
            output.write(effect.end.map { $0.word } ?? "begin")
            output.write(",,")
            if let took = effect.took { output.write(seconds: took) }
            row.end(effect, &output)
        }
    }

    private struct Row {
        let clock: WallClock
        var cells: Cells
        /// The wall clock second of the row before, and its text.
        private var second = Int.min
        private var secondText = ""
        private var scratch: [UInt8] = []

        init(clock: WallClock, cells: Cells) { (self.clock, self.cells) = (clock, cells) }

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
            output.write(cells.text(store))
            output.write(UInt8(ascii: ","))
            output.write(cells.text(type))
            output.write(UInt8(ascii: ","))
        }

        /// Writes the last columns for an item without outcome and action.
        mutating func end(text: String, _ output: inout ByteOutput) {
            output.write(",,,,,,")
            output.write(cells.text(text))
            output.write(UInt8(ascii: ","))
        }

        /// Writes the last columns of an effect, from the one after its time on.
        mutating func end(_ effect: EffectItem, _ output: inout ByteOutput) {
            output.write(UInt8(ascii: ","))
            if let cause = effect.cause { output.write(cause) }
            output.write(UInt8(ascii: ","))
            output.write(cells.text(effect.begin?.site ?? ""))
            output.write(",,")
            if case .failed(let reason)? = effect.end { output.write(cells.text(reason)) }
            output.write(UInt8(ascii: ","))
        }

        /// Writes the last columns, from the one after the reducer's time on.
        mutating func end(_ line: ActionLine?, action: JSONValue?, patch: JSONPatch? = nil, _ output: inout ByteOutput) {
            output.write(UInt8(ascii: ","))
            if let cause = line?.cause { output.write(cause) }
            output.write(UInt8(ascii: ","))
            output.write(cells.text(line?.site ?? ""))
            output.write(UInt8(ascii: ","))
            output.write(cells.text(line?.thread ?? ""))
            output.write(UInt8(ascii: ","))
            if let action { cell(&output) { action.write(into: &$0) } }
            output.write(UInt8(ascii: ","))
            if let patch { cell(&output) { patch.write(into: &$0) } }
        }

        private mutating func cell(_ output: inout ByteOutput, _ fill: (inout [UInt8]) -> Void) {
            scratch.removeAll(keepingCapacity: true)
            fill(&scratch)
            output.write(cells.bytes(scratch))
        }

        private mutating func write(wall: Int, _ output: inout ByteOutput) {
            let floor = wall &- (wall % 1_000_000_000 + 1_000_000_000) % 1_000_000_000
            if floor != second {
                second = floor
                let (date, time) = UTC.parts(floor)
                secondText = "\(date)T\(time)"
            }
            output.write(secondText)
            // From the dot on: the fraction belongs to a number below one second.
            output.write(fraction: wall &- floor)
            output.write(UInt8(ascii: "Z"))
        }
    }
}

/// Makes cells of a table whose texts may come from a stranger.
struct Cells {
    /// The most UTF-16 units in a cell; a longer text is cut, and ends in `…`.
    let limit: Int
    private(set) var cut = 0

    /// The limit of Excel: 32,767 UTF-16 units; it moves longer texts into the next rows.
    static let excelLimit = 32_767

    /// A text as a cell that no spreadsheet takes for a formula: an apostrophe precedes any character that would begin one (OWASP, "CSV
    /// Injection").
    mutating func text(_ text: String) -> [UInt8] { bytes(Array(text.utf8)) }

    /// The cell for a text's bytes.
    mutating func bytes(_ text: [UInt8]) -> [UInt8] {
        let isFormula = Self.beginnings.contains { text.starts(with: $0) }
        // A UTF-16 unit is at least one byte of UTF-8.
        if text.count > limit - 1 { return quoted(shortened(text, to: limit - (isFormula ? 1 : 0)), isFormula) }
        return quoted(text, isFormula)
    }

    private func quoted(_ text: [UInt8], _ isFormula: Bool) -> [UInt8] {
        guard text.contains(where: { Self.separators.contains($0) }) else { return isFormula ? [Self.apostrophe] + text : text }
        var cell: [UInt8] = []
        cell.reserveCapacity(text.count + text.count / 4 + 3)
        cell.append(Self.quote)
        if isFormula { cell.append(Self.apostrophe) }
        for byte in text {
            if byte == Self.quote { cell.append(Self.quote) }
            cell.append(byte)
        }
        cell.append(Self.quote)
        return cell
    }

    /// The text, cut between characters if it exceeds the limit of units.
    private mutating func shortened(_ text: [UInt8], to limit: Int) -> [UInt8] {
        let text = String(decoding: text, as: UTF8.self)
        guard text.utf16.count > limit else { return Array(text.utf8) }
        cut += 1
        var end = text.utf16.index(text.startIndex, offsetBy: limit - 1)
        if let whole = end.samePosition(in: text.unicodeScalars) { end = whole } else { end = text.utf16.index(before: end) }
        return Array(text[..<end].utf8) + Array("…".utf8)
    }

    /// Beginnings of a formula: the signs, also in full width, and the characters that a spreadsheet skips before them.
    private static let beginnings = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"].map { Array($0.utf8) }
    /// Cell separators: countries with a decimal comma use semicolons.
    private static let separators = Array("\",;\t\n\r".utf8)
    private static let quote = UInt8(ascii: "\"")
    private static let apostrophe = UInt8(ascii: "'")
}
