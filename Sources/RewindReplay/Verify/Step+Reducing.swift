package import RewindFormat
package import RewindValue

extension Step {
    /// Whether the action can be made again.
    package var isReducible: Bool {
        guard let line, line.type != ActionLine.external else { return false }
        return line.action != nil && !line.isDumped
    }

    /// Whether the recorded process ended in this step's reducer.
    package var isUnderWayInReducer: Bool { if case .underWay(.reducer) = outcome { true } else { false } }
}

extension Timeline {
    /// The state left by a reducer that threw, and the step that has it; `nil` if the reducer did not throw, or had changed nothing by
    /// then.
    package func change(leftBy step: Step) throws(RecordingError) -> (step: Int, state: JSONValue)? {
        guard case .failed = step.outcome else { return nil }
        // Steps of other stores may have come between.
        for number in (step.number + 1)..<(step.number + 64) {
            guard let next = try? self.step(at: number), next.store == step.store else { continue }
            guard next.type == ActionLine.external, next.cause == step.number,
                case .known(let state) = try self.state(at: number, store: step.store)
            else { return nil }
            return (number, state)
        }
        return nil
    }
}
