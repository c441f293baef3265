package import RewindFormat
package import RewindReplay
import RewindValue

extension HistoryQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "history", "show every value that a part of the state had: since which step, when, and by which action", [.path, .steps, .store],
        details: """
            A path is a place, not a thing: inserting an element into an array moves those after it to other paths. Behind an object or an \
            array that is too long for its row stands what the step changed in it. Of a range of steps, the first row is called "before N" \
            ("before": true in JSON) where step N found the value as it is. For an expression, such as a count, use 'rewind watch'. The \
            exit status is 1 if no state has anything at the path.
            """, examples: ["Fixtures/ordinary.rewind .search.query", "Fixtures/crash.rewind .comments.selection --json"])

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let place = try arguments.path()
        self.init(of: place, in: try arguments.steps(), store: try arguments.store(with: place))
    }

    package func needsIndex(in timeline: Timeline) throws(RecordingError) -> Bool {
        try timeline.changesFew(of: [place], store: store, in: steps)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(header: [RowStep.header("VALUE")]) { [place] in [$0.line(of: place)] }
    }
}

extension HistoryQuestion.Row {
    /// The step and the value; for a value that is too large to show, the changes that the step made in it, and for a text that is too
    /// long, its new part.
    func line(of place: JSONPointer) -> Line {
        let line = ValueText.line(value, after: before)
        guard let value, value.array != nil || value.object != nil, PatchText.isLong(value, ValueText.limit),
            !step.isBefore, step.steps.count == 1, let inside = step.step?.patch?.inside(place)
        else { return step.line(line) }
        var texts: [JSONPointer: String] = [:]
        for operation in inside.operations { texts[operation.pointer] = before?[operation.pointer]?.string }
        return step.line(line + Line("  ") + PatchText(inside).summary(after: texts))
    }
}

extension JSONPatch {
    /// The operations of the patch on parts of the value at a path, relative to that value; `nil` if the patch sets the whole value, or
    /// moves something into or out of it.
    fileprivate func inside(_ path: JSONPointer) -> JSONPatch? {
        let reaching = operations.filter { operation in operation.changed.contains { path.isPrefix(of: $0) || $0.isPrefix(of: path) } }
        let inside = reaching.compactMap { $0.inside(path) }
        return inside.isEmpty || inside.count < reaching.count ? nil : JSONPatch(inside)
    }
}

extension JSONPatch.Operation {
    /// The operation with its pointers relative to a path; `nil` if they are not all below it.
    fileprivate func inside(_ path: JSONPointer) -> JSONPatch.Operation? {
        func isBelow(_ place: JSONPointer) -> Bool { path.isPrefix(of: place) && place.tokens.count > path.tokens.count }
        let areBelow =
            switch self {
            case .add, .remove, .replace: isBelow(pointer)
            case .move(let from, let to), .copy(let from, let to): isBelow(from) && isBelow(to)
            case .test: false
            }
        return areBelow ? moved(above: path) : nil
    }
}
