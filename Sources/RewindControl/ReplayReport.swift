public import RewindCapture

/// The result of a replay.
public struct ReplayReport: Sendable, Equatable {
    /// Steps whose action went through the reducer again.
    public var reduced = 0
    /// Steps whose state was taken from the recording, because no action made it, or the action can't be recreated.
    public var restored: [Int] = []
    /// Why those actions can't be recreated.
    public var refused: [UnreplayableAction] = []
    /// The step before which ``ReplayableStore/resume(from:actions:store:)`` ended, because no action can make it and the state after it is
    /// unknown; `nil` if the replay reached the end.
    public var endedBefore: Int?
}
