import RewindFormat
import RewindJournal

/// What the writer needs of a store's channel, whatever its state's type.
protocol StateDraining: Sendable {
    /// Takes over every state that waits.
    ///
    /// - Returns: the first of the steps to be written; `nil` if no state waits.
    func fetch() -> Int?

    /// Writes what was fetched of the steps below one, and returns the first that is left.
    func write(below step: Int, into streams: StateStreams) -> Int?

    /// Writes into each open segment up to that one the state before its first step, unless this store has it there already.
    ///
    /// - Parameter isLast: whether a store whose state is not known yet does without; else it waits for another time.
    func completeSegments(upTo segment: Int, into streams: StateStreams, isLast: Bool)

    /// Lets go of the state of a store that is over, once all of it is written: it has no keyframes in the segments to come.
    func releaseIfOver(into streams: StateStreams)

    /// Sees whether what was recorded since the last keyframe is what the state encodes to now.
    func checkLastSegment(of streams: StateStreams)

    /// Gives the actions that were left out since the last step a step of their own, which `append` writes; not in the middle of a step.
    func settleOmission(append: (ActionLine) -> JournalEntry?)

    /// Says that the writer is about to sleep until it is woken; `false` if there is something to write.
    func willSleep() -> Bool

    /// Says that the writer is awake.
    func isAwake()

    /// Says on a status page that was made anew what the store is called and where it is.
    func sayWhere(on status: StatusPage)

    /// Whether a step before that one has no state yet: its segment must stay open for it.
    func isUnderWay(before step: Int) -> Bool

    /// States that were handed over and are not written yet.
    var waitingCount: Int { get }

    /// What became of this store's steps so far.
    var counts: Manifest.Counts { get }

    /// Which store gives states up since the writer is behind, and what a state costs it; each store says so once.
    func takeComplaint() -> (index: Int, name: String, type: String, nanoseconds: Int)?

    /// That states of this store can't be encoded, and why; each store says so once.
    func takeFailure() -> (name: String, type: String, reason: String)?
}
