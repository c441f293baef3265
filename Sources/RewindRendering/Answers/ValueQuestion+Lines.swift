import RewindFormat
package import RewindReplay
import RewindValue

extension ValueQuestion: WordedQuestion {
    package static let verb = PromptRow(
        "print [EXPR]", "print the state here, a part of it (.cart.items[0]), or the value of an expression", aliases: ["p"],
        takes: .expression, details: Debugger.Command.places)

    package init(_ words: inout AskedWords) throws(Debugger.Problem) {
        let (timeline, here) = (words.timeline, words.here ?? words.timeline.steps.upperBound)
        let place = try words.placeIfAny()
        let (step, unfinished) = try Debugger.Problem.reading { () throws(RecordingError) in try timeline.stepWithState(at: here) }
        var store = words.store
        if let place, store == nil {
            store = try Debugger.Problem.reading { () throws(RecordingError) in try timeline.storeElsewhere(with: place, step) }
            if let store { words.remarks.append(.store(store, others: [])) }
        }
        if let unfinished { words.remarks.append(unfinished) }
        self.init(step, at: place ?? .root, place == nil ? try words.predicate() : nil, store: store)
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
