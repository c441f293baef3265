package import RewindFormat
package import RewindValue

/// What happens otherwise in a session: steps that are left out, come in another order, are added, or have another action.
///
/// All steps are named by the numbers that they have in the recording.
package struct ActionEdits: Sendable {
    /// The steps that do not happen.
    package var skipped: [ClosedRange<Int>] = []
    /// Whether what the skipped steps caused happens all the same; otherwise it is skipped, too.
    package var keepsCaused = false
    /// Lists of steps that come in the listed order, in the places that they have.
    package var orders: [[Int]] = []
    /// Actions to reduce after a step; 0 is before the first.
    package var inserted: [(after: Int, line: ActionLine)] = []
    package var changed: [(step: Int, place: JSONPointer, value: JSONValue)] = []
    /// The types of the actions, which tell what may be missing in one; `nil` if they are not known.
    package var types: StateTypes?

    package init() {}

    /// Why something can't happen, in a sentence.
    package struct Problem: Error, CustomStringConvertible {
        package let description: String
    }

    /// The session with these edits.
    ///
    /// - Returns: what to reduce, and what was done, in clauses.
    package func applied(to recorded: Candidate) throws(Problem) -> (candidate: Candidate, words: [String]) {
        var candidate = recorded
        var words: [String] = []
        for (step, place, value) in changed { words.append(try candidate.change(step, place, value, types)) }
        if !skipped.isEmpty { words.append(try candidate.skip(skipped, keepsCaused: keepsCaused, from: recorded)) }
        for order in orders { words.append(try candidate.reorder(order)) }
        // Those after one step come in the order in which they were given.
        for (index, (after, line)) in inserted.enumerated().reversed() {
            candidate.insert(line, after: after, number: recorded.lastNumber + 1 + index, of: recorded)
        }
        let first = recorded.steps.first?.step.number ?? 1
        words += inserted.map { after, line in
            "\(line.type) was inserted \(after < first ? "at the beginning" : "after step \(after)")"
        }
        return (candidate, words)
    }
}

extension Candidate {
    fileprivate var lastNumber: Int { steps.reduce(0) { max($0, $1.step.number) } }

    /// The place of a step.
    private func position(of number: Int, to verb: String) throws(ActionEdits.Problem) -> Int {
        if let position = steps.firstIndex(where: { $0.step.number == number }) { return position }
        let numbers = steps.map { $0.step.number }
        let all = numbers.isEmpty ? "it has none" : "its steps are \(numbers[0]) to \(lastNumber)"
        throw ActionEdits.Problem(description: "step \(number) can't be \(verb): it is no step of this store, or left out already; \(all)")
    }

    fileprivate mutating func change(
        _ number: Int, _ place: JSONPointer, _ value: JSONValue, _ types: StateTypes?
    ) throws(ActionEdits.Problem) -> String {
        let position = try position(of: number, to: "edited")
        guard steps[position].change == nil, var action = steps[position].step.action else {
            throw ActionEdits.Problem(description: "step \(number) can't be edited: the recording does not have its whole action")
        }
        let old = action[place]
        let edit: JSONPatch.Operation
        if old == nil {
            let parent = JSONPointer(tokens: place.tokens.dropLast())
            // A member that is optional may be missing in the recorded action.
            guard case .object? = action[parent], let name = place.tokens.last,
                types?.names(at: PointerPattern(parent))?.contains(name) == true
            else { throw ActionEdits.Problem(description: PathNotFound(of: place, inActionOf: number, action).description) }
            edit = .add(place, value)
        } else {
            edit = .replace(place, value)
        }
        do throws(JSONPatchError) { try JSONPatch([edit]).apply(to: &action) } catch {
            throw ActionEdits.Problem(description: "step \(number) can't be edited at \(place): \(error)")
        }
        steps[position].step.line?.action = action
        return "\(place.tokens.isEmpty ? "the action" : "\(place)") of step \(number) is \(value.quoted)"
            + (old.map { ", and was \($0.quoted)" } ?? ", and was not there")
    }

    fileprivate mutating func skip(
        _ ranges: [ClosedRange<Int>], keepsCaused: Bool, from recorded: Candidate
    ) throws(ActionEdits.Problem) -> String {
        var (positions, caused) = (Set<Int>(), Set<Int>())
        for range in ranges {
            let those = steps.indices.filter { range.contains(steps[$0].step.number) }
            if those.isEmpty { _ = try position(of: range.lowerBound, to: "skipped") }
            positions.formUnion(those)
        }
        if !keepsCaused {
            for position in positions { caused.formUnion(effects(of: position)) }
            caused.subtract(positions)
        }
        func list(_ positions: Set<Int>) -> String {
            let numbers = positions.map { steps[$0].step.number }.sorted()
            return "step\(numbers.count == 1 ? "" : "s") " + numbers.map { "\($0)" }.joined(separator: ", ")
        }
        let words =
            list(positions) + " \(positions.count == 1 ? "was" : "were") skipped"
            + (caused.isEmpty ? "" : ", and \(list(caused)), which \(positions.count == 1 ? "it" : "they") caused")
        let left = positions.union(caused)
        steps = steps.enumerated().filter { !left.contains($0.offset) }.map { $0.element }
        return words
    }

    fileprivate mutating func reorder(_ numbers: [Int]) throws(ActionEdits.Problem) -> String {
        var positions: [Int] = []
        for number in numbers {
            let position = try position(of: number, to: "reordered")
            if positions.contains(position) { throw ActionEdits.Problem(description: "step \(number) is in the new order twice") }
            positions.append(position)
        }
        let parts = positions.map { steps[$0] }
        let places = positions.sorted()
        // A time belongs to the place: a recording goes forwards.
        let times = places.map { steps[$0].step.time ?? 0 }
        for (index, part) in parts.enumerated() {
            steps[places[index]] = part
            steps[places[index]].step.line?.time = times[index]
        }
        return "steps \(numbers.map { "\($0)" }.joined(separator: ", ")) happened in this order"
    }

    /// Inserts an action after a step of any store; after one that is skipped, where that would have been.
    fileprivate mutating func insert(_ line: ActionLine, after number: Int, number new: Int, of recorded: Candidate) {
        let before = recorded.steps.filter { $0.step.number <= number }.map { $0.step.number }
        let known = Set(before)
        let place =
            steps.firstIndex { $0.step.number == before.last }.map { $0 + 1 }
            ?? (steps.lastIndex { known.contains($0.step.number) } ?? -1) + 1
        var line = line
        line.step = new
        line.time = (place > 0 ? steps[place - 1] : steps.first)?.step.time ?? 0
        steps.insert(Part(step: Step(number: new, store: line.store, line: line, outcome: .lost), change: nil), at: place)
    }
}

extension JSONValue {
    /// The value in a sentence: in quotes, where masking the recording hides it.
    fileprivate var quoted: String {
        switch self {
        case .null, .bool: jsonText
        case .number(let number) where number.text.utf8.count <= 6: jsonText
        default: "'\(jsonText)'"
        }
    }
}
