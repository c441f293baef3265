import RewindCapture
import RewindValue

/// An edit while it's applied: the app's state, its recorded form now, and the form that the editor was shown, side by side.
///
/// Each operation is applied to all three, so that paths into the shown form lead to the same place in the other two.
struct EditSession {
    /// The app's state, with hidden keys replaced as in the recording.
    private(set) var raw: JSONValue
    /// Its recorded form; `nil` if that is the same.
    private(set) var current: JSONValue?
    /// The form that the editor was shown; `nil` while it equals what would be shown now.
    private(set) var shown: JSONValue?
    private(set) var outcome = StoreEdit.Outcome(patch: JSONPatch(), overruled: [])
    /// The recorded form; `nil` if nothing is hidden.
    private let form: RecordedForm?
    private var hidden: HiddenValues

    init(_ edit: StoreEdit, raw: JSONValue, current: JSONValue?, form: RecordedForm?) {
        self.form = form
        hidden = HiddenValues(edit.placeholders, current: current, raw: raw, form: form)
        self.raw = hidden.shown(raw)
        self.current = current
        shown = edit.shown == current ?? raw ? nil : edit.shown
    }

    /// The app's state.
    var edited: JSONValue { hidden.own(raw) }

    mutating func apply(_ operation: JSONPatch.Operation) throws(StoreEditError) {
        switch operation {
        case .test(let pointer, let value):
            guard let found = (shown ?? current ?? raw)[pointer], found.passesTest(for: value) else {
                throw StoreEditError(.refused, at: pointer, "has another value than the patch tests for")
            }
        case .remove(let pointer):
            guard !pointer.tokens.isEmpty else { throw StoreEditError(.refused, at: pointer, "can't be removed, only replaced") }
            if let place = try place(of: pointer, isNew: false) {
                note(place, at: pointer)
                try change(.remove(place.pointer), at: pointer)
            }
            try changeShown(.remove(pointer), at: pointer)
        case .replace(let pointer, let value):
            guard let place = try place(of: pointer, isNew: false) else { throw gone(pointer) }
            try put(value, place, at: pointer, replaces: true)
            try changeShown(operation, at: pointer)
        case .add(let pointer, let value):
            guard let place = try place(of: pointer, isNew: true) else { throw gone(pointer) }
            try put(value, place, at: pointer, replaces: place.replaces)
            try changeShown(operation, at: pointer)
        case .move(let from, let to), .copy(let from, let to):
            guard let source = try place(of: from, isNew: false) else { throw gone(from) }
            if source.raw != source.current, from.tokens.dropLast() != to.tokens.dropLast() || source.isMember {
                throw StoreEditError(
                    .placeholder, at: from, "holds something that the recording hides, so it can only be moved within its array")
            }
            if case .move = operation {
                if from == to { return }
                if from.isPrefix(of: to) { throw StoreEditError(.refused, at: from, "can't be moved into itself") }
                try change(.remove(source.pointer), at: from, isNoted: false)
            }
            let wasShown = shown?[from] ?? source.current
            if case .move = operation { try changeShown(.remove(from), at: from) }
            guard let target = try place(of: to, isNew: true) else { throw gone(to) }
            try insert(raw: source.raw, current: source.current, target.pointer, at: to)
            try changeShown(.add(to, wasShown), at: to)
            if case .move = operation {
                outcome.patch.operations.append(.move(from: source.pointer, to: target.pointer))
            } else {
                outcome.patch.operations.append(.copy(from: source.pointer, to: target.pointer))
            }
        }
    }

    /// Why the edited state does not decode, without quoting anything hidden, since files and clients receive it.
    ///
    /// If the recorded form fails to decode at the same place, its error is used, which knows nothing hidden. Where texts are hidden,
    /// not even that is used: the words may be the app's own, and come from elsewhere than the state.
    func refusal<State: Decodable>(of error: any Error, decoding type: State.Type) -> StoreEditError {
        var refusal = StoreEditError(decoding: error)
        guard let current, let form else { return refusal }
        refusal.path = shown(refusal.path, of: current)
        if !form.showsTexts {
            refusal.message = "does not decode" + DecodingProblem.redactedReason(error)
            return refusal
        }
        do {
            _ = try current.decode(type)
        } catch {
            let shownRefusal = StoreEditError(decoding: error)
            if shown(shownRefusal.path, of: current) == refusal.path { return shownRefusal }
        }
        refusal.message = "does not decode: \(form.text(of: error))"
        return refusal
    }

