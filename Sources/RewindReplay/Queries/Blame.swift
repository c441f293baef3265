public import RewindValue

/// Who made a part of a state what it is.
public struct Blame: Sendable, Equatable {
    /// The step after which the state is looked at.
    public var step: Int
    /// The part that was asked about.
    public var place: JSONPointer
    /// Each child of the part with the step that made it what it is; one line for a part without children.
    public var lines: [Line]

    /// A value, and who made it what it is.
    public struct Line: Sendable, Equatable {
        /// Where it is.
        public var place: JSONPointer
        /// What it is.
        public var value: JSONValue
        /// The steps that may have made it so: one, unless states between are not known.
        public var steps: ClosedRange<Int>
        /// The last of these steps; `nil` for the state before the first action, or where only the state is left of it.
        public var culprit: Step?
    }
}
