import RewindCapture
import RewindValue

/// A state that is not `Encodable`, to be recorded as a dump of its parts by their labels.
///
/// ```swift
/// let seam = recorder.store(initialState: DumpedState(state))
/// let step = seam.willReduce(action, from: DumpedState(state))
/// state = reducer(state, action)
/// seam.didReduce(step, to: DumpedState(state))
/// ```
///
/// People can read such states, search and compare them; no app can begin in one. At most 2,000 parts of 24 levels are taken, texts up to 4 KiB; secrets are
/// taken out as elsewhere. A dump walks the whole state by `Mirror`, about a microsecond a part, wherever a state's bits are not those of the one before. An
/// `Encodable` struct of what matters, made from the state and handed to the same calls, costs less and says more.
public struct DumpedState<Base: Sendable>: Encodable, Sendable {
    /// The state itself.
    public var base: Base

    /// Wraps a state; O(1).
    public init(_ base: Base) { self.base = base }

    /// Encodes the dump.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws { try dumper.redact(dumping: base).value.encode(to: encoder) }
}

/// Hides what is ``RewindValue/Redacted``; whatever else is secret is taken out of what the recorder encodes, by its own rules.
private let dumper = Redactor(rules: RedactionRules(keys: [], shapes: []))

/// Whether a type of states is a dump, and of which one.
protocol DumpingState { static var dumpedType: Any.Type { get } }

extension DumpedState: DumpingState { static var dumpedType: Any.Type { Base.self } }
