import RewindCapture
import RewindFormat
import RewindValue

/// A state as it was at its step, whatever happens to the app's own afterwards.
///
/// A class, so that the code that handles it on the dispatching thread need not be generic: across modules that would cost more than the
/// rest.
final class KeptState<State: Encodable & Sendable>: Sendable {
    /// The state, if it can be kept as it is.
    ///
    /// Otherwise `nil`: the recorder does not keep alive what the state refers to.
    private let state: State?
    /// The state's encoding, or why it has none, if the state may change in place.
    private let frozen: Frozen?

    /// A class, so that it takes one word in every state, whatever the state's type.
    private final class Frozen: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }

        enum Content: Sendable {
            /// What the references led to was encoded at the step, since it may change in place.
            case state(FrozenState)
            /// The references led to something that could not be encoded, for this reason.
            case unencodable(String)
        }
    }

    /// Keeps a state that may wait; O(1).
    init(_ state: State) {
        self.state = state
        frozen = nil
    }

    /// Keeps a state with references, at the cost of encoding the parts that hold them; call it on the thread that may change the
    /// referenced objects.
    init(freezing state: State, form: RecordedForm) {
        self.state = nil
        do {
            frozen = Frozen(.state(try FrozenState(state, for: form)))
        } catch {
            frozen = Frozen(.unencodable(form.words(of: error)))
        }
    }

    /// Keeps no state.
    ///
    /// - Parameter reason: why not.
    init(nothingFor reason: String) {
        state = nil
        frozen = Frozen(.unencodable(reason))
    }

    /// Whether it is the state itself that is kept.
    var isValue: Bool { frozen == nil }

    /// Whether a state that was kept as it is certainly is the same.
    func isSame(_ present: State, by bits: ValueBits) -> Bool { frozen == nil && bits.areSame(some: state, present) }

    /// The state's content, in a form that other states can be compared with.
    private func content() throws -> FrozenState {
        switch frozen?.content {
        case .state(let frozen): return frozen
        case .unencodable(let reason): throw Unencodable(description: reason)
        case nil:
            guard let state else { throw Unencodable(description: "the state was not kept") }
            return FrozenState(keeping: state)
        }
    }

    /// The state as it is recorded, and the places of what is not.
    func value(in form: RecordedForm) throws -> (JSONValue, [JSONPointer]) {
        let recorded = if let state { try form.value(of: state) } else { try form.value(of: content()) }
        try recorded.value.checkNesting()
        return (recorded.value, recorded.pointers)
    }

    /// The patch to a later state as it is recorded, and the places of what is not.
    func changes(to new: KeptState, in form: RecordedForm, _ straight: StateBytes) throws -> (JSONPatch, [JSONPointer]) {
        let changes =
            if let state, let newState = new.state {
                try straight.changes(from: state, to: newState)
            } else {
                try form.changes(from: content(), to: new.content())
            }
        try changes.0.checkNesting()
        return changes
    }

    /// Appends what it encodes to; `false`, and nothing appended, if that has to go the way of ``value(in:)``.
    func appendKeyframe(by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        guard let state else { return false }
        return straight.appendKeyframe(of: state, to: &bytes)
    }

    /// Appends the patch to a later state; `false`, and nothing appended, if that has to go the way of ``changes(to:in:_:)``.
    func appendPatch(to new: KeptState, by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        guard let state, let newState = new.state else { return false }
        return straight.appendPatch(from: state, to: newState, to: &bytes)
    }

    /// Whether a later state encodes alike, at the cost of what differs.
    func encodesLike(_ new: KeptState) -> Bool {
        if let state, let newState = new.state { return (try? RewindCapture.changes(from: state, to: newState))?.isEmpty == true }
        if case .unencodable = frozen?.content, case .unencodable = new.frozen?.content { return true }
        guard let old = try? content(), let new = try? new.content() else { return false }
        return old.encodesLike(new)
    }
}

/// Why a state could not be kept, in words that may be recorded.
private struct Unencodable: Error, CustomStringConvertible {
    let description: String
}
