import CRewindCrash
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// The recorder's own thread at work: it compares states and writes them, and prepares what the journal will need.
///
/// Only that thread touches it. What it shares with the threads that dispatch is in the core; everything else of the writing side is here.
final class Writer {
    let core: RecorderCore
    /// The state streams of the segments in use.
    let streams: StateStreams
    /// How many stores have a state in the streams.
    var begunStores = 0
    /// The segments, and which of them the limits have dropped.
    var ring: SegmentRing
    /// Segments dropped by the limits whose files could not be removed: what is left of one would precede a hole.
    var undropped: [Int] = []
    /// Why states that wait are given up, and how many were by then.
    var haste = Haste.none
    var givenUp = 0
    /// The facts in the manifest when the process was last seen exiting.
    var exit: ExitFacts?
    private var disk: DiskSync
    private var memory: MemoryWatch
    private var pollInterval = PollInterval()
    private var lastClock = 0
    /// When the recording's files were last checked, and whether missing ones could be made anew.
    var lastLook = 0
    var areFilesSound = true
    /// Whether a file of the segment in use is lost, and the disk refused another segment so far.
    var wantsNewSegment = false
    /// Types of coding keys that the manifest has.
    var keyTypeCount = 0
    /// The pictures of the app that are kept, and when the next one is due.
    var album: PictureAlbum
    /// The files of pictures that are removed once the manifest on the disk does not list them.
    var gonePictures: [String] = []
    var pictureSchedule: PictureSchedule

    /// Starts the thread; ``RecorderCore/finish()`` ends it.
    static func start(_ core: RecorderCore) throws(RecordingError) {
        do throws(ThreadError) {
            try core.pictures.start(unless: { [weak core] in core?.isHeldBack ?? true }, wake: { [weak core] in core?.wakeWriterAtOnce() })
            try WriterThread.start { Writer(core).run() }
        } catch {
            core.pictures.stop()
            throw RecordingError(systemError: error.number, "can't start the writer's thread", path: core.directory.path)
        }
        ProcessExit.willCall(core)
    }

    private init(_ core: RecorderCore) {
        self.core = core
        streams = StateStreams(of: core)
        ring = SegmentRing(limits: core.configuration.limits, sizes: core.configuration.sizes)
        disk = DiskSync(core.configuration.durability)
        memory = MemoryWatch(status: core.status)
        album = PictureAlbum(limit: core.configuration.pictures.bytes)
        pictureSchedule = PictureSchedule(core.configuration.pictures)
    }

    private func run() {
        begin()
        while true {
            let requests = core.registry.withLock { $0.drainRequests() }
            let found = round(requests)
            if requests.isStopping { break }
            rest(after: found, isExiting: requests.isExiting)
        }
        finish()
    }

    /// One round: writes what waits, tends the files, and signals the waiters.
    ///
    /// - Returns: the number of steps that it covered.
    private func round(_ requests: StoreRegistry.Requests) -> Int {
        let found = drain()
        if found > 0 { core.notifyFollowers() }
        maintainJournal()
        lookAfterFiles()
        memory.measureIfDue(at: core.now())
        synchronise(isLast: requests.isStopping || pollInterval.isIdle)
        if found > 0, core.now() - lastClock > Self.clockInterval { noteClock() }
        if streams.isWritten, areFilesSound { core.reportRecovery() }
        makeCopies()
        if requests.isExiting, !requests.isStopping { prepareForExit() }
        for flush in requests.flushes { flush.signal() }
        return found
    }

    /// Has the disk synchronised if the recording is to survive the system.
    private func synchronise(isLast: Bool) {
        if core.configuration.durability == .process { return }
        let (step, bytes, file) = core.journal.withLock { ($0.lastStep, $0.byteCount, $0.syncRequest) }
        let position = DiskSync.Position(step: step, actionBytes: bytes, stateBytes: streams.newestBytes)
        guard disk.isDue(at: core.now(), position, isLast: isLast) else { return }
        do throws(RecordingError) {
            try file?.run()
            try streams.synchronise()
        } catch {
            core.reportDelay(error)
        }
    }

    /// Records the wall clock: once a minute, and in every segment, since a ring drops the older ones.
    func noteClock() {
        lastClock = core.now()
        core.journal.withLock { $0.append(ClockLine(time: core.now(), wall: core.configuration.clock.wall()).json) }
    }

    private static let clockInterval = 60_000_000_000

    /// Waits for the next round: briefly while work comes, or until woken after a while without work.
    private func rest(after found: Int, isExiting: Bool) {
        if isExiting { return core.signal.rest(microseconds: PollInterval.lastMicroseconds) }
        pollInterval.note(found: found)
        if pollInterval.isIdle { sleep() } else { core.signal.rest(microseconds: pollInterval.microseconds) }
    }

    /// Sleeps until woken, unless there is work already.
    private func sleep() {
        core.signal.willSleep()  // a hand-over from here on wakes us
        let (channels, isAsked) = core.registry.withLock { ($0.channels, $0.isAsked) }
        let isIdle = channels.allSatisfy { $0.willSleep() } && !isAsked
        if isIdle { core.signal.sleep(atMost: timeToPicture) } else { core.signal.willNotSleep() }
        for channel in channels { channel.isAwake() }
    }
}

/// Makes the thread that the writer runs on: with a large stack of its own, since an app's `encode(to:)` may recurse deeply on it.
enum WriterThread {
    private static let stackBytes = 16 << 20

    /// Runs `body` on a new thread.
    ///
    /// - Throws: the system's error number, if it can't make the thread.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
        try SystemThread.start(stackBytes: stackBytes) {
            rewind_crash_mark_writer_thread()
            rewind_crash_prepare_thread()
            SystemThread.letOthersGoFirst()
            body()
        }
    }
}
