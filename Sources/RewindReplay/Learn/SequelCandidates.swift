import RewindValue

/// The candidates that say which actions answer another one, and which never come after it.
///
/// As `$last` does, they know of the last action of each type alone, and of none before lost steps.
struct SequelCandidates {
    /// What an action of a type causes.
    struct Answers {
        /// The action types that it causes.
        var types: Set<Int> = []
        /// The fewest steps within which one of them always came.
        var within = 0
        var evidence = Evidence()
        /// How often the recording ended, or the action came again, before any did.
        var missing = 0
    }

    /// By the action type, an index into all of them.
    private(set) var answers: [Answers] = []
    /// By the first type, then by the second: whether the second one ever came after the first.
    private(set) var came: [[Bool]] = []
    /// How many recordings have both.
    private(set) var together: [[Int]] = []
    /// How many recordings have a type.
    private(set) var recordings: [Int] = []

    /// The step that was reached.
    private var reached = 0
    /// The last step of each type in the recording, or since steps were lost, and whether it was answered.
    private var last: [Int?] = []
    private var isAnswered: [Bool] = []
    private var lastRecording: [Int] = []

    private static let typeLimit = 100

    /// Takes a step; steps have to come in order.
    ///
    /// - Parameter cause: the step whose action caused it.
    mutating func note(_ type: Int, at step: Int, cause: Int?, in recording: Int) {
        guard type < Self.typeLimit else { return }
        while answers.count <= type { addType() }
        reached = step
        for other in last.indices where other != type {
            guard let since = last[other] else { continue }
            came[other][type] = true
            guard since == cause else { continue }
            answers[other].types.insert(type)
            if isAnswered[other] { continue }
            isAnswered[other] = true
            answers[other].within = max(answers[other].within, step - since)
            answers[other].evidence.note(UInt64(step - since), in: recording)
        }
        endWait(for: type, at: step)
        (last[type], isAnswered[type]) = (step, false)
        if lastRecording[type] != recording {
            lastRecording[type] = recording
            recordings[type] += 1
        }
    }

    /// Whether most pairs came in both orders: where few did, as in recordings of one script, no order says anything.
    var isOrderTelling: Bool {
        var (pairs, both) = (0, 0)
        for one in came.indices {
            for other in 0..<one where together[one][other] > 2 {
                pairs += 1
                if came[one][other], came[other][one] { both += 1 }
            }
        }
        return both * 4 >= pairs * 3
    }

    /// Ends the recording, or what is known of it.
    mutating func end() {
        for type in last.indices {
            endWait(for: type, at: reached + 1)
        }
        let there = last.indices.filter { last[$0] != nil }
        for type in there {
            for other in there where other != type { together[type][other] += 1 }
        }
        for type in there { last[type] = nil }
    }

    /// Notes that nothing answers the last action of a type any more.
    private mutating func endWait(for type: Int, at step: Int) {
        guard let since = last[type], !isAnswered[type] else { return }
        answers[type].within = max(answers[type].within, step - since)
        answers[type].missing += 1
    }

    private mutating func addType() {
        answers.append(Answers())
        for index in came.indices {
            came[index].append(false)
            together[index].append(0)
        }
        came.append(Array(repeating: false, count: answers.count))
        together.append(Array(repeating: 0, count: answers.count))
        recordings.append(0)
        lastRecording.append(-1)
        last.append(nil)
        isAnswered.append(false)
    }
}