    /// The shown part of a path.
    private func shown(_ path: JSONPointer, of current: JSONValue) -> JSONPointer {
        var (value, tokens) = (current, [String]())
        for token in path.tokens {
            guard let next = value[JSONPointer(tokens: [token])] else { break }
            (value, tokens) = (next, tokens + [token])
        }
        return JSONPointer(tokens: tokens)
    }

    // MARK: Changes

    /// Sets a new value at a place, with the app's own values wherever the new value repeats what was shown.
    private mutating func put(_ value: JSONValue, _ place: EditPlace, at pointer: JSONPointer, replaces: Bool) throws(StoreEditError) {
        if replaces {
            if value == place.current { return }
            note(place, at: pointer)
        }
        let before = replaces ? place : nil
        let own = try hidden.resolved(value, current: before?.current, raw: before?.raw, at: pointer)
        outcome.hidden = hidden.found
        if replaces, own == place.raw { return }
        outcome.patch.operations.append(replaces ? .replace(place.pointer, value) : .add(place.pointer, value))
        if replaces {
            try change(.replace(place.pointer, own), current: .replace(place.pointer, value), at: pointer)
        } else {
            try insert(raw: own, current: value, place.pointer, at: pointer)
        }
    }

    private mutating func insert(raw: JSONValue, current: JSONValue, _ place: JSONPointer, at pointer: JSONPointer) throws(StoreEditError) {
        try change(.add(place, raw), current: .add(place, current), at: pointer)
    }

    private mutating func change(_ operation: JSONPatch.Operation, at pointer: JSONPointer, isNoted: Bool = true) throws(StoreEditError) {
        try change(operation, current: operation, at: pointer)
        if isNoted { outcome.patch.operations.append(operation) }
    }

    private mutating func change(
        _ operation: JSONPatch.Operation, current other: JSONPatch.Operation, at pointer: JSONPointer
    ) throws(StoreEditError) {
        do throws(JSONPatchError) {
            try JSONPatch([operation]).apply(to: &raw)
            if var value = current.take() {
                try JSONPatch([other]).apply(to: &value)
                current = value
            }
        } catch {
            throw StoreEditError(.refused, at: pointer, error.reason)
        }
    }

    private mutating func changeShown(_ operation: JSONPatch.Operation, at pointer: JSONPointer) throws(StoreEditError) {
        guard var value = shown.take() else { return }
        do throws(JSONPatchError) {
            try JSONPatch([operation]).apply(to: &value)
        } catch {
            throw StoreEditError(.refused, at: pointer, error.reason)
        }
        shown = value
    }

    // MARK: Places

    /// Where a path into the shown form leads now; `nil` if what was shown there is gone.
    private func place(of pointer: JSONPointer, isNew: Bool) throws(StoreEditError) -> EditPlace? {
        var walk = EditWalk(shown: shown, current: current, raw: raw, hidden: hidden)
        for (depth, token) in pointer.tokens.enumerated() {
            let isLast = depth == pointer.tokens.count - 1
            if let place = try walk.enter(token, insertsInto: isNew && isLast, at: JSONPointer(tokens: Array(pointer.tokens[...depth]))) {
                return place
            }
            if walk.isGone { return nil }
        }
        return walk.place
    }

    private func gone(_ pointer: JSONPointer) -> StoreEditError {
        let wasThere = (shown ?? current ?? raw)[pointer] != nil
        return StoreEditError(.notThere, at: pointer, wasThere ? "is not there any more" : "there is nothing in the state")
    }

    /// Notes what the app had changed since the state was shown.
    private mutating func note(_ place: EditPlace, at pointer: JSONPointer) {
        if let shown = place.shown, shown != place.current { outcome.overruled.append(place.pointer) }
    }
}
