import RewindFormat
import RewindJournal

/// The writer's view of a store's channel, whatever the state's type.
protocol StateDraining: Sendable {
    /// Takes over every state that waits.
    ///
    /// - Returns: the first of the steps to be written; `nil` if no state waits.
    func fetch() -> Int?

    /// Writes the fetched states of the steps below the given one, and returns the first step that is left.
    func write(below step: Int, into streams: StateStreams) -> Int?

    /// How many states were given up so far because too many waited, and in how many nanoseconds those that wait can be written.
    var backlog: (givenUp: Int, nanoseconds: Int) { get }

    /// Lets no more states wait than can be written in about that time: the older ones that were fetched are merged, and so are those to come.
    ///
    /// - Parameter nanoseconds: the time; `nil` if as many may wait as there is room for.
    /// - Returns: the first of the steps to be written.
    @discardableResult func shorten(toWriteIn nanoseconds: Int?) -> Int?

    /// Writes the state with which the store begins, unless the stream has it already.
    ///
    /// - Returns: whether the stream has it now.
    func begin(into streams: StateStreams) -> Bool

    /// Writes into each open segment up to the given one the state before its first step, unless the segment has it already.
    ///
    /// - Parameter isLast: whether a store whose state is not known yet is skipped; otherwise it is completed later.
    /// - Returns: whether they have it now.
    @discardableResult func completeSegments(upTo segment: Int, into streams: StateStreams, isLast: Bool) -> Bool

    /// Releases the state of a finished store once all its states are written: it has no keyframes in later segments.
    func releaseIfOver(into streams: StateStreams)

    /// Checks that the states recorded since the last keyframe lead to what the state encodes to now.
    func checkLastSegment(of streams: StateStreams)

    /// Gives the actions that were left out since the last step a step of their own, which `append` writes; not in the middle of a step.
    func endOmission(append: (ActionLine) -> JournalEntry?)

    /// Notes that the writer is about to sleep until it is woken; `false` if there is something to write.
    func willSleep() -> Bool

    /// Notes that the writer is awake.
    func isAwake()

    /// Writes the store's name and phase to a status page that was made anew.
    func publishPosition(on status: StatusPage)

    /// Whether a step before that one has no state yet: its segment must stay open for it.
    func isUnderWay(before step: Int) -> Bool

    /// States that were handed over and are not written yet.
    var waitingCount: Int { get }

    /// What became of this store's steps so far.
    var counts: RecordingCounts { get }

    /// Reports a store that drops states because the writer is behind, and the cost of one of its states; once for each store.
    func overloadReportOnce() -> (index: Int, name: String, type: String, nanoseconds: Int)?

    /// Reports the property by which this store's states often have other bits though they encode alike; once for each store.
    func takeComparison() -> (index: Int, name: String, WaitingStates.Comparison)?

    /// Reports that this store's states can't be encoded, and why; once for each store.
    func failureOnce() -> (name: String, type: String, reason: String)?
}
