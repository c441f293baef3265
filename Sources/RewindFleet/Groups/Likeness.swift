package import RewindFormat
package import RewindReplay
package import RewindValue

/// What is compared of two sessions: the story of the end, and the last actions and changes before it.
package struct SessionTail: Sendable {
    package let story: Story
    /// The types of the last actions and their steps, the last one last; equal ones that follow each other are one.
    package private(set) var actions: [(type: String, step: Int)] = []
    /// The places that the last of these actions changed.
    package private(set) var places: Set<String> = []

    /// How many actions are compared, and of how many the places are.
    private static let actionLimit = 40, placeLimit = 5

    /// Reads the end of a recording.
    ///
    /// - Throws: `RecordingError` if the last segments can't be read.
    package init(of timeline: Timeline) throws(RecordingError) {
        story = try Story(of: timeline)
        var number = timeline.steps.upperBound
        while number > timeline.steps.lowerBound, actions.count < Self.actionLimit {
            if let step = try timeline.step(at: number), step.action != nil {
                if actions.first?.type == step.type { actions[0].step = number } else { actions.insert((step.type, number), at: 0) }
                if actions.count <= Self.placeLimit {
                    for operation in step.patch?.operations ?? [] {
                        for place in operation.places { places.insert(place.1.withoutNumbers) }
                    }
                }
            }
            number -= 1
        }
    }
}

/// How alike the ends of two sessions are, and why.
package struct Likeness: Sendable {
    /// What both have.
    package private(set) var reasons: [String] = []
    /// The last steps at which they differ, here and in the other, with the types; `nil` if the shorter one has no other.
    package private(set) var difference: (here: Difference?, other: Difference?)?
    /// From 0, nothing in common, to 1, the same story.
    package private(set) var score = 0.0

    /// Whether both have the function that crashed, or the last action.
    package private(set) var isWorthReading = false

    /// An action that only one of them has.
    package struct Difference: Sendable {
        package let type: String
        package let step: Int
    }

    /// Compares the end of a session with another's.
    ///
    /// The score is a sum of what a developer looks at first: the function that crashed and the action that did count most.
    package init(of one: SessionTail, and other: SessionTail) {
        let (left, right) = (one.story, other.story)
        if let fingerprint = left.fingerprint, fingerprint == right.fingerprint {
            add(0.1, "the same fingerprint")
        }
        if left.ending == right.ending { add(0.05, "both \(left.ending)") }
        if let function = left.function, function == right.function {
            isWorthReading = true
            add(0.25, "the same function, \(function)")
        }
        if let last = left.chain.last ?? one.actions.last?.type, last == right.chain.last ?? other.actions.last?.type {
            isWorthReading = true
            add(0.2, "the same last action, \(last)")
        }
        let causes = Self.common(left.chain.dropLast(), right.chain.dropLast())
        if causes > 0 {
            let share = Double(causes) / Double(max(left.chain.count, right.chain.count) - 1)
            add(0.2 * share, causes == 1 ? "the same cause" : "the same \(causes) causes")
        }
        let before = Self.common(one.actions.dropLast().map(\.type), other.actions.dropLast().map(\.type))
        if before > 0, left.chain.last ?? one.actions.last?.type == right.chain.last ?? other.actions.last?.type {
            add(0.1 * min(1, Double(before) / 3), before == 1 ? "the same action before it" : "the same \(before) actions before it")
        }
        let places = one.places.intersection(other.places)
        if let place = places.min(by: { ($0.utf8.count, $1) > ($1.utf8.count, $0) }) {
            let share = Double(places.count) / Double(one.places.union(other.places).count)
            add(0.1 * share, places.count == 1 ? "changes of \(place)" : "changes of \(places.count) places, among them \(place)")
        }
        let same = Self.common(one.actions.map(\.type), other.actions.map(\.type))
        if same < max(one.actions.count, other.actions.count) {
            func next(_ tail: SessionTail) -> Difference? {
                let place = tail.actions.count - 1 - same
                return place >= 0 ? Difference(type: tail.actions[place].type, step: tail.actions[place].step) : nil
            }
            difference = (next(one), next(other))
        }
    }

    /// The likeness as a row.
    package var row: JSONObject {
        var row: JSONObject = ["reasons": .array(reasons.map(JSONValue.string))]
        row["score"] = JSONNumber((score * 1_000).rounded() / 1_000).map(JSONValue.number)
        row["differs"] = difference.map { difference in
            var object: JSONObject = [:]
            object["here"] = difference.here.map { ["step": .number(JSONNumber($0.step)), "type": .string($0.type)] }
            object["there"] = difference.other.map { ["step": .number(JSONNumber($0.step)), "type": .string($0.type)] }
            return .object(object)
        }
        return row
    }

    private mutating func add(_ weight: Double, _ reason: String) {
        score += weight
        reasons.append(reason)
    }

    /// How many last elements are the same.
    private static func common(_ left: some BidirectionalCollection<String>, _ right: some BidirectionalCollection<String>) -> Int {
        zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
    }
}
