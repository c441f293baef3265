import CRewindCrash
import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// Everything that a recorder, its store recorders and its writing thread share.
final class RecorderCore: Sendable {
    let directory: LiveDirectory
    /// The form in which the recording has the app's values and texts.
    let form: RecordedForm
    let capture: ActionCapture
    let crash: CrashHandler
    /// Which actions are recorded; `nil` for all.
    let gate: ActionGate?
    let configuration: Recorder.Configuration
    let status: StatusPage
    let epoch: Int
    private let readClock: @Sendable () -> Int
    /// When the recording began, by the wall clock.
    let started: Int
    let journal: Lock<JournalState>
    let registry: Lock<StoreRegistry>
    /// Held by the thread that writes the manifest's file.
    let manifestFile = Lock(())
    let signal = WriterSignal()
    let recording = Atomic<Bool>(true)
    private let paused = Atomic<Bool>(false)
    let suspended = Atomic<Bool>(false)
    /// Signalled once the recording is finished; every waiter passes the signal on.
    let done = WaitSignal()
    /// The number of state lines that the writer has made; waiters see its progress by it.
    let progress = Atomic<Int>(0)
    let delay = Lock(WritingDelay())
    let counters = Counters()
    /// Called when states have been written.
    let followers = Lock<[WeakFollower]>([])
    let pictures: PictureInbox

    init(_ configuration: Recorder.Configuration, in directory: LiveDirectory, started: Int) throws(RecordingError) {
        (self.configuration, self.directory, self.started) = (configuration, directory, started)
        let processID = SystemFacts.processID
        readClock = configuration.clock.monotonic
        epoch = readClock()
        status = try StatusPage(
            creating: directory.file(StatusPage.fileName), processID: processID, started: started, epoch: SystemFacts.monotonicNanoseconds()
        )
        let form = RecordedForm(rules: configuration.redaction, level: configuration.level)
        self.form = form
        capture = ActionCapture(form: form)
        gate = configuration.filter.map { ActionGate($0) }
        pictures = PictureInbox(configuration.pictures, showsTexts: form.showsTexts)

        var manifest = Manifest(
            of: configuration.app, details: configuration.details, started: started, processID: processID, form: form)
        manifest.level = configuration.level.rawValue
        manifest.title = configuration.title.map { form.text($0, at: .words) }
        manifest.note = configuration.note.map { form.text($0, at: .words) }
        manifest.byHand = [manifest.title.map { _ in "title" }, manifest.note.map { _ in "note" }].compactMap(\.self)
        manifest.limits = configuration.limits.described
        manifest.capture = configuration.capture.described
        try directory.write(manifest)
        try directory.makeSegment(0)
        let sizes = configuration.sizes
        let stream = try ActionStream(creating: directory.file(SegmentName.actions(0)), segment: 0, windowSize: sizes.windowBytes)
        journal = Lock(JournalState(stream: stream))
        // Last of what may fail: the process has its handlers from here on.
        crash = try CrashHandler(
            directory: directory, status: status, grace: configuration.grace.crash, namesThings: form.showsTexts)
        registry = Lock(StoreRegistry(manifest: manifest))
        journal.withLock { $0.append(ClockLine(time: 0, wall: started).json) }
    }

    /// Whether actions are recorded: not any more once finishing has begun.
    var isRecording: Bool { recording.load(ordering: .relaxed) && !isForked }

    /// Whether actions are left out for now.
    var isPaused: Bool {
        get { paused.load(ordering: .relaxed) }
        set { paused.store(newValue, ordering: .relaxed) }
    }

    /// Whether actions are left out until recording goes on, by a pause or by a filter: then no picture is taken either.
    var isHeldBack: Bool { isPaused || gate?.isOpen == false }

    /// Whether the disk refuses actions: then a change from outside waits, since most are what the dropped actions did.
    var isSuspended: Bool { suspended.load(ordering: .relaxed) }

    /// Whether this is a forked child: the recording, its files and its thread are the parent's.
    var isForked: Bool { rewind_is_forked() }

    /// Monotonic nanoseconds since the recording began.
    func now() -> Int { readClock() - epoch }

    /// Now, and the last step.
    var moment: (time: Int, step: Int) { journal.withLock { (now(), $0.lastStep) } }

    /// Tells the app what has happened.
    func report(_ event: Recorder.Event) { configuration.onEvent?(event) }

    /// Tells the app that something could not be written, once until writing succeeds again.
    func reportDelay(_ error: RecordingError) { if delay.withLock({ $0.noteFailure() }) { report(.statesDelayed(error)) } }

    /// Tells the app that everything is written again, if a delay was reported and nothing has failed since the last call.
    func reportRecovery() { if delay.withLock({ $0.noteAllWritten() }) { report(.statesCaughtUp) } }

    /// The stores' channels, in the order they came.
    var channels: [any StateDraining] { registry.withLock { $0.channels } }

    /// Has the writer look for work within milliseconds.
    func wakeWriter() { signal.wake() }

    /// Makes the writer look for work now: a caller waits, or room runs out.
    func wakeWriterAtOnce() { signal.wakeAtOnce() }
}
