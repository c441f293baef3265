import CRewindCrash
import Dispatch
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization

/// Everything that a recorder, its stores' seams and its writing thread share.
final class RecorderCore: Sendable {
    let directory: LiveDirectory
    let redactor: Redactor
    let capture: ActionCapture
    let crash: CrashHandler
    /// Which actions are recorded; `nil` for all.
    let gate: ActionGate?
    let configuration: Recorder.Configuration
    let status: StatusPage
    let epoch: Int
    private let readClock: @Sendable () -> Int
    let started: Int
    let journal: Mutex<JournalState>
    let registry: Mutex<StoreRegistry>
    /// Who writes the manifest's file.
    let manifestFile = Mutex(())
    let thread = WriterThread()
    let recording = Atomic<Bool>(true)
    private let paused = Atomic<Bool>(false)
    let suspended = Atomic<Bool>(false)
    /// Open once the recording is finished: whoever waits for it passes it on.
    let done = DispatchSemaphore(value: 0)
    /// Lines of states that the writer has made: whoever waits for it sees by them that it gets on.
    let progress = Atomic<Int>(0)
    let tally = Tally()

    init(_ configuration: Recorder.Configuration) throws(RecordingError) {
        self.configuration = configuration
        started = configuration.clock.wall()
        readClock = configuration.clock.monotonic
        epoch = readClock()
        try FileSystem.makeDirectory(configuration.directory)
        let processID = SystemFacts.processID
        directory = try LiveDirectory(
            creatingIn: configuration.directory, app: configuration.app, started: started, processID: processID)
        status = try StatusPage(creating: directory.file(StatusPage.fileName), processID: processID, started: started)
        crash = try CrashHandler(directory: directory, status: status, grace: configuration.grace.crash)
        redactor = Redactor(rules: configuration.redaction, level: configuration.level)
        capture = ActionCapture(redactor: redactor)
        gate = configuration.filter.map { ActionGate($0) }

        var manifest = Manifest(recorder: RewindVersion.text, started: started)
        manifest.app["name"] = .string(configuration.app)
        for (key, value) in configuration.details.sorted(by: { $0.key < $1.key }) {
            for (key, value) in redactor.redact(.object([key: .string(value)])).value.object ?? [:] { manifest.app[key] = value }
        }
        manifest.level = configuration.level.rawValue
        manifest.device = ["os": .string(SystemFacts.system.os), "architecture": .string(SystemFacts.system.architecture)]
        manifest.unknown["process"] = .number(JSONNumber(processID))
        manifest.limits = configuration.limits.described
        manifest.capture = configuration.capture.described
        try directory.write(manifest)
        try directory.makeSegment(0)
        journal = Mutex(JournalState(stream: try ActionStream(creating: directory.file(SegmentName.actions(0)))))
        registry = Mutex(StoreRegistry(manifest: manifest))
        journal.withLock { $0.append(ClockLine(time: 0, wall: started).json) }
        do throws(ThreadError) {
            try WriterThread.start { [self] in run() }
        } catch {
            throw RecordingError(systemError: error.number, "can't start the writing thread", path: directory.path)
        }
        ProcessExit.willCall(self)
    }

    /// Whether actions are recorded: not any more once finishing has begun.
    var isRecording: Bool { recording.load(ordering: .relaxed) && !isForked }

    /// Whether actions are left out for now.
    var isPaused: Bool {
        get { paused.load(ordering: .relaxed) }
        set { paused.store(newValue, ordering: .relaxed) }
    }

    /// Whether the disk refuses actions: then a change from outside waits, since most are what the dropped actions did.
    var isSuspended: Bool { suspended.load(ordering: .relaxed) }

    /// Whether this is a forked child: the recording, its files and its thread are the parent's.
    var isForked: Bool { rewind_is_forked() }

    /// Monotonic nanoseconds since the recording began.
    func now() -> Int { readClock() - epoch }

    /// Now, and the last step.
    var moment: (time: Int, step: Int) { journal.withLock { (now(), $0.lastStep) } }

    /// Changes what the recording says of itself; the writer puts it into the file.
    @discardableResult func changeManifest<Result>(_ change: (inout Manifest) -> Result) -> Result {
        defer { wakeWriterAtOnce() }
        return registry.withLock { registry in
            registry.isChanged = true
            return change(&registry.manifest)
        }
    }

    /// Has the writer look for work within milliseconds.
    func wakeWriter() { thread.wake() }

    /// Has the writer look for work now: somebody waits, or room runs out.
    func wakeWriterAtOnce() { thread.wakeAtOnce() }

    /// Takes note of a type of a store's actions, so that the manifest tells its shape; the writer finds that out.
    func note(actionType type: Any.Type, store: Int) { registry.withLock { $0.note(actionType: type, store: store) } }

    /// Makes a store's channel; `nil` when there are more stores than any app has.
    ///
    /// - Parameter wanted: its name, as it may be recorded.
    func register<State: Encodable & Sendable>(name wanted: String, initialState: State) -> StateChannel<State>? {
        let references = StateReference.all(in: initialState)
        let (birth, birthSegment) = journal.withLock { ($0.lastStep, $0.segment) }
        let channel = registry.withLock { registry -> StateChannel<State>? in
            guard let (index, name) = registry.addStore(like: wanted, state: State.self, slow: SlowState.texts(references))
            else { return nil }
            let channel = StateChannel(
                name: name, index: index, status: status, redactor: redactor, capture: configuration.capture, initialState: initialState,
                references: references, birth: birth, birthSegment: birthSegment)
            registry.channels.append(channel)
            return channel
        }
        writeManifest()
        wakeWriter()
        if let channel, channel.name != wanted, !wanted.isEmpty { configuration.onEvent?(.storeRenamed(from: wanted, to: channel.name)) }
        if let channel, !references.isEmpty { configuration.onEvent?(.stateHasReferences(store: channel.name, references)) }
        if let channel, let dumped = State.self as? any DumpingState.Type {
            configuration.onEvent?(.stateIsDumped(store: channel.name, type: TypeName.of(dumped.dumpedType)))
        }
        return channel
    }
}
