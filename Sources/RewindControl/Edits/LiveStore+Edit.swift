package import RewindCapture
import RewindOrigin
import RewindValue
import Synchronization

extension LiveStore where State: Codable & Sendable {
    /// Applies an edit to the store's real state, and records it once, as a change from outside.
    ///
    /// Call it on the store's actor, if it has one. Costs about as much as encoding and decoding the whole state.
    ///
    /// - Parameters:
    ///   - edit: the change.
    ///   - form: the form in which the state was shown; `nil` if nothing was hidden in it.
    /// - Returns: what was changed. The store is not called if nothing was.
    /// - Throws: why the edit is refused, with the path; the state is then unchanged.
    @discardableResult
    package func apply(_ edit: StoreEdit, form: RecordedForm? = nil) throws(StoreEditError) -> StoreEdit.Outcome {
        try apply(edit, knowing: StateForms(form))
    }

    /// The same for a sequence of edits: each later one costs only what changed since the one before.
    ///
    /// - Parameter forms: the encoded forms of the state from earlier edits.
    package func apply(_ edit: StoreEdit, knowing forms: StateForms<State>) throws(StoreEditError) -> StoreEdit.Outcome {
        let answer = Answer()
        replaceState(site: CallSite(edit.site)) { state in
            do throws(StoreEditError) {
                let (edited, outcome) = try edit.applied(to: state, knowing: forms)
                answer.result.withLock { $0 = .success(outcome) }
                return outcome.patch.isEmpty ? nil : edited
            } catch {
                answer.result.withLock { $0 = .failure(error) }
                return nil
            }
        }
        guard let result = answer.result.withLock({ $0 }) else {
            throw StoreEditError(.refused, at: .root, "the store did not take the edit: replaceState(site:_:) did not call its function")
        }
        return try result.get()
    }
}

/// The result of an edit, on its way out of the store's actor.
private final class Answer: Sendable {
    let result = Mutex<Result<StoreEdit.Outcome, StoreEditError>?>(nil)
}

extension StoreEdit {
    /// The edited state, and its changes.
    func applied<State: Codable & Sendable>(
        to state: State, knowing forms: StateForms<State>
    ) throws(StoreEditError) -> (State, Outcome) {
        let raw: JSONValue
        let current: JSONValue?
        do {
            let both = try forms.forms(of: state)
            (raw, current) = (both.raw, both.current)
        } catch {
            throw StoreEditError(.unencodable, at: .root, "can't be encoded: \(forms.text(of: error))")
        }
        var session = EditSession(self, raw: raw, current: current, form: forms.form)
        for operation in patch.operations { try session.apply(operation) }
        if session.outcome.patch.isEmpty { return (state, session.outcome) }
        let meant = session.edited
        let edited: State
        let keeping = FieldPreservation(sharesInstances: !replacesUnrecorded)
        do {
            edited = try meant.decode(State.self, preserving: state, encodedAs: raw, keeping)
        } catch {
            throw session.refusal(of: error, decoding: State.self)
        }
        if !replacesUnrecorded, let loss = keeping.losses.first { throw StoreEditError(.refused, at: loss.place, loss.words) }
        // A decoder ignores unknown members, so only the decoded state shows what was taken.
        let taken: JSONValue
        do {
            taken = try forms.forms(of: edited).raw
        } catch {
            throw StoreEditError(.unencodable, at: .root, "can't be encoded with the edit: \(forms.text(of: error))")
        }
        if taken == meant { return (edited, session.outcome) }
        if !dropsUnknown, let path = MemberTree.stranger(in: meant, before: MemberTree(raw), after: MemberTree(taken)) {
            let near = path.meant(in: current ?? raw)
            throw StoreEditError(.notThere, at: path, "the app's state has no such member\(near)")
        }
        if !replacesUnrecorded, (try? JSONValue(revealing: meant.decode(State.self))) == meant {
            let place = TreeDiff(from: meant, to: taken).patch.operations.first?.pointer ?? .root
            throw StoreEditError(.refused, at: place, "is made from properties that are not recorded, and would be another with these")
        }
        return taken == raw ? (state, Outcome()) : (edited, session.outcome)
    }
}
