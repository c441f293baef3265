public import RewindCapture

/// What a replay did.
public struct ReplayReport: Sendable, Equatable {
    /// Steps whose action went through the reducer again.
    public var reduced = 0
    /// Steps whose state was taken from the recording, because no action made it, or the action can't be made again.
    public var restored: [Int] = []
    /// Why those actions can't be made again.
    public var refused: [UnreplayableAction] = []
    /// The step before which ``ReplayableStore/resume(from:actions:store:)`` ended, because no action can make it and the state after it is unknown;
    /// `nil` if it came to the end.
    public var endedBefore: Int?
}
