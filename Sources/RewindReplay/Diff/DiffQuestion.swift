import RewindFormat
package import RewindValue

/// What differs between the states after two steps, or one part of them: `rewind diff`.
package struct DiffQuestion: Question {
    /// The steps after which the states are compared.
    package var from: Int, to: Int
    /// The part of the states.
    package var place: JSONPointer
    /// The store; `nil` for all stores.
    package var store: String?
    /// What a row shows of the difference.
    package var form: Form

    /// A question about one store, or about all of them.
    package init(from: Int, to: Int, at place: JSONPointer = .root, store: String?, as form: Form = .whole) {
        (self.from, self.to, self.place, self.store, self.form) = (from, to, place, store, form)
    }

    /// What a row shows of the difference.
    package enum Form: Sendable {
        case whole
        /// Only how much differs.
        case counts
        /// A patch, which is of one store: the question can't be answered if several changed.
        case patch
    }

    /// What differs in one store.
    package struct Row: AnswerRow {
        /// The steps after which the states are compared.
        package let from: Int, to: Int
        /// The part of the states.
        package let place: JSONPointer
        /// Whose states they are, in a recording of several stores.
        package fileprivate(set) var store: String?
        /// What differs in the part.
        package let diff: TreeDiff
        /// The patch of the whole state that leads from one to the other in that part.
        package let patch: JSONPatch
        private let form: Form

        /// Compares what two states hold at a place; where only one has something there, that was added or removed.
        ///
        /// - Throws: `PathNotFound` if neither has anything there.
        package init(
            from: Int, to: Int, at place: JSONPointer, of old: JSONValue, _ new: JSONValue, store: String? = nil, as form: Form = .whole
        ) throws(PathNotFound) {
            (self.from, self.to, self.place, self.store, self.form) = (from, to, place, store, form)
            switch (old[place], new[place]) {
            case (let old?, let new?): diff = TreeDiff(from: old, to: new)
            case (nil, let new?): diff = TreeDiff(.added(new))
            case (let old?, nil): diff = TreeDiff(.removed(old))
            case (nil, nil): throw PathNotFound(of: place, in: new, step: to, store: store)
            }
            patch = diff.patch.moved(below: place)
        }

        /// How much differs, by part of the state.
        package var counts: DiffCounts { DiffCounts(diff, at: place) }

        package var json: JSONValue {
            var object: JSONObject =
                form == .counts
                ? counts.json
                : [
                    "from": .number(JSONNumber(from)), "to": .number(JSONNumber(to)), "path": .string(place.description),
                    "differs": .bool(!diff.isEmpty), "patch": patch.json,
                ]
            object["store"] = store.map(JSONValue.string)
            return .object(object)
        }
    }

    /// A row for each store in which something differs; one of no store, if nothing differs.
    ///
    /// The answer is no if something differs, or if a store could not be compared.
    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        var conclusion = Conclusion()
        var rows: [Row] = []
        var failure: QuestionError?
        for store in try timeline.checked(store: store).map({ [$0] }) ?? timeline.storeNames {
            do throws(QuestionError) {
                rows.append(try self.row(of: store, in: timeline))
            } catch {
                switch error {
                case .unknown(let unknown) where self.store == nil: conclusion.remarks.append(.storeLeftOut(store, unknown))
                case .nothing where self.store == nil: break
                default: throw error
                }
                failure = failure ?? error
            }
        }
        let changed = rows.filter { !$0.diff.isEmpty }
        if form == .patch, changed.count > 1 { throw .severalStores(changed.compactMap { $0.store }, path: timeline.recording.path) }
        if !changed.isEmpty || !conclusion.remarks.isEmpty { conclusion.verdict = .no(nil) }
        for changed in changed where !row(changed) { break }
        if changed.isEmpty {
            guard var nothing = rows.first else { throw failure ?? .noStore(of: timeline.storeNames) }
            if rows.count > 1 { nothing.store = nil }
            _ = row(nothing)
        }
        return conclusion
    }

    private func row(of store: String, in timeline: Timeline) throws(QuestionError) -> Row {
        let states = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            (try timeline.state(at: from, store: store), try timeline.state(at: to, store: store))
        }
        switch states {
        case (.unknown(let unknown), _), (_, .unknown(let unknown)): throw .unknown(unknown)
        case (.known(let old), .known(let new)):
            do throws(PathNotFound) {
                return try Row(from: from, to: to, at: place, of: old, new, store: timeline.hasSeveralStores ? store : nil, as: form)
            } catch {
                throw .nothing(error)
            }
        }
    }
}

extension TreeDiff {
    fileprivate init(_ node: Node) {
        self.init(from: .null, to: .null)
        root = node
    }
}
