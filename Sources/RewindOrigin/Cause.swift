/// The step whose work sends an action, runs an effect or changes a state.
///
/// ```swift
/// let cause = Cause.current                            // on the task that the step started
/// queue.async { Cause.$current.withValue(cause) { store.send(.loaded) } }
/// ```
@frozen public struct Cause: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The step's number in the recording; -1 for an effect that no known step has started.
    public let step: Int
    /// The effect that does the step's work, by its number in the recording; 0 if none is recorded.
    @usableFromInline package let effect: Int

    /// The step of a number.
    @inlinable public init(step: Int) {
        self.step = step
        effect = 0
    }

    /// The step of a number.
    @inlinable public init(integerLiteral step: Int) { self.init(step: step) }

    /// The same step, by way of an effect that it started.
    package init(effect: Int, of cause: Cause?) {
        step = cause.map { $0.step } ?? -1
        self.effect = effect
    }

    /// The step whose work this task does: the cause of all that the task sends, unless the sender names another one.
    ///
    /// A recorder or a store sets it around reducers, effects and subscribers, and tasks inherit it. Set it yourself where work goes on
    /// outside a task, such as on a dispatch queue.
    @TaskLocal public static var current: Cause?

    /// The step, such as `step 64`.
    public var description: String { step < 0 ? "effect \(effect)" : "step \(step)" }
}
