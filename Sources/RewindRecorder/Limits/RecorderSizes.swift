import RewindJournal

/// How much the recorder puts into one window of the journal, one segment, one queue.
///
/// An app has the defaults; a test that is to see many segments in few steps has smaller ones.
struct RecorderSizes: Sendable {
    /// Bytes of the journal that are mapped at a time.
    var windowBytes = ActionStream.windowSize
    var segmentSteps = 10_000
    /// A segment ends when its patches outweigh its keyframes and this many bytes.
    var patchBytes = 1 << 20
    /// A segment ends with this many bytes of actions, since a reader holds all of them in memory.
    var actionBytes = 64 << 20
    /// A segment of a ring has at least this many steps: each segment costs files and a keyframe.
    var ringSteps = 64
    /// A segment of a ring has at least this many bytes, so that it is not all keyframes.
    var ringBytes = 64 << 10
    /// The most bytes in states that wait for the writer, without what each state shares with the one before.
    var queueBytes = 64 << 20
    /// The most states that wait.
    var queueCount = 16 << 10
}
