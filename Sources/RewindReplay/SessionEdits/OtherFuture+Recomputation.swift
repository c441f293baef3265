import RewindFormat
import RewindValue

extension OtherFuture {
    /// Compares the states that other actions led to with those of the recorded ones, at each recorded step.
    ///
    /// After a step that is left out, the state is the one from before; added actions belong to the step before them.
    ///
    /// Costs a comparison of two states at each step after they part.
    package init(_ other: Recomputation, comparedWith recorded: Recomputation, edits: [String]) {
        var (one, two) = (recorded.initial, other.initial)
        var rest = other.steps[...]
        let own = Set(recorded.steps.map { $0.step.number })
        var waiting = Set(other.steps.map { $0.step.number })
        var isSame = one == two
        var (parts, meets): (Step?, Step?) = (nil, nil)
        /// Takes the next step of the other future.
        func advance() -> JSONPatch? {
            let next = rest.removeFirst()
            waiting.remove(next.step.number)
            try? next.patch?.apply(to: &two)
            return next.patch
        }
        while let first = rest.first, !own.contains(first.step.number) {
            if advance()?.isEmpty == false { isSame = false }
        }
        for result in recorded.steps {
            try? result.patch?.apply(to: &one)
            var patches: [JSONPatch?] = []
            while waiting.contains(result.step.number) { patches.append(advance()) }
            while let next = rest.first, !own.contains(next.step.number) { patches.append(advance()) }
            if patches.count != 1 || patches[0] != result.patch || !isSame { isSame = one == two }
            if !isSame {
                parts = parts ?? result.step
                meets = nil
            } else if parts != nil, meets == nil {
                meets = result.step
            }
        }
        while !rest.isEmpty { _ = advance() }
        let diff = TreeDiff(from: one, to: two)
        self.init(
            edits: edits, steps: other.steps.count, recordedSteps: recorded.steps.count, parts: parts,
            meets: diff.isEmpty ? meets : nil, end: other.crash, recordedEnd: recorded.crash, diff: diff)
    }
}

extension Recomputation {
    fileprivate var crash: OtherFuture.Crash? {
        guard case .crashed(let crash) = end, let last = steps.last else { return nil }
        return OtherFuture.Crash(last.step, crash)
    }
}
