import RewindFormat
package import RewindReplay
import RewindValue

extension ValueQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "print", "print the state here, a part of it (.cart.items[0]), or the value of an expression", aliases: ["p"],
        [
            Parameter("value", .expression, "The part of the state, or an expression."),
            Parameter("expr", .expression, isWord: false, "An expression, of which each result is a row, also where it is a path."),
            Parameter("step", .step, isWord: false, "After which step."), .store,
        ], details: VerbDeclaration.places)

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        let timeline = arguments.timeline
        let here = try arguments.step() ?? arguments.here ?? timeline.steps.upperBound
        let (place, written) = try arguments.pathOrExpression("value")
        let expression = try arguments.expression("expr") ?? written
        var store = arguments.store
        // A step that was named is asked as it is, as by 'rewind show'.
        if arguments.text("step") != nil {
            self.init(here, at: place, expression, store: store)
            return
        }
        let (step, unfinished) = try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.stepWithState(at: here)
        }
        if expression == nil, store == nil {
            store = try PromptError.wrappingRecordingErrors { () throws(RecordingError) in try timeline.storeElsewhere(with: place, step) }
            if let store { arguments.remarks.append(.store(store, others: [])) }
        }
        if let unfinished { arguments.remarks.append(unfinished) }
        self.init(step, at: place, expression, store: store)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { row in
            ValueLines.lines(
                row.value, whole: drawing.whole, touchedBy: drawing.whole == nil ? nil : patch(of: row, in: drawing.timeline),
                below: row.place ?? .root)
        }
    }

    /// What the step changed in the state that a row is a part of.
    private func patch(of row: Row, in timeline: Timeline) -> JSONPatch? {
        guard row.place != nil, let step = (try? timeline.step(at: row.step)) ?? nil else { return nil }
        return store == nil || store == step.store ? step.patch : nil
    }
}

extension Timeline {
    /// The only store that has a value at a place, if that of the step has none; `nil` if several have one.
    fileprivate func storeElsewhere(with path: JSONPointer, _ step: Int) throws(RecordingError) -> String? {
        func hasValue(_ name: String) throws(RecordingError) -> Bool {
            if case .known(let state) = try state(at: step, store: name) { state[path] != nil } else { false }
        }
        guard hasSeveralStores, try !hasValue(ownStore(at: step)) else { return nil }
        var able: [String] = []
        for name in storeNames where try hasValue(name) { able.append(name) }
        return able.count == 1 ? able[0] : nil
    }
}
