package import RewindFormat
import RewindValue

/// Searches for a shorter session that still shows something, by delta debugging.
///
/// It leaves out larger and then smaller groups of steps, and keeps what still shows it. What a step caused goes with it.
///
/// The result is one from which no step can be left out by itself. For `n` steps of which `k` are needed, about `2 k log n` attempts.
package struct Minimizer<Failure: Error> {
    package private(set) var shortest: Candidate
    /// How many candidates were tried.
    package private(set) var attempts = 0
    /// What was done with the actions that are left, in words.
    package private(set) var changes: [RecordingEdit] = []

    private let shows: (Candidate) throws(Failure) -> Int?
    private let progress: (Minimizer) -> Void

    /// Tries actions in parts at most this often.
    private static var payloadLimit: Int { 400 }

    /// - Parameters:
    ///   - shows: tries a candidate; returns how many of its steps are needed to show it, or `nil` if it does not.
    ///   - progress: called before each attempt.
    package init(
        _ candidate: Candidate, shows: @escaping (Candidate) throws(Failure) -> Int?, progress: @escaping (Minimizer) -> Void = { _ in }
    ) {
        (shortest, self.shows, self.progress) = (candidate, shows, progress)
    }

    /// Tries the whole candidate, and then shortens it; `false` if not even the whole shows it.
    ///
    /// - Parameter shortensActions: whether the texts and arrays in the actions that are left are shortened, too.
    package mutating func run(shortensActions: Bool = true) throws(Failure) -> Bool {
        guard try attempt(shortest) else { return false }
        try leaveOutSteps()
        if shortensActions { try shortenActions() }
        return true
    }

    private mutating func attempt(_ candidate: Candidate) throws(Failure) -> Bool {
        progress(self)
        attempts += 1
        guard let count = try shows(candidate) else { return false }
        shortest = candidate
        shortest.steps.removeLast(candidate.steps.count - count)
        return true
    }

    private mutating func leaveOutSteps() throws(Failure) {
        var size = max(1, shortest.steps.count / 2)
        while true {
            var isShorter = false
            // From the end: what is left out last is what the first steps led to.
            var end = shortest.steps.count
            while end > 0 {
                let group = max(0, end - size)..<end
                end = group.lowerBound
                if try attempt(without: group) { isShorter = true }
                end = min(end, shortest.steps.count)
            }
            if size == 1, !isShorter { return }
            size = max(1, min(size / 2, shortest.steps.count / 2))
        }
    }

    private mutating func attempt(without group: Range<Int>) throws(Failure) -> Bool {
        var left = Set(group)
        for position in group where position < shortest.steps.count { left.formUnion(shortest.effects(of: position)) }
        var candidate = shortest
        candidate.steps = shortest.steps.enumerated().filter { !left.contains($0.offset) }.map(\.element)
        if candidate.steps.count == shortest.steps.count || candidate.steps.isEmpty { return false }
        return try attempt(candidate)
    }

    /// Shortens the texts and arrays in the actions.
    private mutating func shortenActions() throws(Failure) {
        let limit = attempts + Self.payloadLimit
        for position in shortest.steps.indices.reversed() {
            var places = shortest.action(at: position)?.shortenable(at: .root) ?? []
            while let place = places.popLast(), attempts < limit, position < shortest.steps.count {
                var isShorter = false
                var isDone = false
                while !isDone, attempts < limit {
                    isDone = true
                    for smaller in shortest.action(at: position)?[place]?.shorter ?? [] {
                        var candidate = shortest
                        guard candidate.setAction(at: position, place, to: smaller), try attempt(candidate) else { continue }
                        (isShorter, isDone) = (true, false)
                        break
                    }
                }
                if isShorter, position < shortest.steps.count {
                    changes.append(
                        RecordingEdit(
                            .shorten,
                            [("at", .string(place.description)), ("step", .number(JSONNumber(shortest.steps[position].step.number)))]))
                    // Elements that are gone have no places any more.
                    places.removeAll { place.isPrefix(of: $0) }
                    places += shortest.action(at: position)?[place]?.shortenable(at: place).filter { $0 != place } ?? []
                }
            }
        }
    }
}

extension Candidate {
    fileprivate func action(at position: Int) -> JSONValue? {
        steps.indices.contains(position) && steps[position].change == nil ? steps[position].step.action : nil
    }

    fileprivate mutating func setAction(at position: Int, _ place: JSONPointer, to value: JSONValue) -> Bool {
        guard var action = action(at: position) else { return false }
        do throws(JSONPatchError) { try JSONPatch([.replace(place, value)]).apply(to: &action) } catch { return false }
        steps[position].step.line?.action = action
        return true
    }
}

extension JSONValue {
    /// The places of the texts and arrays in it that are not empty, the outermost last.
    fileprivate func shortenable(at place: JSONPointer) -> [JSONPointer] {
        switch self {
        case .string(let text): text.isEmpty ? [] : [place]
        case .array(let elements):
            elements.isEmpty ? [] : elements.enumerated().flatMap { $1.shortenable(at: place.appending($0)) } + [place]
        case .object(let members): members.flatMap { $1.shortenable(at: place.appending($0)) }
        case .null, .bool, .number: []
        }
    }

    /// Shorter values to try in its place, the shortest first.
    fileprivate var shorter: [JSONValue] {
        switch self {
        case .string(let text):
            let half = text.count / 2
            return text.isEmpty
                ? [] : half == 0 ? [""] : ["", .string(String(text.prefix(half))), .string(String(text.suffix(text.count - half)))]
        case .array(let elements):
            let half = elements.count / 2
            if elements.count < 2 { return elements.isEmpty ? [] : [[]] }
            return [[], .array(Array(elements[..<half])), .array(Array(elements[half...]))]
        default: return []
        }
    }
}
