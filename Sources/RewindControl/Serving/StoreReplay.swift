import RewindCapture
import RewindFormat
import RewindOrigin
import RewindReplay
import RewindValue

/// A store that one client has locked, and the state that it had before.
///
/// A hidden value is shown as the app's own value if the app has one, since only the app's user sees that screen.
final class StoreReplay<Store: LiveStore> where Store.State: Codable & Sendable {
    private let store: Store
    let client: Int
    private let forms: StateForms<Store.State>
    private let refusedBefore: Int
    /// Actions of clients that were refused.
    var refused = 0
    /// The state when the store was locked, and in its recorded form.
    private let original: Store.State
    private let shownOriginal: JSONValue
    /// The shown state, in its recorded form; `nil` until a state is shown.
    private var shown: JSONValue?
    /// Whether actions were reduced since.
    private var hasReduced = false

    init(_ store: Store, client: Int, form: RecordedForm?, refusedBefore: Int) throws(ControlError) {
        (self.store, self.client, self.refusedBefore) = (store, client, refusedBefore)
        original = store.state
        forms = StateForms(form)
        shownOriginal = try StoreControl<Store>.encode(original, form)
    }

    /// Makes the store show a state.
    ///
    /// - Parameter keep: whether the app is to continue from it, so that it must have the hidden values.
    func show(_ state: JSONValue, keep: Bool = false) throws(ControlError) {
        if keep { _ = try edited(to: state, keep: true) }
        store.replaceState(try edited(to: state, keep: false))
        (shown, hasReduced) = (state, false)
    }

    /// - Parameter keep: whether the app continues from it; otherwise it gets its own state back afterwards, and nothing of that can be
    ///   lost.
    private func edited(to state: JSONValue, keep: Bool) throws(ControlError) -> Store.State {
        var edit = StoreEdit(from: shownOriginal, to: state, site: "rewind")
        edit.placeholders = keep ? .ownValueRequired : .ownValueKept
        edit.replacesUnrecorded = !keep
        edit.dropsUnknown = true  // what is shown may be of another version of the app
        do throws(StoreEditError) {
            return try edit.applied(to: original, knowing: forms).0
        } catch {
            throw ControlError(error)
        }
    }

    /// Makes the store reduce the action of a recorded line, without its effects.
    func reduce(_ line: JSONValue, _ decode: (ActionLine) throws -> Store.Action) throws(ControlError) {
        guard let object = line.object, let line = ActionLine(json: object) else {
            throw ControlError(.invalidParameters, "the line is not that of an action: it has no step, time and type")
        }
        let action: Store.Action
        do {
            action = try decode(line)
        } catch {
            throw ControlError(undecodable: error, what: "the action of step \(line.step), \(line.type),", forms.form)
        }
        store.replay(action, of: Step(number: line.step, store: line.store, line: line, outcome: .lost))
        hasReduced = true
    }

    /// Unlocks the store; returns how many actions were refused meanwhile.
    ///
    /// - Parameter keep: whether the app continues from the shown state. Then a change from outside is recorded, once.
    /// - Throws: if the app lacks a hidden value that was shown, so that a placeholder would get into it; the store stays locked.
    func end(keep: Bool) throws(ControlError) -> Int {
        if keep, let shown {
            let kept = try edited(to: shown, keep: true)
            if !hasReduced { store.replaceState(kept) }
        } else if !keep {
            store.replaceState(original)
        }
        let refused = refused + store.refusedActions - refusedBefore
        // The recorder sees no replay. It records a kept state before the store takes what its effects have sent meanwhile.
        if keep { store.replaceState(site: "rewind connect") { $0 } }
        store.unlockAfterReplay(site: "rewind connect")
        return refused
    }
}
