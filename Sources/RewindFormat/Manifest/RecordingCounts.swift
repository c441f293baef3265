package import RewindValue

/// What became of a recording's actions and states, in numbers.
public struct RecordingCounts: Sendable, Equatable {
    /// Recorded actions, including changes from outside.
    public var steps = 0
    /// Changes of state that no action made.
    package var external = 0
    /// Actions that never reached the reducer.
    package var swallowed = 0
    /// Lines about effects, beginnings and ends; 0 if no effects were recorded.
    package var effects = 0
    /// Reducers that threw.
    package var failed = 0
    /// Steps whose own state was dropped under load; their changes are in a later step's patch.
    public var merged = 0
    /// Steps whose own state the recorder's policy left out (`capture` in the manifest); their changes are in a later step's patch.
    public var sparse = 0
    /// Actions that a filter or a pause left out.
    public var omitted = 0
    /// Those of ``omitted`` that a pause left out.
    package var paused = 0
    /// Actions that could not be written, because the disk was full or refused.
    public var dropped = 0
    /// Actions or states that could not be encoded.
    public var unencodable = 0
    /// Members that this version does not know.
    package var unknown: JSONObject = [:]

    package init() {}
}
