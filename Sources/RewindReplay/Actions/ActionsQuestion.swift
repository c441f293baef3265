package import RewindFormat
package import RewindValue

/// The types of actions, each with the last one that can be dispatched again: `actions` at the prompt of a running app.
package struct ActionsQuestion: Question {
    package var types: TypeGlob
    /// The store; by default all, and the types that the app declares.
    package var store: String?

    package init(_ types: TypeGlob, store: String? = nil) { (self.types, self.store) = (types, store) }

    /// The actions of one type in one store.
    package struct Row: AnswerRow {
        package let type: String
        /// The store, in a recording of several.
        package let store: String?
        /// How many of these actions can be dispatched again.
        package fileprivate(set) var count = 0
        /// The last of them.
        package fileprivate(set) var last: ActionLine?

        package var json: JSONValue {
            var object: JSONObject = ["type": .string(type), "count": .number(JSONNumber(count))]
            object["store"] = store.map(JSONValue.string)
            object["action"] = last?.action
            return .object(object)
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        let store = try timeline.checked(store: store)
        var rows: [String: Row] = [:]
        try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try timeline.forEachItem(in: timeline.steps) { item in
                guard case .step(let step) = item, let line = step.line, line.canBeDispatched, types.fits(line.type),
                    store == nil || line.store == store
                else { return }
                let key = line.type + "\n" + line.store
                var row = rows[key] ?? Row(type: line.type, store: timeline.hasSeveralStores ? line.store : nil)
                row.count += 1
                row.last = line
                rows[key] = row
            }
        }
        let known = store == nil ? ActionTemplate.types(in: timeline.recording.manifest).filter { types.fits($0) } : []
        let seen = Set(rows.values.map { $0.type })
        let sorted = rows.values.sorted { ($0.type, $0.store ?? "") < ($1.type, $1.store ?? "") }
        for next in sorted + Set(known).subtracting(seen).sorted().map({ Row(type: $0, store: nil) }) where !row(next) { break }
        return Conclusion()
    }
}

extension ActionLine {
    /// Whether the app can be given the action again.
    fileprivate var canBeDispatched: Bool { action != nil && !isDumped && error == nil && type != ActionLine.external }
}

extension Timeline {
    /// The last action of a type in each store that can be dispatched again; reads backwards, in a recording of one store up to that action.
    package func lastActions(ofType type: String) throws(RecordingError) -> [ActionLine] {
        var found: [ActionLine] = []
        for position in (0..<segmentCount).reversed() {
            for step in try segment(at: position).steps.reversed()
            where step.type == type && !found.contains(where: { $0.store == step.store }) {
                if let line = step.line, line.canBeDispatched { found.append(line) }
            }
            if !found.isEmpty, !hasSeveralStores { break }
        }
        return found.sorted { $0.store < $1.store }
    }
}
