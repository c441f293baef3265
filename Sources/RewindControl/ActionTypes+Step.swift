public import RewindCapture
public import RewindReplay

extension ActionTypes {
    /// Makes the app's action of a recorded step.
    ///
    /// ```swift
    /// if let step = try timeline.step(at: 120) { state = reduce(state, try ActionTypes<ShopAction>.itself.decode(step)) }
    /// ```
    ///
    /// - Throws: `UnreplayableAction`, with the reason why the action can't be made again.
    public func decode(_ step: Step) throws(UnreplayableAction) -> Action {
        guard let line = step.line else { throw UnreplayableAction(step: step.number, type: step.type, reason: .notRecorded) }
        return try decode(line)
    }
}
