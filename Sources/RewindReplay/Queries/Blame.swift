package import RewindValue

/// The steps that gave a part of a state its present value.
package struct Blame: Sendable, Equatable {
    /// The step whose state this is about.
    package var step: Int
    /// The store whose state it is.
    package var store: String
    /// The part that was asked about.
    package var place: JSONPointer
    /// Each child of the part with the step that set it; one line if the part has no children.
    package var lines: [Line]

    /// The last step that changed the part, if it is later than all of ``lines``: it removed something, or moved it within an array.
    package var remover: Step?

    /// A value, and the step that set it.
    package struct Line: Sendable, Equatable {
        /// The place of the value.
        package var place: JSONPointer
        /// The value.
        package var value: JSONValue
        /// The steps that may have set the value: one, unless states between are unknown.
        package var steps: ClosedRange<Int>
        /// Later steps between which the state is unknown and after which the value is the same again, the last ones first: one of them may have
        /// set it.
        package var unknown: [ClosedRange<Int>] = []
        /// The last of ``steps``; `nil` for the state before the first action, and if only the step's state is left in the recording.
        package var culprit: Step?
    }
}
