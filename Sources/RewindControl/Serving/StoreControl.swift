package import RewindCapture
package import RewindFormat
import RewindOrigin
import RewindRedaction
import RewindReplay
import RewindValue

/// Answers requests on a store.
///
/// Callers run on the store's actor, and the store never leaves it.
package struct StoreControl<Store: LiveStore> where Store.State: Codable & Sendable {
    private let store: Store
    private let name: String
    private let decode: (ActionLine) throws -> Store.Action
    /// The form that clients see; `nil` if nothing is hidden.
    private let form: RecordedForm?
    private let reveals: Bool
    private let lastStep: @Sendable () -> Int
    private let lockChanged: @Sendable (Int?) -> Void
    private var replay: StoreReplay<Store>?

    /// - Parameters:
    ///   - name: the store's name in the recording.
    ///   - decode: recreates a recorded action.
    ///   - form: the form that clients see; `nil` if nothing is recorded, and then everything is shown.
    ///   - reveals: whether clients may ask for what the redactor removes.
    ///   - lastStep: the last step of the recording.
    ///   - lockChanged: called with the client that has locked the store.
    package init(
        _ store: Store, name: String, decode: @escaping (ActionLine) throws -> Store.Action, form: RecordedForm?, reveals: Bool,
        lastStep: @escaping @Sendable () -> Int, lockChanged: @escaping @Sendable (Int?) -> Void
    ) {
        (self.store, self.name, self.decode, self.form) = (store, name, decode, form)
        (self.reveals, self.lastStep, self.lockChanged) = (reveals, lastStep, lockChanged)
    }

    /// Answers requests until there are no more, or the task is cancelled; then unlocks the store.
    package mutating func serve(_ calls: AsyncStream<StoreCall>) async {
        for await call in calls {
            do throws(ControlError) {
                call.answer(.success(try await answer(call)))
            } catch {
                call.answer(.failure(error))
            }
        }
        if let replay { _ = try? end(replay, keep: false) }
    }

    private mutating func answer(_ call: StoreCall) async throws(ControlError) -> StoreCall.Answer {
        switch call.request {
        case .get(let request): return try get(request)
        case .set(let request):
            try refuseIfLocked()
            return try set(request)
        case .patch(let request):
            try refuseIfLocked()
            return try patch(request)
        case .dispatch(let request): return try dispatch(request)
        case .begin: return try await begin(for: call.client)
        case .show(let state, let keep):
            try replay(of: call.client).show(state, keep: keep)
            return Self.done
        case .reduce(let request):
            try replay(of: call.client).reduce(request.line, decode)
            return Self.done
        case .end(let keep): return try end(replay(of: call.client), keep: keep)
        case .leave:
            if let replay, replay.client == call.client { return try end(replay, keep: false) }
            return Self.done
        }
    }

    private static var done: StoreCall.Answer { { try JSONValue(encoding: Done()) } }

    // MARK: The state

    private func get(_ request: GetState) throws(ControlError) -> StoreCall.Answer {
        let form = try form(reveals: request.reveal)
        let (state, step, name) = (store.state, lastStep(), name)
        let pointer = try Self.pointer(request.path)
        return {
            let shown = try form.shown(state)
            guard let value = shown.value[pointer] else {
                throw ControlError(.noSuchPath, PathNotFound(of: pointer, in: shown.value, step: step).description)
            }
            let places = shown.pointers.filter { pointer.isPrefix(of: $0) }
                .map { JSONPointer(tokens: Array($0.tokens.dropFirst(pointer.tokens.count))).description }
            return try JSONValue(
                encoding: GetState.Answer(store: name, step: step, value: value, redacted: places.isEmpty ? nil : places))
        }
    }

    /// The form for one request; `nil` if nothing is hidden.
    private func form(reveals wanted: Bool?) throws(ControlError) -> RecordedForm? {
        guard wanted == true else { return form }
        guard reveals else { throw ControlError(.notRevealed, "the app does not show what redaction removes: it would have to allow it") }
        return nil
    }

    private static func pointer(_ path: String?) throws(ControlError) -> JSONPointer {
        do throws(JSONPointerError) {
            return try JSONPointer(parsing: path ?? "")
        } catch {
            throw ControlError(.invalidParameters, "\(error)")
        }
    }

    private func patch(_ request: PatchState) throws(ControlError) -> StoreCall.Answer {
        let step = lastStep()
        if let from = request.from, from != step {
            throw ControlError(
                .stale, "the app is at step \(step), and the patch leads from step \(from)", data: ["step": .number(JSONNumber(step))])
        }
        let patch: JSONPatch
        do throws(JSONPatchError) {
            patch = try JSONPatch(json: request.patch)
        } catch {
            throw ControlError(.invalidParameters, "\(error)")
        }
        var edit = StoreEdit(patch, site: Self.site(request.by))
        if request.keepsOwn == true { edit.placeholders = .ownValueKept }
        return try apply(edit, form)
    }

    /// Edits the shown form of the state.
    private func set(_ request: SetState) throws(ControlError) -> StoreCall.Answer {
        let (form, pointer) = (try form(reveals: request.reveal), try Self.pointer(request.path))
        let shown = try Self.encode(store.state, form)
        var edited = shown
        do {
            try JSONPatch([shown[pointer] == nil ? .add(pointer, request.value) : .replace(pointer, request.value)]).apply(to: &edited)
        } catch {
            let near = pointer.meant(in: shown)
            throw ControlError(.noSuchPath, "the state has no place for a value at \(request.path ?? "its root")\(near)")
        }
        return try apply(StoreEdit(from: shown, to: edited, site: Self.site(request.by)), form)
    }

    private func apply(_ edit: StoreEdit, _ form: RecordedForm?) throws(ControlError) -> StoreCall.Answer {
        let outcome: StoreEdit.Outcome
        do throws(StoreEditError) {
            outcome = try store.apply(edit, form: form)
        } catch {
            throw ControlError(error)
        }
        let lastStep = lastStep
        let hidden = outcome.hidden.map(\.description)
        return {
            try JSONValue(
                encoding: EditAnswer(
                    step: lastStep(), changed: !outcome.patch.operations.isEmpty, hidden: hidden.isEmpty ? nil : hidden))
        }
    }

    static func encode(_ state: Store.State, _ form: RecordedForm?) throws(ControlError) -> JSONValue {
        try form.shown(state).value
    }

    /// The editor's name for the recording, without anything long or confusing to a terminal.
    private static func site(_ editor: String?) -> String {
        let text = String(
            (editor ?? "rewind").unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }.prefix(100).map(Character.init))
        return text.isEmpty ? "rewind" : text
    }

    // MARK: Actions

    private func dispatch(_ request: DispatchAction) throws(ControlError) -> StoreCall.Answer {
        if let replay { replay.refused += 1 }
        try refuseIfLocked()
        if request.force != true { try refusePlaceholders(in: request.action) }
        let action: Store.Action
        do {
            action = try decode(ActionLine(step: 0, time: 0, type: request.type ?? "", action: request.action))
        } catch {
            let unknown = UnknownCase(in: request.action, of: Store.Action.self)
            throw ControlError(undecodable: error, unknown, what: "the action", form)
        }
        let after = lastStep()
        store.dispatch(remote: action)
        return { try JSONValue(encoding: DispatchAction.Answer(after: after)) }
    }

    /// Refuses an action that contains something that the recording shows in place of something else: the app would take it for a value.
    private func refusePlaceholders(in action: JSONValue) throws(ControlError) {
        guard let form else { return }
        var pair: (current: JSONValue, raw: JSONValue)?
        if !form.showsTexts {
            do {
                pair = try (form.value(of: store.state).value, JSONValue(revealing: store.state))
            } catch {
                pair = nil  // then nothing of the state was shown
            }
        }
        var hidden = HiddenValues(.ownValueKept, current: pair?.current, raw: pair?.raw ?? .null, form: form)
        do throws(StoreEditError) {
            _ = try hidden.resolved(action, current: nil, raw: nil, at: .root)
        } catch {
            throw ControlError(error)
        }
        guard let place = hidden.found.first else { return }
        let words = "the action has a placeholder for something that the recording hides at \(place), which the app would take for a value"
        throw ControlError(.placeholder, words, data: ["path": .string(place.description)])
    }

    // MARK: Replay

    private func refuseIfLocked() throws(ControlError) {
        if let replay {
            throw ControlError(
                .locked,
                "another client, number \(replay.client), has paused the store or replays a recording in it: it is free once that one resumes it or ends",
                data: ["client": .number(JSONNumber(replay.client))])
        }
    }

    private func replay(of client: Int) throws(ControlError) -> StoreReplay<Store> {
        guard let replay else { throw ControlError(.notLocked, "the store is not locked: send \(BeginReplay.name) first") }
        guard replay.client == client else {
            throw ControlError(.locked, "another client, number \(replay.client), has paused the store or replays a recording in it")
        }
        return replay
    }

    private mutating func begin(for client: Int) async throws(ControlError) -> StoreCall.Answer {
        try refuseIfLocked()
        let refused = store.refusedActions
        await store.lockForReplay()
        do throws(ControlError) {
            replay = try StoreReplay(store, client: client, form: form, refusedBefore: refused)
        } catch {
            store.unlockAfterReplay(site: "rewind connect")
            throw error
        }
        lockChanged(client)
        let step = lastStep()
        return { try JSONValue(encoding: BeginReplay.Answer(step: step)) }
    }

    private mutating func end(_ replay: StoreReplay<Store>, keep: Bool) throws(ControlError) -> StoreCall.Answer {
        let refused = try replay.end(keep: keep)
        self.replay = nil
        lockChanged(nil)
        return { try JSONValue(encoding: EndReplay.Answer(refused: refused)) }
    }
}

