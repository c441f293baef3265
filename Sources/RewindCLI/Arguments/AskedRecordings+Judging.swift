import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay

extension AskedRecordings {
    /// Judges each recording, prints the answer, and writes the findings where the options say, whatever they are.
    ///
    /// Of several recordings, for people, only what is wrong is printed, unless all is asked for.
    ///
    /// - Parameters:
    ///   - command: the command, as the findings name it.
    ///   - rules: how many rules each recording is judged by; `nil` if by none.
    ///   - isWrong: what is said of a recording with which something is wrong, and of several.
    ///   - judge: judges a recording and prints the answer, as for a single recording; adds what is wrong to its last argument. In JSON, each
    ///     row has the recording's place, for a baseline.
    /// - Throws: what ends the command, unless every recording is as it should be.
    func judge(
        for command: String, rules: Int? = nil, isWrong: (one: String, several: String) = ("diverges", "diverge"), _ output: OutputOptions,
        _ report: ReportOptions,
        _ judge: (RecordingPlace, AnswerOutput, inout [JudgedRecordings.Problem]) throws -> Void
    ) throws {
        var judged = JudgedRecordings(of: command, isWrong: isWrong)
        let gathered = paths.count > 1 && !output.json && !report.all ? GatheredRemarks() : nil
        // A single recording whose answer is no ends the command at once.
        let asking = Result {
            try ask(output, opening: { $0 }) { path, output in
                var problems: [JudgedRecordings.Problem] = []
                let place = place(of: path)
                var output = output
                (output.place, output.gathered) = (place, gathered)
                do {
                    try judge(place, output, &problems)
                    judged.add(.init(path, problems))
                } catch let status as ExitStatus {
                    judged.add(.init(path, problems))
                    throw status
                } catch {
                    judged.add(.init(path, failure: "\(error)"))
                    throw error
                }
            }
        }
        try report.write(judged)
        let outcome = try asking.get()
        gathered?.say(total: paths.count)
        let failures = Result { try outcome?.throwFailures() }
        if paths.count > 1, !output.json {
            judged.summary(rules: rules, isListed: report.all).forEach(output.console.printRow)
        }
        try failures.get()
        if let outcome, outcome.no > 0 { throw ExitStatus.no }
    }
}
