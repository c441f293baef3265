import RewindReplay

/// The verbs that read a recording: the table that the prompts, the page and the commands are made of.
package enum Verbs {
    package static func visit(_ visitor: inout some VerbVisitor) {
        visitor.visit(ValueQuestion.self)
        visitor.visit(DiffQuestion.self)
        visitor.visit(BlameQuestion.self)
        visitor.visit(WhyQuestion.self)
        visitor.visit(HistoryQuestion.self)
        visitor.visit(FindQuestion.self)
        visitor.visit(LogQuestion.self)
        visitor.visit(StatsQuestion.self)
        visitor.visit(DuQuestion.self)
        visitor.visit(CrashQuestion.self)
        visitor.visit(WrongQuestion.self)
        visitor.visit(ShowQuestion.self)
        visitor.visit(InfoQuestion.self)
    }

    /// All verbs, whichever type their question has.
    package static let all: [AnyVerb] = {
        var list = List()
        visit(&list)
        return list.verbs
    }()

    private struct List: VerbVisitor {
        var verbs: [AnyVerb] = []

        mutating func visit<Asked: Verb>(_ verb: Asked.Type) { verbs.append(AnyVerb(verb)) }
    }
}
