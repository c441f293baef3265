/// Counts the actions dispatched from within one turn, and names the cycle if they do not stop.
@usableFromInline struct LoopWatch {
    /// The number of last actions in which a cycle is looked for.
    private static let trailLength = 64

    let limit: Int
    private var count = 0
    private var trail: [String] = []

    @usableFromInline init(limit: Int) { self.limit = limit }

    /// Whether work may still be done; only actions are counted.
    mutating func admits<State, Action>(_ work: StoreCore<State, Action>.Work) -> Bool {
        switch work {
        case .action(let action, _, _, _): note(actionName(action))
        case .conditionalAction: note("a decision")
        default: return true
        }
        return count <= limit
    }

    /// Counts an action, and keeps its name if it falls within the trail before the limit.
    private mutating func note(_ name: @autoclosure () -> String) {
        count += 1
        if count > limit - Self.trailLength, count <= limit { trail.append(name()) }
    }

    /// The cycle, reported once, at the first action past the limit: the shortest sequence that repeats at least three times at the end of
    /// the trail, or the whole trail if nothing repeats.
    var cycle: [String]? {
        guard count == limit + 1 else { return nil }
        for length in 1...max(1, trail.count / 3) where trail.count >= 3 * length {
            let last = trail.suffix(length)
            if trail.dropLast(length).suffix(length) == last && trail.dropLast(2 * length).suffix(length) == last { return Array(last) }
        }
        return trail
    }
}

/// An action's name down to its enum cases, such as `comments/edit`; the type's name for other values.
private func actionName(_ action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "\(type(of: action))" }
    guard let (label, payload) = mirror.children.first, let label else { return "\(action)" }
    return Mirror(reflecting: payload).displayStyle == .enum ? "\(label)/\(actionName(payload))" : label
}
