import RewindFormat
import RewindValue

/// Pairs the steps of two recordings: those with the same action, in the order of both.
///
/// While the actions are the same, steps are paired as they come; a lost action may have been any action. Where the actions differ, the
/// next ``reach`` steps of both are aligned with the fewest insertions and removals (Myers, 1986, in the standard library's
/// `difference(from:)`). So an additional action, or one that moved, is one difference, and the steps after it are paired again, unless the
/// recordings are further apart than that. Of the remaining steps between two pairs, actions of the same type are paired; then steps at the
/// same position, if both recordings have the same number left, or lost some.
struct StepPairing {
    /// The step in each recording; `nil` if a recording has no such step.
    struct Pair: Equatable {
        var first: Int?
        var second: Int?
        /// The number of steps that the pair represents, if neither recording has anything of them.
        var count = 1
    }

    /// How many steps of each recording are searched for the point where they agree again.
    static let reach = 500

    /// The longest gap whose steps are taken one by one; a longer gap is taken at once, as a bundle may claim any number of steps.
    private static let shortGap = 16

    private let timelines: (first: Timeline, second: Timeline)
    private let shapes: PlaceholderMatching
    private var next: (first: Int, second: Int)
    /// Pairs found by looking ahead, in reverse order.
    private var planned: [Pair] = []

    /// Pairs the steps after the given one, which both recordings have or begin with.
    init(of first: Timeline, and second: Timeline, after step: Int, shapes: PlaceholderMatching) {
        timelines = (first, second)
        self.shapes = shapes
        next = (step + 1, step + 1)
    }

    private var ends: (first: Int, second: Int) { (timelines.first.steps.upperBound, timelines.second.steps.upperBound) }

    /// The next pair, in the order of both recordings; `nil` after the last step of both.
    mutating func nextPair() throws(RecordingError) -> Pair? {
        if planned.isEmpty { try plan() }
        let pair = planned.popLast()
        guard let pair else { return nil }
        if let step = pair.first { next.first = step + pair.count }
        if let step = pair.second { next.second = step + pair.count }
        return pair
    }

    private mutating func plan() throws(RecordingError) {
        guard next.first <= ends.first, next.second <= ends.second else {
            if next.first <= ends.first { planned = [Pair(first: next.first, count: try gap(from: next.first, in: timelines.first))] }
            if next.second <= ends.second { planned = [Pair(second: next.second, count: try gap(from: next.second, in: timelines.second))] }
            return
        }
        let gap = min(try gap(from: next.first, in: timelines.first), try gap(from: next.second, in: timelines.second))
        if gap > 1 {
            planned = [Pair(first: next.first, second: next.second, count: gap)]
            return
        }
        let sides = (try side(of: next.first, in: timelines.first), try side(of: next.second, in: timelines.second))
        let areAlike = sides.0.isLost || sides.1.isLost || sides.0.action == sides.1.action
        planned = areAlike ? [Pair(first: next.first, second: next.second)] : try aligned().reversed()
    }

    /// How many steps of a long gap follow from a step on; 1 for any other step.
    private func gap(from step: Int, in timeline: Timeline) throws(RecordingError) -> Int {
        guard case .gap(let gap, _)? = try timeline.noStep(at: step) else { return 1 }
        let rest = gap.upperBound - step + 1
        return rest > Self.shortGap ? rest : 1
    }

    // MARK: Looking ahead

    /// A step, and its keys for matching: hashes of its type, and of its type, store and action, without what is hidden.
    private struct Side {
        var step: Int
        var type = 0
        var action = 0
        var isLost = true
    }

    private func side(of number: Int, in timeline: Timeline) throws(RecordingError) -> Side {
        guard let step = try timeline.step(at: number), let action = step.action else { return Side(step: number) }
        let type: JSONValue = .string(step.type)
        return Side(
            step: number, type: shapes.shape(of: type), action: shapes.shape(of: [type, .string(step.store), action]), isLost: false)
    }

    /// The pairs of the next steps; if a recording continues after them, only those of the first half, since later steps decide the rest.
    private func aligned() throws(RecordingError) -> [Pair] {
        let first = try sides(from: next.first, in: timelines.first)
        let second = try sides(from: next.second, in: timelines.second)
        let pairs = Self.pairs(first[...], second[...], by: { $0.action }) {
            Self.pairs($0, $1, by: { $0.type }) { first, second in
                let areAtTheSamePlaces = first.count == second.count || (first + second).contains { $0.isLost }
                let common = areAtTheSamePlaces ? min(first.count, second.count) : 0
                return zip(first.prefix(common), second).map { Pair(first: $0.step, second: $1.step) }
                    + first.dropFirst(common).map { Pair(first: $0.step) } + second.dropFirst(common).map { Pair(second: $0.step) }
            }
        }
        if first.last?.step == ends.first, second.last?.step == ends.second { return pairs }
        let half = Self.reach / 2
        return Array(pairs.prefix { $0.first ?? 0 < next.first + half && $0.second ?? 0 < next.second + half })
    }

    private func sides(from step: Int, in timeline: Timeline) throws(RecordingError) -> [Side] {
        var sides: [Side] = []
        for number in step...min(step + Self.reach - 1, timeline.steps.upperBound) { sides.append(try side(of: number, in: timeline)) }
        return sides
    }

    /// The pairs of steps with the same key, in the order of both, and the pairs of the remaining steps between them.
    private static func pairs(
        _ first: ArraySlice<Side>, _ second: ArraySlice<Side>, by key: (Side) -> Int,
        rest: (ArraySlice<Side>, ArraySlice<Side>) -> [Pair]
    ) -> [Pair] {
        // A lost step equals no other, so it remains.
        let difference = second.map { $0.isLost ? -$0.step : key($0) }.difference(
            from: first.map { $0.isLost ? ~$0.step : key($0) })
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(first.startIndex + offset)
            case .insert(let offset, _, _): inserted.insert(second.startIndex + offset)
            }
        }
        var pairs: [Pair] = []
        var left = (first: first.startIndex, second: second.startIndex)
        for (one, other) in zip(first.indices.filter { !removed.contains($0) }, second.indices.filter { !inserted.contains($0) }) {
            pairs += rest(first[left.first..<one], second[left.second..<other])
            pairs.append(Pair(first: first[one].step, second: second[other].step))
            left = (one + 1, other + 1)
        }
        return pairs + rest(first[left.first...], second[left.second...])
    }
}
