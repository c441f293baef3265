package import RewindReplay
package import RewindValue

extension HistoryQuestion: RenderedQuestion {
    package func table(columns: Int?) -> AnswerTable<Row> {
        AnswerTable(header: [RowStep.header("VALUE")]) { [place] in [$0.line(of: place)] }
    }
}

extension HistoryQuestion.Row {
    /// The step and the value; for a value that is too large to show, the changes that the step made in it, and for a text that is too
    /// long, its new part.
    package func line(of place: JSONPointer) -> Line {
        let line = ValueText.line(value, after: before)
        guard let value, value.array != nil || value.object != nil, PatchText.isLong(value, ValueText.limit),
            !step.isBefore, step.steps.count == 1, let inside = step.step?.patch?.inside(place)
        else { return step.line(line) }
        let texts = inside.operations.compactMap { operation in before?[operation.pointer]?.string.map { (operation.pointer, $0) } }
        return step.line(line + Line("  ") + PatchText(inside).summary(after: Dictionary(texts) { first, _ in first }))
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
        func below(_ place: JSONPointer) -> JSONPointer? {
            guard path.isPrefix(of: place), place.tokens.count > path.tokens.count else { return nil }
            return JSONPointer(tokens: Array(place.tokens.dropFirst(path.tokens.count)))
        }
        switch self {
        case .add(let place, let value): return below(place).map { .add($0, value) }
        case .remove(let place): return below(place).map { .remove($0) }
        case .replace(let place, let value): return below(place).map { .replace($0, value) }
        case .move(let from, let to):
            guard let from = below(from), let to = below(to) else { return nil }
            return .move(from: from, to: to)
        case .copy(let from, let to):
            guard let from = below(from), let to = below(to) else { return nil }
            return .copy(from: from, to: to)
        case .test: return nil
        }
    }
}
