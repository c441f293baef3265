public import RewindValue

/// The steps that gave a part of a state its present value.
public struct Blame: Sendable, Equatable {
    /// The step whose state this is about.
    public var step: Int
    /// The store whose state it is.
    public var store: String
    /// The part that was asked about.
    public var place: JSONPointer
    /// Each child of the part with the step that set it; one line if the part has no children.
    public var lines: [Line]

    /// The last step that changed the part, if it is later than all of ``lines``: it removed something, or moved it within an array.
    public var remover: Step?

    /// A value, and the step that set it.
    public struct Line: Sendable, Equatable {
        /// The place of the value.
        public var place: JSONPointer
        /// The value.
        public var value: JSONValue
        /// The steps that may have set the value: one, unless states between are unknown.
        public var steps: ClosedRange<Int>
        /// Later steps between which the state is unknown and after which the value is the same again, the last ones first: one of them may have
        /// set it.
        public var unknown: [ClosedRange<Int>] = []
        /// The last of ``steps``; `nil` for the state before the first action, and if only the step's state is left in the recording.
        public var culprit: Step?
    }
}
