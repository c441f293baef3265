import RewindFormat
import RewindReplay

/// The questions that words ask: the table that the commands and the prompts are made of.
package enum WordedQuestions {
    package static func visit(_ visitor: inout some QuestionVisitor) {
        visitor.visit(ValueQuestion.self)
        visitor.visit(DiffQuestion.self)
        visitor.visit(BlameQuestion.self)
        visitor.visit(HistoryQuestion.self)
        visitor.visit(FindQuestion.self)
        visitor.visit(LogQuestion.self)
        visitor.visit(StatsQuestion.self)
        visitor.visit(DuQuestion.self)
        visitor.visit(CrashQuestion.self)
    }
}

/// What is made of each question that words ask.
package protocol QuestionVisitor {
    mutating func visit<Asked: WordedQuestion>(_ question: Asked.Type)
}

/// A verb of a prompt that asks a question.
struct ReadingVerb: Sendable {
    let row: PromptRow
    let answer: @Sendable (inout AskedWords, Debugger) throws(Debugger.Problem) -> Debugger.Answer

    private init<Asked: WordedQuestion>(_ question: Asked.Type) {
        row = Asked.verb
        answer = { words, debugger throws(Debugger.Problem) in
            try words.takeOptions(of: Asked.verb)
            let question = try Asked(&words)
            try Debugger.Problem.reading { () throws(RecordingError) in
                if try question.needsIndex(in: debugger.timeline) { try debugger.index(debugger.timeline) }
            }
            let (rows, conclusion) = try Debugger.Problem.asking { () throws(QuestionError) in
                try question.answer(in: debugger.timeline)
            }
            if case .no(let reason?) = conclusion.verdict { throw Debugger.Problem(reason.sentence, conclusion.remarks) }
            return Debugger.Answer.asked(Reading(question, rows, at: debugger.position, showsAll: words.showsAll)).with(
                words.remarks + conclusion.remarks)
        }
    }

    static let all: [ReadingVerb] = {
        var list = List()
        WordedQuestions.visit(&list)
        return list.verbs
    }()

    private struct List: QuestionVisitor {
        var verbs: [ReadingVerb] = []

        mutating func visit<Asked: WordedQuestion>(_ question: Asked.Type) { verbs.append(ReadingVerb(question)) }
    }
}
