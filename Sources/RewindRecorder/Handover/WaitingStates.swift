import RewindFormat

/// The part of a channel that the caller's thread uses.
struct WaitingStates {
    var queue: StateQueue
    /// The state that the last step left: what the next one should begin with; `nil` after a step whose state the policy did not take,
    /// since holding it would cost a store that changes its state in place a copy.
    var lastSeen: (any AnyObject & Sendable)?
    /// What a filter left out since.
    var omission: Omission?
    /// Steps whose states the policy left out since the last that it took.
    var skipped: Skipped?
    /// The step whose state was handed over last.
    var lastPushed = 0
    /// The first step since the last state whose own state will never be known: it came too late, or the step's action could not be
    /// written.
    private(set) var firstUnknownStep: Int?
    /// How many steps failed, how many states the policy left out or could not be encoded, how many actions a filter or a pause left out.
    var counts = RecordingCounts()

    /// How often a state had other bits than the step before left, and comparing the two by encoding found no change.
    var comparisons = 0
    /// The report about it, until it is made.
    var comparison: Comparison?
    /// So many comparisons are worth a report.
    static let manyComparisons = 16

    /// The first stored property whose bits differed, and how many actions there had been.
    struct Comparison {
        let path: String
        let type: String
        let actions: Int
    }

    /// Why a state could not be encoded, the first time; `nil` before that.
    var failure: String?
    /// Whether the failure was reported to the app.
    var isFailureReported = false

    init(sizes: RecorderSizes, lastSeen: any AnyObject & Sendable) {
        queue = StateQueue(sizes: sizes)
        self.lastSeen = lastSeen
    }

    /// A run of steps of one segment without states.
    struct Skipped {
        var first: Int
        var last: JournalEntry
    }

    /// Notes a step whose state will never be known.
    mutating func noteUnknown(_ step: Int) { firstUnknownStep = min(firstUnknownStep ?? .max, step) }

    /// Puts what became of a step into the queue, with the steps before it that have no state of their own.
    mutating func push(_ entry: JournalEntry, _ outcome: StateQueue.Outcome, took: Int?) -> StateQueue.WakeRequest {
        var item = StateQueue.Item(entry: entry, first: entry.step, outcome: outcome, took: took)
        // Two threads used one store, against the contract: once a step has its state, the state of an earlier step is lost.
        if entry.step <= lastPushed {
            noteUnknown(entry.step)
            return .nothing
        }
        lastPushed = entry.step
        if case .state = outcome { item.skippedFrom = firstUnknownStep.take() }
        if case .state = outcome, let skipped = skipped.take() {
            if skipped.last.segment == entry.segment {
                item.first = skipped.first
                item.isSparse = skipped.first < entry.step
            } else {
                item.skippedFrom = min(item.skippedFrom ?? .max, skipped.first)
            }
        }
        return queue.push(item)
    }
}
