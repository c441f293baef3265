package import RewindCapture
import RewindValue
import Synchronization

/// A state in its two encoded forms, kept from one edit to the next, so that the next one costs only what changed.
///
/// Thread-safe.
package final class StateForms<State: Codable & Sendable>: Sendable {
    struct Forms: Sendable {
        /// Everything that the app has.
        var raw: JSONValue
        /// The recorded form, in the same memory if nothing is hidden; `nil` if nothing is ever hidden.
        var current: JSONValue?
        /// Whether the recorded form differs.
        var hides = false
    }

    private struct Known: Sendable {
        var state: State
        var forms: Forms
    }

    /// The recorded form; `nil` if nothing is hidden.
    let form: RecordedForm?
    private let known = Mutex<Known?>(nil)

    /// - Parameter form: the recorded form; `nil` if nothing is hidden.
    package init(_ form: RecordedForm?) { self.form = form }

    /// The forms of a state.
    ///
    /// - Throws: what its `encode(to:)` throws.
    func forms(of state: State) throws -> Forms {
        try known.withLock { known in
            let forms: Forms
            // A value with references may have changed although its bits are the same.
            if let known, ValueBits(of: State.self).isValue, let next = try? self.forms(of: state, after: known) {
                forms = next
            } else {
                forms = try encoded(state)
            }
            known = Known(state: state, forms: forms)
            return forms
        }
    }

    /// An error in words that may be shown.
    func text(of error: any Error) -> String { form?.text(of: error) ?? "\(error)" }

    /// Encodes a state before an edit needs it, since the first time costs as much as the whole state.
    package func prepare(for state: State) { _ = try? forms(of: state) }

    private func encoded(_ state: State) throws -> Forms {
        let raw = try JSONValue(revealing: state)
        guard let current = try form?.value(of: state).value else { return Forms(raw: raw) }
        // Two values that share their memory compare equal at once.
        return current == raw ? Forms(raw: raw, current: raw) : Forms(raw: raw, current: current, hides: true)
    }

    private func forms(of state: State, after known: Known) throws -> Forms {
        var forms = known.forms
        let changes = try changes(revealing: known.state, state)
        try changes.apply(to: &forms.raw)
        guard let form, var current = forms.current.take() else { return forms }
        let recorded = try form.changes(from: known.state, to: state).0
        if !forms.hides, recorded == changes {
            forms.current = forms.raw
        } else {
            try recorded.apply(to: &current)
            (forms.current, forms.hides) = (current, true)
        }
        return forms
    }
}
