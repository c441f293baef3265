import RewindJournal

/// How much the recorder puts into one window of the journal, one segment, one queue.
///
/// An app has the defaults; a test that is to see many segments in few steps has smaller ones.
struct RecorderSizes: Sendable {
    /// Bytes of the journal that are mapped at a time.
    var windowBytes = ActionStream.windowSize
    /// A segment is over with so many steps.
    var segmentSteps = 10_000
    /// A segment is over when its patches outweigh its keyframes and so many bytes.
    var patchBytes = 1 << 20
    /// A segment is over with so many bytes of actions, since a reader has them in memory as a whole.
    var actionBytes = 64 << 20
    /// A segment of a ring has so many steps at least: each costs files and a keyframe.
    var ringSteps = 64
    /// A segment of a ring has so many bytes at least, or keyframes would be all there is.
    var ringBytes = 64 << 10
    /// States that wait for the writer hold at most so many bytes, without what each shares with the one before.
    var queueBytes = 64 << 20
    /// At most so many states wait.
    var queueCount = 16 << 10
}