extension RecordedForm? {
    /// The form of a state that clients see; clients also see why a state can't be encoded.
    fileprivate func shown(_ state: some Encodable) throws(ControlError) -> (value: JSONValue, pointers: [JSONPointer]) {
        do {
            return try self?.value(of: state) ?? (JSONValue(encoding: state), [])
        } catch {
            throw ControlError(.failed, "the state can't be encoded: \(self?.text(of: error) ?? "\(error)")")
        }
    }
}

extension ControlError {
    /// Why an edit was refused.
    init(_ error: StoreEditError) {
        let code: Code =
            switch error.reason {
            case .notThere: .noSuchPath
            case .placeholder, .hiddenKey: .placeholder
            case .undecodable: .undecodable
            case .refused: .refused
            case .unencodable: .failed
            }
        self.init(code, "\(error)", data: ["path": .string(error.path.description), "problem": .string(error.message)])
    }

    /// Why an action can't be created, without quoting anything hidden, since a client receives it.
    ///
    /// - Parameter unknown: the case that the action may be meant to be.
    init(undecodable error: any Error, _ unknown: UnknownCase? = nil, what: String, _ form: RecordedForm?) {
        if let error = error as? UnreplayableAction {
            self.init(.undecodable, "\(what) can't be made: \(error.reason.text(in: form))")
            return
        }
        let problem = DecodingProblem(error)
        let hidesTexts = form?.showsTexts == false
        let words: String
        if let unknown, unknown.path == problem.path {
            words = ": " + unknown.words
        } else if hidesTexts {
            words = DecodingProblem.redactedReason(error)
        } else {
            words = ": " + (form?.text(problem.text, at: .appText) ?? problem.text)
        }
        // A path consists of keys that the app asked for.
        self.init(.undecodable, "\(what) does not decode\(words)", data: hidesTexts ? Optional.none : problem.data)
    }
}

extension UnreplayableAction.Reason {
    /// The reason, without anything that the recording hides.
    fileprivate func text(in form: RecordedForm?) -> String {
        guard case .undecodable(let error) = self, let form else { return words }
        let hidden = "the reason is not shown, because it may contain what the recording hides"
        let text = form.showsTexts ? form.text(error, at: .appText) : hidden
        return UnreplayableAction.Reason.undecodable(text).words
    }
}

extension UnknownCase {
    /// The case that was written, the one that may be meant, and the existing ones.
    fileprivate var words: String {
        let near = NearWord.all(to: name, among: cases)
        let meant = near.isEmpty ? ";" : "; did you mean \(near.joined(separator: " or "))?"
        let all = (cases.count == 1 ? "its only case is " : "its cases are ") + cases.joined(separator: ", ")
        return "\(type) has no case '\(name)'\(meant) \(all)"
    }
}
