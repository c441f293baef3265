import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

extension AskedRecordings {
    /// Judges each recording, prints the answer, and writes the findings where the options say, whatever they are.
    ///
    /// - Parameters:
    ///   - command: the command, as the findings name it.
    ///   - judge: judges a recording, and says what is wrong.
    ///   - show: prints the answer; throws as for a single recording.
    /// - Throws: what ends the command, unless every recording is as it should be.
    func judge<Judged>(
        for command: String, _ output: OutputOptions, _ report: ReportOptions,
        judging judge: (String) throws -> (answer: Judged, problems: [JudgedRecordings.Problem]),
        _ show: (Judged, AnswerOutput) throws -> Void
    ) throws {
        var judged = JudgedRecordings(of: command)
        // A single recording whose answer is no ends the command at once.
        let asking = Result {
            try ask(output) { path in
                do {
                    let (answer, problems) = try judge(path)
                    judged.add(.init(path, problems))
                    return answer
                } catch {
                    judged.add(.init(path, failure: "\(error)"))
                    throw error
                }
            } _: { answer, output in
                try show(answer, output)
            }
        }
        try report.write(judged)
        let outcome = try asking.get()
        try outcome?.throwFailures()
        if let outcome, outcome.no > 0 { throw ExitStatus.no }
    }
}

/// A question with the answer that it got.
struct AnsweredQuestion<Asked: RenderedQuestion>: RenderedQuestion {
    let question: Asked
    let rows: [Asked.Row]
    private let conclusion: Conclusion

    /// Asks a question.
    ///
    /// - Throws: the error that ends a command, if it can't be answered.
    init(_ question: Asked, in timeline: Timeline) throws {
        self.question = question
        do throws(QuestionError) { (rows, conclusion) = try question.answer(in: timeline) } catch { throw error.asCommandError }
    }

    func answer(in timeline: Timeline, row: (Asked.Row) -> Bool) throws(QuestionError) -> Conclusion {
        for found in rows where !row(found) { break }
        return conclusion
    }

    func table(_ drawing: Drawing) -> AnswerTable<Asked.Row> { question.table(drawing) }
}
