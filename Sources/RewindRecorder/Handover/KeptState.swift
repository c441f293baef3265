import RewindFormat
import RewindValue

/// A state as it was at its step, whatever happens to the app's own afterwards.
///
/// A class, so that what handles it on the dispatching thread need not be generic: in a module of its own that would cost more than the rest.
final class KeptState<State: Encodable & Sendable>: Sendable {
    private let state: State
    /// What it was, where it has references; `nil` where it is a value all through.
    private let frozen: Frozen?

    /// A class, and so one word in every state, whatever the state's type.
    private final class Frozen: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }

        enum Content: Sendable {
            /// What the references led to was encoded at the step, without secrets, since it may change in place.
            case snapshot(ValueSnapshot<State>)
            /// The references led to something that could not be encoded, for this reason.
            case unencodable(String)
        }
    }

    /// Keeps a state that is a value all through: O(1), and it asks the runtime for nothing.
    required init(_ state: State) {
        self.state = state
        frozen = nil
    }

    /// Keeps a state with references, at the cost of encoding what holds them; call it on the thread that may change what they lead to.
    init(freezing state: State, redactor: Redactor) {
        self.state = state
        do {
            frozen = Frozen(.snapshot(try redactor.snapshot(of: state)))
        } catch {
            frozen = Frozen(.unencodable(redactor.redact(error: error)))
        }
    }

    /// Whether a state that is a value all through certainly is the same.
    func isSame(_ present: State, by bits: ValueBits) -> Bool { frozen == nil && bits.areSame(state, present) }

    /// What it encodes to, without secrets.
    func redacted(by redactor: Redactor) throws -> RedactedValue {
        let redacted =
            switch frozen?.content {
            case nil: try redactor.redact(encoding: state)
            case .snapshot(let snapshot): try redactor.redact(snapshot)
            case .unencodable(let reason): throw Unencodable(description: reason)
            }
        try redacted.value.checkNesting()
        return redacted
    }

    /// The patch to a later state, without secrets, and where these were.
    func changes(to new: KeptState, by redactor: Redactor) throws -> (JSONPatch, [JSONPointer]) {
        let changes =
            switch (frozen?.content, new.frozen?.content) {
            case (.snapshot(let old), .snapshot(let new)): try redactor.changes(from: old, to: new)
            case (_, .unencodable(let reason)), (.unencodable(let reason), _): throw Unencodable(description: reason)
            case (nil, _), (_, nil): try redactor.changes(from: state, to: new.state)
            }
        try changes.0.checkNesting()
        return changes
    }

    /// Appends what it encodes to; `false`, and nothing appended, if that has to go the way of ``redacted(by:)``.
    func appendKeyframe(by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        frozen == nil && straight.appendKeyframe(of: state, to: &bytes)
    }

    /// Appends the patch to a later state; `false`, and nothing appended, if that has to go the way of ``changes(to:by:)``.
    func appendPatch(to new: KeptState, by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        frozen == nil && new.frozen == nil && straight.appendPatch(from: state, to: new.state, to: &bytes)
    }

    /// Whether a later state encodes alike, at the cost of what differs.
    func encodesLike(_ new: KeptState) -> Bool {
        switch (frozen?.content, new.frozen?.content) {
        case (.snapshot(let old), .snapshot(let new)): (try? RewindValue.changes(from: old, to: new))?.isEmpty == true
        case (.unencodable, .unencodable): true
        case (.unencodable, _), (_, .unencodable): false
        case (nil, _), (_, nil): (try? RewindValue.changes(from: state, to: new.state))?.isEmpty == true
        }
    }
}

/// Why a state could not be kept, in words that were redacted already.
private struct Unencodable: Error, CustomStringConvertible {
    let description: String
}
