import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Remarks on several recordings, each of which is said once.
final class GatheredRemarks {
    private var remarks: [(remark: Remark, path: String?, count: Int)] = []

    func add(_ more: [Remark], of path: String?) {
        for remark in more {
            if let index = remarks.firstIndex(where: { $0.remark.isAlike(remark) }) {
                remarks[index].count += 1
            } else {
                remarks.append((remark, path, 1))
            }
        }
    }

    /// Says each remark with the first recording that it is about, and how many others; not which states are unknown, since that makes none
    /// of the recordings wrong.
    func say(total: Int) {
        for (remark, path, count) in remarks {
            if case .unknown = remark { continue }
            Diagnostics.$subject.withValue(path) {
                Diagnostics.say(remark.sentence + (count > 1 ? " (as in \(count - 1) more of \(total) recordings)" : ""))
            }
        }
    }
}

extension Remark {
    /// Whether two recordings have the same wrong with them, whatever their states have in its place.
    fileprivate func isAlike(_ other: Remark) -> Bool {
        switch (self, other) {
        case (.invariantAsksFor(_, let name), .invariantAsksFor(_, let otherName)),
            (.noCondition(_, let name, _), .noCondition(_, let otherName, _)):
            name == otherName
        default: sentence == other.sentence
        }
    }
}

/// Writes the answer to a question: rows to standard output, and remarks to standard error.
struct AnswerOutput {
    let options: OutputOptions
    /// The recording's name, printed in front of each row if several are asked.
    var name: String?
    /// The width of the column for that name.
    var width = 0
    /// Where the recording is, in each row's JSON.
    var place: RecordingPlace?
    /// Takes the remarks, if something else is printed in place of the rows.
    var gathered: GatheredRemarks?

    /// Asks a recording, and prints the answer.
    ///
    /// - Parameters:
    ///   - table: how the rows are drawn, if not as usual.
    ///   - activity: a word for the work, shown if nothing is printed before the end.
    ///   - each: gets each row as it is printed.
    /// - Throws: `NegativeAnswer` or `ExitStatus` if the answer is no; the error if the question can't be answered.
    func print<Asked: RenderedQuestion>(
        answerTo question: Asked, in timeline: Timeline, as table: AnswerTable<Asked.Row>? = nil, during activity: String? = nil,
        each: (Asked.Row) -> Void = { _ in }
    ) throws {
        let table = table ?? question.table(Drawing(of: timeline, columns: options.console.columns))
        let console = options.console
        var isFirst = true
        var plain = PlainRows()
        func writePlain() {
            console.print(rows: plain.bytes)
            plain.removeAll()
        }
        func show(_ lines: [Line]) { if table.isList { lines.forEach(print) } else { console.print(lines) } }
        func show(_ row: Asked.Row) {
            each(row)
            if gathered != nil { return }
            if options.json { return print(json: row.json) }
            if isFirst, name == nil { table.header.forEach(console.printRow) }
            isFirst = false
            if console.isPlain, name == nil, table.plain(row, &plain) {
                if plain.bytes.count >= PlainRows.fullCount { writePlain() }
                return
            }
            writePlain()
            show(table.lines(row))
        }
        let conclusion: Conclusion
        do throws(QuestionError) {
            if let activity {
                let (rows, end) = try Activity.during(activity) { () throws(QuestionError) in try question.answer(in: timeline) }
                for row in rows { show(row) }
                conclusion = end
            } else {
                conclusion = try question.answer(in: timeline) { row in
                    show(row)
                    return true
                }
            }
        } catch {
            throw error.asCommandError
        }
        if let gathered {
            gathered.add(conclusion.remarks, of: name)
            return try Self.end(with: Conclusion(conclusion.verdict))
        }
        writePlain()
        show(table.rest())
        try Self.end(with: conclusion)
    }

    /// Prints the remarks of an answer, and throws what ends a command whose answer is no.
    static func end(with conclusion: Conclusion) throws {
        Diagnostics.say(conclusion.remarks)
        switch conclusion.verdict {
        case .yes: break
        case .no(let reason?): throw NegativeAnswer(description: reason.sentence)
        case .no(nil): throw ExitStatus.no
        case .mistaken: throw ExitStatus.usage
        }
    }

    private func print(_ line: Line) { options.console.printRow(line.labelled(name, width: width)) }

    private func print(json value: JSONValue) {
        guard let place = place ?? name.map({ RecordingPlace(path: $0) }), case .object(let members) = value else {
            return options.console.print(json: value)
        }
        var object = place.members
        for (key, value) in members { object[key] = value }
        options.console.print(json: .object(object))
    }
}
