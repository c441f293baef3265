/// Counts what is dispatched from within one turn, and names the cycle when that does not end.
@usableFromInline struct LoopWatch {
    /// How many of the last actions are looked at for a cycle.
    private static let trailLength = 64

    let limit: Int
    private var count = 0
    private var trail: [String] = []

    @usableFromInline init(limit: Int) { self.limit = limit }

    /// Whether an action may still be reduced; the cycle, once, at the first one that may not.
    mutating func admits<State, Action>(_ work: StoreCore<State, Action>.Work) -> (isAdmitted: Bool, cycle: [String]?) {
        let name: String
        switch work {
        case .action(let action, _, _, _): name = count < limit - Self.trailLength ? "" : actionName(action)
        case .decision: name = "a decision"
        default: return (true, nil)
        }
        count += 1
        if count <= limit - Self.trailLength { return (true, nil) }
        if count <= limit {
            trail.append(name)
            return (true, nil)
        }
        return (false, count == limit + 1 ? Self.cycle(of: trail) : nil)
    }

    /// The shortest piece that the end of a trail repeats at least three times; all of the trail where there is none.
    static func cycle(of trail: [String]) -> [String] {
        for length in 1...max(1, trail.count / 3) where trail.count >= 3 * length {
            let last = trail.suffix(length)
            if trail.dropLast(length).suffix(length) == last && trail.dropLast(2 * length).suffix(length) == last { return Array(last) }
        }
        return trail
    }
}

/// An action's name as far as cases go, such as `comments/edit`; the type's name for other values.
private func actionName(_ action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    guard let (label, payload) = mirror.children.first, let label else { return "\(action)" }
    return Mirror(reflecting: payload).displayStyle == .enum ? "\(label)/\(actionName(payload))" : label
}
