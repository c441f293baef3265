import RewindFormat

/// Which steps of a session come before which, whatever the order of the answers: what no user, and no server, can make otherwise.
///
/// An *answer* is an action with a cause: an effect sent it. All others are the user's. These come before each other:
///
/// - the user's actions, in their order;
/// - the step that started an effect, and the effect's answers;
/// - the answers of one effect, in their order: of one cause, where the recording has no effects;
/// - an answer, and the next step that starts the same kind of effect: a store may cancel the one under way. Not if the recording has an
///   answer that came after such a step, so that both effects were under way at once.
/// - all, before and behind a change that no recorded action made.
struct CausalOrder: Sendable {
    /// The positions of the steps that come directly before each one, and directly behind it.
    private(set) var before: [[Int]]
    private(set) var behind: [[Int]]
    /// The position of each answer's cause, if that is in the session.
    private(set) var causes: [Int?]
    /// The positions of the answers.
    private(set) var answers: [Int] = []

    var count: Int { before.count }

    /// - Parameter allowsOverlap: whether an answer may come after a step that starts the same kind of effect again, in any case.
    init(of session: Candidate, allowsOverlap: Bool = false) {
        let parts = session.steps
        before = Array(repeating: [], count: parts.count)
        behind = before
        causes = Array(repeating: nil, count: parts.count)
        let positions = Dictionary(parts.enumerated().map { ($1.step.number, $0) }) { $1 }
        var users: [Int] = []
        var lastBarrier: Int?
        var lastOfEffect: [Effect: Int] = [:]
        for (position, part) in parts.enumerated() {
            add(lastBarrier, before: position)
            if part.change != nil {
                for other in (lastBarrier.map { $0 + 1 } ?? 0)..<position { add(other, before: position) }
                lastBarrier = position
                users.append(position)
                continue
            }
            guard let cause = part.step.cause, cause < part.step.number else {
                add(users.last, before: position)
                users.append(position)
                continue
            }
            answers.append(position)
            causes[position] = positions[cause]
            // A cause that is a step of another store has its place between the user's actions.
            add(positions[cause] ?? users.last { parts[$0].step.number < cause }, before: position)
            let effect = part.step.effect.map { Effect.number($0) } ?? .cause(cause)
            add(lastOfEffect.updateValue(position, forKey: effect), before: position)
        }
        if !allowsOverlap { keepApart(parts.map { $0.step.type }) }
    }

    private enum Effect: Hashable { case number(Int), cause(Int) }

    private mutating func add(_ first: Int?, before second: Int) {
        guard let first, first < second, !before[second].contains(first) else { return }
        before[second].append(first)
        behind[first].append(second)
    }

    /// Lets no answer come after a step that starts the same kind of effect again, unless the session has that.
    private mutating func keepApart(_ types: [String]) {
        let starts = Dictionary(grouping: types.indices) { types[$0] }
        func next(_ type: String, after position: Int) -> Int? {
            guard let those = starts[type] else { return nil }
            var (low, high) = (0, those.count)
            while low < high {
                let middle = (low + high) / 2
                if those[middle] > position { high = middle } else { low = middle + 1 }
            }
            return low < those.count ? those[low] : nil
        }
        var overlapping: Set<String> = []
        for answer in answers {
            guard let cause = causes[answer], let again = next(types[cause], after: cause), again < answer else { continue }
            overlapping.insert(types[cause])
        }
        var kept: Set<String> = []
        for answer in answers {
            guard let cause = causes[answer], !overlapping.contains(types[cause]) else { continue }
            if let again = next(types[cause], after: answer) { add(answer, before: again) }
            // Then the steps that start it come in their order, too.
            guard kept.insert(types[cause]).inserted, let those = starts[types[cause]] else { continue }
            for (first, second) in zip(those, those.dropFirst()) { add(first, before: second) }
        }
    }

    /// Whether an answer was caused by another one, or by what that caused.
    func isCaused(_ position: Int, by other: Int) -> Bool {
        var next = causes[position]
        while let cause = next, cause >= other {
            if cause == other { return true }
            next = causes[cause]
        }
        return false
    }

    /// Whether steps in this order keep to it; each of them at most once.
    func allows(_ order: [Int]) -> Bool {
        var places: [Int?] = Array(repeating: nil, count: count)
        for (place, position) in order.enumerated() {
            if places[position] != nil { return false }
            places[position] = place
        }
        for position in order {
            for first in before[position] {
                if let place = places[first], let own = places[position], place > own { return false }
            }
        }
        return true
    }
}
