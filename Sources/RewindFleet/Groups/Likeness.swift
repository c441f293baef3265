package import RewindFormat
package import RewindReplay
package import RewindValue

/// What is compared of two sessions: the story of the end, and the last actions and changes before it.
package struct SessionTail: Sendable {
    package let story: Story
    package let app: String
    /// The types of the last actions and their steps, the last one last; equal ones that follow each other are one.
    ///
    /// The last action counts always; of the others, not what an effect sends again and again, such as ticks of a timer.
    package private(set) var actions: [(type: String, step: Int)] = []
    /// The places that the last of these actions changed.
    package private(set) var places: Set<String> = []

    /// How many actions are read, and of how many the places are compared.
    private static let actionLimit = 40, placeLimit = 5

    /// Reads the end of a recording.
    ///
    /// - Throws: `RecordingError` if the last segments can't be read.
    package init(of timeline: Timeline) throws(RecordingError) {
        story = try Story(of: timeline)
        app = timeline.recording.manifest.appName ?? "unknown"
        // The last one comes first.
        var steps: [Step] = []
        var runs = 0
        try timeline.forEachStepBackwards(in: timeline.steps) { step in
            guard step.line != nil else { return true }
            if steps.last?.type != step.type { runs += 1 }
            steps.append(step)
            return runs < Self.actionLimit
        }
        let sent = Dictionary(grouping: steps.filter { $0.cause != nil }, by: Sending.init).mapValues(\.count)
        for (place, step) in steps.enumerated() where place == 0 || sent[Sending(step), default: 0] < 2 {
            if actions.first?.type == step.type {
                actions[0].step = step.number
            } else {
                actions.insert((step.type, step.number), at: 0)
            }
            if actions.count <= Self.placeLimit {
                for operation in step.patch?.operations ?? [] {
                    for place in operation.places { places.insert(place.1.withoutNumbers) }
                }
            }
        }
    }

    /// What an effect sent: the action's type, and the step whose effect it was.
    private struct Sending: Hashable {
        let type: String
        let cause: Int?

        init(_ step: Step) { (type, cause) = (step.type, step.cause) }
    }
}

/// How alike the ends of two sessions are, and why.
package struct Likeness: Sendable {
    /// What the likeness says about the bug, the least alike first.
    package enum Verdict: Int, Sendable {
        /// Neither the function nor the last action is the same.
        case unlike
        /// The last action is the same, and one of them finished or ended between two steps.
        case sameAction
        /// The last action is the same, the function that crashed or the kind of end is not.
        case otherBug
        /// The function that crashed is the same, the kind of end, the last action or a cause is not.
        case otherWay
        /// The app and the fingerprint are the same.
        case sameBug

        package var words: String {
            switch self {
            case .unlike: "not alike"
            case .sameAction: "the same last action"
            case .otherBug: "another bug at the same action"
            case .otherWay: "the same function by another way"
            case .sameBug: "the same bug"
            }
        }
    }

    package private(set) var verdict = Verdict.unlike
    package private(set) var reasons: [String] = []
    /// The last steps at which they differ, here and in the other, with the types; `nil` if the shorter one has no other.
    package private(set) var difference: (here: Difference?, other: Difference?)?
    /// From 0, nothing in common, to 1, the same story.
    package private(set) var score = 0.0

    /// Whether both have the function that crashed, or the last action.
    package var isWorthReading: Bool { verdict != .unlike }

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
        let isSame = left.fingerprint != nil && left.fingerprint == right.fingerprint && one.app == other.app
        if isSame { add(0.1, "the same fingerprint") }
        if left.ending == right.ending { add(0.05, "both \(left.ending)") }
        if let function = left.function, function == right.function {
            verdict = isSame ? .sameBug : .otherWay
            add(0.25, "the same function, \(function)")
        }
        if let last = left.chain.last ?? one.actions.last?.type, last == right.chain.last ?? other.actions.last?.type {
            if verdict == .unlike {
                verdict = left.chain.isEmpty || right.chain.isEmpty ? .sameAction : isSame ? .sameBug : .otherBug
            }
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
        var row: JSONObject = ["verdict": .string(verdict.words), "reasons": .array(reasons.map(JSONValue.string))]
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
