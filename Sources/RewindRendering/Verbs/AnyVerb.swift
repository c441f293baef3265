package import RewindFormat
package import RewindReplay
package import RewindValue

/// What is made of each verb.
///
/// A list of their types would need existentials, which the page's Embedded Swift does not have.
package protocol VerbVisitor {
    mutating func visit<Asked: Verb>(_ verb: Asked.Type)
}

/// A verb, whichever type its question has.
package struct AnyVerb: Sendable {
    package let declaration: VerbDeclaration
    private let ask: @Sendable (inout VerbArguments, Int, Indexing) throws(PromptError) -> AnyAnswer

    /// Prepares the index of paths of a recording.
    package typealias Indexing = @Sendable (Timeline) throws(RecordingError) -> Void

    init<Asked: Verb>(_ verb: Asked.Type) {
        declaration = Asked.declaration
        ask = { arguments, current, index throws(PromptError) in
            let question = try Asked(&arguments)
            let timeline = arguments.timeline
            try PromptError.wrappingRecordingErrors { () throws(RecordingError) in
                if try question.needsIndex(in: timeline) { try index(timeline) }
            }
            let (rows, conclusion) = try PromptError.asking { () throws(QuestionError) in try question.answer(in: timeline) }
            return AnyAnswer(question, rows, conclusion, at: current, showsAll: arguments.has("all"))
        }
    }

    /// Reads the arguments, and answers.
    ///
    /// - Parameters:
    ///   - current: the step that is marked as the current one.
    ///   - index: prepares the index of paths, if the question needs it.
    /// - Throws: ``PromptError`` if the arguments are not what the verb takes, or the recording can't be read.
    package func answer(_ arguments: inout VerbArguments, at current: Int, index: Indexing) throws(PromptError) -> AnyAnswer {
        try ask(&arguments, current, index)
    }
}

/// The answer to a question, whichever question it was.
package struct AnyAnswer: Sendable {
    package let conclusion: Conclusion
    private let draw: @Sendable (Drawing, Bool) -> [Line]
    private let rows: @Sendable () -> [JSONValue]
    private let besides: @Sendable (Timeline) throws(RecordingError) -> JSONObject

    package init<Asked: Verb>(_ question: Asked, _ rows: [Asked.Row], _ conclusion: Conclusion, at current: Int, showsAll: Bool = false) {
        self.conclusion = conclusion
        self.rows = { rows.map { $0.json } }
        besides = { timeline throws(RecordingError) in try question.members(for: rows, in: timeline) }
        draw = { drawing, withHeader in
            var drawing = drawing
            drawing.current = current
            if showsAll { drawing.showsAll = true }
            let table = question.table(drawing)
            return (withHeader ? table.header : []) + rows.flatMap(table.lines) + table.rest()
        }
    }

    package var json: [JSONValue] { rows() }

    /// The rows for people.
    package func lines(_ drawing: Drawing, withHeader: Bool = false) -> [Line] { draw(drawing, withHeader) }

    /// What the page gets beside the rows.
    package func members(in timeline: Timeline) throws(RecordingError) -> JSONObject { try besides(timeline) }
}
