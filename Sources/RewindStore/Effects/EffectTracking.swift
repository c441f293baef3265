package import RewindOrigin

/// An effect that a store starts, as a middleware that tracks effects sees it.
package struct EffectStart<Action: Sendable>: Sendable {
    /// The action whose reduction returned the effect; `nil` for a thunk.
    package let action: Action?
    /// The step of that action.
    package let cause: Cause?
    /// Where the effect was made.
    package let site: CallSite
}

/// An effect that a middleware tracks.
package struct TrackedEffect: Sendable {
    /// The cause of what the effect sends.
    package let cause: Cause?
    /// Called when the effect's work has ended, on the thread on which it did.
    package let end: @Sendable (_ error: (any Error)?, _ isCancelled: Bool) -> Void

    package init(cause: Cause?, end: @escaping @Sendable (_ error: (any Error)?, _ isCancelled: Bool) -> Void) {
        (self.cause, self.end) = (cause, end)
    }
}

/// An error of an effect's work that has become an action already.
struct RecoveredError: Error {
    let error: any Error
}
