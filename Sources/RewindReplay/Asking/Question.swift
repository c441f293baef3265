package import RewindValue

/// A question about a recording: its properties are the parameters, and the answer is rows and a conclusion.
///
/// A front end turns its input into a question, and the rows into its output; it needs to know nothing else about either.
package protocol Question: Sendable {
    associatedtype Row: AnswerRow

    /// Asks a recording.
    ///
    /// - Parameter row: takes each row as it is found, in order, and returns whether to continue.
    /// - Throws: ``QuestionError`` if the question can't be answered.
    func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion
}

extension Question {
    package func answer(in timeline: Timeline) throws(QuestionError) -> (rows: [Row], conclusion: Conclusion) {
        var rows: [Row] = []
        let conclusion = try answer(in: timeline) { row in
            rows.append(row)
            return true
        }
        return (rows, conclusion)
    }
}

package protocol AnswerRow: Sendable {
    /// The part as JSON, as `--json` prints it.
    var json: JSONValue { get }
}

/// The conclusion of an answer, besides its rows.
package struct Conclusion: Sendable {
    package var remarks: [Remark] = []
    /// Whether the answer is yes or no, if the question is of that kind.
    package var verdict = Verdict.yes

    package init(remarks: [Remark] = [], _ verdict: Verdict = .yes) { (self.remarks, self.verdict) = (remarks, verdict) }

    package enum Verdict: Sendable {
        case yes
        /// The rows say why; without rows, the remark does.
        case no(Remark?)
        /// The question asks for something that can't exist, most likely because of a typing error.
        case mistaken
    }
}
