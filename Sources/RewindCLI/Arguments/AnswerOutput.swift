import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Writes the answer to a question: rows to standard output, and remarks to standard error.
struct AnswerOutput {
    let options: OutputOptions
    /// The recording's name, printed in front of each row if several are asked.
    var name: String?
    /// The width of the column for that name.
    var width = 0

    /// Asks a recording, and prints the answer.
    ///
    /// - Parameters:
    ///   - table: how the rows are drawn, if not as usual.
    ///   - activity: a word for the work, shown if nothing is printed before the end.
    /// - Throws: `NegativeAnswer` or `ExitStatus` if the answer is no; the error if the question can't be answered.
    func print<Asked: RenderedQuestion>(
        answerTo question: Asked, in timeline: Timeline, as table: AnswerTable<Asked.Row>? = nil, during activity: String? = nil
    ) throws {
        let table = table ?? question.table(columns: options.console.columns)
        var isFirst = true
        func show(_ row: Asked.Row) {
            if options.json { return print(json: row.json) }
            if isFirst { table.header.forEach(options.console.printRow) }
            isFirst = false
            let lines = table.lines(row)
            if table.isList { lines.forEach(print) } else { options.console.print(lines) }
        }
        let conclusion: Conclusion
        do throws(QuestionError) {
            if let activity {
                let (rows, end) = try Activity.during(activity) { () throws(QuestionError) in try question.answer(in: timeline) }
                rows.forEach(show)
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
        guard let name, case .object(let members) = value else { return options.console.print(json: value) }
        var object: JSONObject = ["recording": .string(name)]
        for (key, value) in members { object[key] = value }
        options.console.print(json: .object(object))
    }
}
