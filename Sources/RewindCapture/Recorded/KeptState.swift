import RewindFormat
package import RewindValue

/// A state as it was at its step, whatever happens to the app's own afterwards.
///
/// A state without references is kept as it is, which takes O(1), whatever its size. So is one whose references do not reach what it encodes
/// to (an observation registrar, a cache), once values of its types have shown this. A reference that does reach the encoding, a class
/// instance or an existential, is encoded at the step, because it may have changed by the time someone looks; the parts beside it are kept
/// as they are. ``ValueBits/learn(from:)`` says which of the two it is.
///
/// A class, so that the code that handles it on the dispatching thread need not be generic: across modules that would cost more than the
/// rest.
package final class KeptState<State: Encodable> {
    /// The state, if it can be kept as it is.
    ///
    /// Otherwise `nil`: what the state refers to is not kept alive.
    private let state: State?
    /// The state's encoding, or why it has none, if the state may change in place.
    private let frozen: Frozen?

    /// Keeps a state that may wait; O(1).
    package init(_ state: State) {
        self.state = state
        frozen = nil
    }

    /// Keeps a state with references, at the cost of encoding the parts that hold them; call it on the thread that may change the
    /// referenced objects.
    package init(freezing state: State, form: RecordedForm) {
        self.state = nil
        do {
            let log = EncodingLog(form)
            frozen = Frozen(.part(try EncodedPart.snapshot(ofOutermost: state, at: CodingPath(log)), hidden: log.hidden))
        } catch {
            frozen = Frozen(.unencodable(form.text(of: error)))
        }
    }

    /// Keeps no state.
    ///
    /// - Parameter reason: why not.
    package init(nothingFor reason: String) {
        state = nil
        frozen = Frozen(.unencodable(reason))
    }

    /// Whether it is the state itself that is kept.
    package var isValue: Bool { frozen == nil }

    /// Whether a state that was kept as it is certainly is the same.
    package func isSame(_ present: State, by bits: ValueBits) -> Bool { frozen == nil && bits.areSame(some: state, present) }

    /// The first stored property, and its type, by which a later state has other bits; `nil` if that can't be said.
    package func differingPart(of present: KeptState) -> (path: String, type: String)? {
        guard let state, let present = present.state else { return nil }
        return withUnsafePointer(to: state) { state in
            withUnsafePointer(to: present) {
                DifferingPart.find(in: State.self, UnsafeRawPointer(state), UnsafeRawPointer($0))
            }
        }
    }

    /// The state's content, in a form that other states can be compared with, and the places of what no recording has.
    private func content() throws -> (part: EncodedPart, hidden: [HiddenPlace]) {
        switch frozen?.content {
        case .part(let part, let hidden): return (part, hidden)
        case .unencodable(let reason): throw Unencodable(description: reason)
        case nil:
            guard let state else { throw Unencodable(description: "the state was not kept") }
            return (.typed(ValueBox(state)), [])
        }
    }

    /// The state as it is recorded, and the places of what is not.
    package func value(in form: RecordedForm) throws -> (JSONValue, [JSONPointer]) {
        let recorded: (value: JSONValue, pointers: [JSONPointer])
        if let state {
            recorded = try form.value(of: state)
        } else {
            let content = try content()
            recorded = try form.recorded(besides: content.hidden) { try content.part.value(at: $0) }
        }
        try recorded.value.checkNesting()
        return recorded
    }

    /// The patch to a later state as it is recorded, and the places of what is not.
    package func changes(to new: KeptState, in form: RecordedForm, _ straight: StateBytes) throws -> (JSONPatch, [JSONPointer]) {
        let changes: (JSONPatch, [JSONPointer])
        if let state, let newState = new.state {
            changes = try straight.changes(from: state, to: newState)
        } else {
            let (old, new) = (try content(), try new.content())
            changes = try form.recordedPatch(besides: new.hidden) { try patch(from: old.part, to: new.part, at: $0) }
        }
        try changes.0.checkNesting()
        return changes
    }

    /// Appends what it encodes to; `false`, and nothing appended, if that has to go the way of ``value(in:)``.
    package func appendKeyframe(by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        guard let state else { return false }
        return straight.appendKeyframe(of: state, to: &bytes)
    }

    /// Appends the patch to a later state; `false`, and nothing appended, if that has to go the way of ``changes(to:in:_:)``.
    package func appendPatch(to new: KeptState, by straight: StateBytes, to bytes: inout [UInt8]) -> Bool {
        guard let state, let newState = new.state else { return false }
        return straight.appendPatch(from: state, to: newState, to: &bytes)
    }

    /// Whether a later state encodes alike, at the cost of what differs.
    package func encodesLike(_ new: KeptState) -> Bool {
        if let state, let newState = new.state { return (try? RewindCapture.changes(from: state, to: newState))?.isEmpty == true }
        if case .unencodable = frozen?.content, case .unencodable = new.frozen?.content { return true }
        guard let old = try? content(), let new = try? new.content() else { return false }
        return (try? patch(from: old.part, to: new.part, at: CodingPath()))?.isEmpty == true
    }

    private func patch(from old: EncodedPart, to new: EncodedPart, at root: CodingPath) throws -> JSONPatch {
        let found = PatchOperations()
        try Differ(output: found).compare(old, new, at: root)
        return JSONPatch(found.operations)
    }
}

extension KeptState: Sendable where State: Sendable {}

/// What is kept of a state with references; a class, so that it takes one word in every ``KeptState``, whatever the state's type.
///
/// `@unchecked Sendable`: containers are filled by an `encode(to:)` that returned before this was made, and are only read from then on; the
/// values with types in it are parts of a state that is `Sendable` where the kept state is.
private final class Frozen: @unchecked Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }

    enum Content {
        /// What the references led to was encoded at the step, since it may change in place; `hidden` are the places of what no recording
        /// has.
        case part(EncodedPart, hidden: [HiddenPlace])
        /// The references led to something that could not be encoded, for this reason.
        case unencodable(String)
    }
}

/// Why a state could not be kept, in words that may be recorded.
private struct Unencodable: Error, CustomStringConvertible {
    let description: String
}
