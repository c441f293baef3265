package import RewindFormat
package import RewindValue

extension Timeline {
    /// The only store that can have what some expressions read; the first store, if none can.
    ///
    /// - Parameter name: the store that was named.
    /// - Throws: ``QuestionError`` if several stores can, if there is no such store, or if the state's type does not encode what is read.
    package func oneStore(toAsk expressions: [Predicate], named name: String?) throws(QuestionError) -> String {
        let name = try checked(store: name)
        let (asked, each) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let asked = try storesToSearch(for: expressions, named: name)
            for expression in expressions { try refuseUnrecorded(in: expression, of: asked) }
            var each: [SearchedStores] = []
            if asked.isNowhere { for expression in expressions { each.append(try storesToSearch(for: [expression])) } }
            return (asked, each)
        }
        if asked.names.count == 1, !asked.isNowhere || expressions.count < 2 { return asked.names[0] }
        if !asked.isNowhere { throw .severalStores(asked.names, path: recording.path) }
        // If no store has it at all, it is missing for another reason.
        if each.contains(where: { $0.isNowhere }) { return asked.names[0] }
        throw .noStore(of: storeNames)
    }

    /// A store's name, if the store exists.
    package func checked(store name: String?) throws(QuestionError) -> String? {
        let stores = recording.manifest.stores.map { $0.name }
        if let name, !stores.contains(name) { throw .noSuchStore(name, stores, path: recording.path) }
        return name
    }

    /// The last step whose state is known: a step that crashed has no state.
    package func lastKnownStep(of store: String) throws(RecordingError) -> Int {
        let end = steps.upperBound
        if knowsAllStates(of: store) { return end }
        guard case .unknown(let unknown) = try state(at: end, store: store) else { return end }
        return unknown.nearest.map { max($0, steps.lowerBound) } ?? end
    }

    /// The step whose state answers for a step; if the process ended in the step, that is the step before it, whose state the reducer was given.
    package func stepWithState(at number: Int) throws(RecordingError) -> (step: Int, unfinished: Remark?) {
        guard case .underWay? = try step(at: number)?.outcome else { return (number, nil) }
        return (max(steps.lowerBound, number - 1), .unfinished(step: number))
    }

    /// A remark that no state has anything at a place, and how far the place leads in the last state.
    package func nowhere(_ place: JSONPointer, store: String, unknown: UnknownSteps) throws(RecordingError) -> Remark {
        let last = try lastKnownState(at: steps.upperBound, store: store)
        let missing = last.map { PathNotFound(of: place, in: $0.state, step: $0.step, store: hasSeveralStores ? store : nil) }
        return .nowhere(place, inKnownStates: unknown.count > 0, missing)
    }
}
