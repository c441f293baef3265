import CRewindCrash
import Dispatch
import RewindFormat
import RewindValue
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Everything that a recorder, its stores' seams and its writing thread share.
final class RecorderCore: Sendable {
    let directory: LiveDirectory
    let redactor: Redactor
    let capture: ActionCapture
    let crash: CrashHandler
    /// Which actions are recorded; `nil` for all.
    let gate: ActionGate?
    private let configuration: Recorder.Configuration
    private let status: StatusPage
    private let epoch: Int
    private let started: Int
    private let journal: Mutex<JournalState>
    private let registry: Mutex<StoreRegistry>
    /// Who writes the manifest's file.
    private let manifestFile = Mutex(())
    private let thread = WriterThread()
    private let recording = Atomic<Bool>(true)
    private let paused = Atomic<Bool>(false)
    private let suspended = Atomic<Bool>(false)
    private let done = DispatchSemaphore(value: 0)

    init(_ configuration: Recorder.Configuration) throws(RecordingError) {
        self.configuration = configuration
        started = configuration.clock.wall()
        epoch = configuration.clock.monotonic()
        try FileSystem.makeDirectory(configuration.directory)
        let processID = getpid()
        directory = try LiveDirectory(
            creatingIn: configuration.directory, app: configuration.app, started: started, processID: processID)
        status = try StatusPage(creating: directory.file(StatusPage.fileName), processID: processID, started: started)
        crash = try CrashHandler(directory: directory, status: status)
        redactor = Redactor(rules: configuration.redaction)
        capture = ActionCapture(redactor: redactor)
        gate = configuration.filter.map { ActionGate($0) }

        var manifest = Manifest(recorder: RewindVersion.text, started: started)
        manifest.app["name"] = .string(configuration.app)
        for (key, value) in configuration.details.sorted(by: { $0.key < $1.key }) {
            manifest.app[key] = redactor.redact(.string(value), at: JSONPointer(tokens: [key])).value
        }
        manifest.device = ["os": .string(SystemFacts.system.os), "architecture": .string(SystemFacts.system.architecture)]
        manifest.unknown["process"] = .number(JSONNumber(processID))
        manifest.limits = configuration.limits.described
        try directory.write(manifest)
        try directory.makeSegment(0)
        journal = Mutex(JournalState(stream: try ActionStream(creating: directory.file(SegmentName.actions(0)))))
        registry = Mutex(StoreRegistry(manifest: manifest))
        journal.withLock { $0.append(ClockLine(time: 0, wall: started).json) }
        do throws(WriterThread.SystemError) {
            try WriterThread.start { [self] in run() }
        } catch {
            throw RecordingError(systemError: error.number, "can't start the writing thread", path: directory.path)
        }
        ProcessExit.willCall(self)
    }

    // MARK: the caller's side

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
    func now() -> Int { configuration.clock.monotonic() - epoch }

    /// Encodes an action without its secrets, numbers it and appends its line; `nil` if it could not be written.
    func append<Action>(_ action: Action, store: String, cause: Int?, site: String?) -> JournalEntry? {
        var entry: JournalEntry?
        let isAppended = capture.withPlainLine(of: action, store: store, cause: cause, site: site) {
            entry = append(writeMembers: $0.write)
        }
        return isAppended ? entry : append(capture.line(of: action, store: store, cause: cause, site: site))
    }

    /// Numbers an action and appends its line; `nil` if it could not be written.
    func append(_ line: ActionLine) -> JournalEntry? {
        let (members, whole) = line.writeAhead()
        let entry = append { $0.append(contentsOf: members) }
        if let entry, let whole { registry.withLock { $0.wholeActions.append((entry, whole)) } }
        return entry
    }

    private func append(writeMembers: (inout [UInt8]) -> Void) -> JournalEntry? {
        let (entry, began, wantsWriter) = journal.withLock { journal in
            let result = journal.append(now: now, writeMembers: writeMembers)
            return (result.entry, result.began, journal.takesWish())
        }
        if let began {
            suspended.store(true, ordering: .relaxed)
            configuration.onEvent?(.suspended(began))
        }
        if wantsWriter { wakeWriterAtOnce() }
        return entry
    }

    /// Appends the line of an action that never reached the reducer; it waits for nothing.
    func appendSwallowed(_ line: ActionLine) {
        let (members, _) = line.writeAhead()
        let wantsWriter = journal.withLock { journal in
            journal.appendSwallowed(members: members, now: now)
            return journal.takesWish()
        }
        if wantsWriter { wakeWriterAtOnce() }
    }

    /// Appends a line that is no step; in an outage it is given up.
    func appendNote(_ line: (_ time: Int, _ step: Int) -> JSONValue) {
        let wantsWriter = journal.withLock { journal in
            journal.appendNote(now(), line)
            return journal.takesWish()
        }
        if wantsWriter { wakeWriterAtOnce() }
    }

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
    func register<State: Encodable & Sendable>(name: String, initialState: State) -> StateChannel<State>? {
        let name = redactor.redact(name: name)
        let (birth, birthSegment) = journal.withLock { ($0.lastStep, $0.segment) }
        let channel = registry.withLock { registry -> StateChannel<State>? in
            guard let (index, name) = registry.addStore(like: name, state: State.self) else { return nil }
            let channel = StateChannel(
                name: name, index: index, status: status, redactor: redactor, initialState: initialState, birth: birth,
                birthSegment: birthSegment)
            registry.channels.append(channel)
            return channel
        }
        writeManifest()
        wakeWriter()
        if let channel, !channel.references.isEmpty {
            configuration.onEvent?(.stateHasReferences(store: channel.name, channel.references))
        }
        return channel
    }

    var counts: Manifest.Counts {
        var counts = Manifest.Counts()
        journal.withLock {
            counts.steps = $0.lastStep - $0.dropped
            counts.dropped = $0.dropped
        }
        return counts
    }

    /// Has the writer's thread make a copy of the recording, and waits for it.
    func saveRecent(to path: String) throws(RecordingError) {
        let request = CopyRequest(path: path)
        let isQueued = registry.withLock { registry in
            if registry.isStopping { return false }
            registry.copies.append(request)
            return true
        }
        guard isQueued, !isForked else {
            throw RecordingError(
                .invalidRequest, "the recording is finished", path: directory.path, advice: "Copy or seal that directory itself")
        }
        wakeWriterAtOnce()
        try request.wait()
    }

    func flush() { _ = flush(by: .distantFuture) }

    private func flush(by deadline: DispatchTime) -> DispatchTimeoutResult {
        guard isRecording else { return .success }
        let flushed = DispatchSemaphore(value: 0)
        let isQueued = registry.withLock { registry in
            if registry.isStopping { return false }
            registry.flushes.append(flushed)
            return true
        }
        guard isQueued else { return .success }
        wakeWriterAtOnce()
        return flushed.wait(timeout: deadline)
    }

    /// Finishes as the process exits; when that happens in the middle of a step, the recording says so instead.
    ///
    /// Waits a second at most: `exit` may have been called on the thread that would do the work.
    func processWillExit() {
        guard !isForked, isRecording else { return }
        let isUnderWay = (0..<registry.withLock { $0.channels.count }).contains(where: status.isUnderWay)
        guard isUnderWay else {
            _ = finish(by: .now() + .seconds(1))
            return
        }
        _ = flush(by: .now() + .seconds(1))
        status.setExited()
        crash.stop()
    }

    func finish() { _ = finish(by: .distantFuture) }

    private func finish(by deadline: DispatchTime) -> DispatchTimeoutResult {
        guard !isForked, recording.exchange(false, ordering: .sequentiallyConsistent) else { return .success }
        registry.withLock { $0.isStopping = true }
        wakeWriterAtOnce()
        return done.wait(timeout: deadline)
    }

    // MARK: the writer's side

    private func run() {
        let writer = StateWriter(
            directory: directory, report: { [configuration] error in configuration.onEvent?(.statesDelayed(error)) },
            complete: { [self] writer in
                for channel in registry.withLock({ $0.channels }) {
                    channel.completeSegments(upTo: writer.oldestSegment ?? 0, into: writer)
                }
            })
        writer.open(0, first: 1)
        var ring = SegmentRing(limits: configuration.limits)
        let earlier = EarlierRecordings(directory: configuration.directory)
        for unfinished in earlier.settle() {
            configuration.onEvent?(.foundUnfinished(unfinished))
            if unfinished.diedInRecorder, !writer.isActionsOnly {
                writer.isActionsOnly = true
                configuration.onEvent?(.recordingActionsOnly)
            }
        }
        let removed = earlier.remove(of: configuration.app, beyond: configuration.earlier, but: directory.path, now: started)
        if removed.count > 0 { configuration.onEvent?(.removedEarlier(count: removed.count, bytes: removed.bytes)) }
        var lastClock = 0
        var nap = Nap()
        var memory = MemoryWatch(status: status)
        var isStopping = false
        while !isStopping {
            isStopping = registry.withLock { $0.isStopping }
            let flushes = registry.withLock { registry in
                defer { registry.flushes = [] }
                return registry.flushes
            }
            let found = drain(into: writer)
            tendJournal(writer, &ring)
            tendManifest()
            memory.look(at: now())
            if now() - lastClock > Self.clockInterval, found > 0 {
                lastClock = now()
                journal.withLock { $0.append(ClockLine(time: now(), wall: configuration.clock.wall()).json) }
            }
            for copy in registry.withLock({ $0.takeCopies() }) { copy.complete(save(to: copy.path, writer)) }
            for flush in flushes { flush.signal() }
            if isStopping { continue }
            nap.note(found: found)
            guard nap.isOver else {
                thread.nap(nap)
                continue
            }
            // Whoever hands something over from here on wakes us; what came just before is looked for once more.
            thread.willSleep()
            let hasWork =
                drain(into: writer) > 0 || registry.withLock { $0.isStopping || !$0.flushes.isEmpty || !$0.copies.isEmpty }
            if hasWork { thread.willNotSleep() } else { thread.sleep() }
        }
        finish(writer)
        for copy in registry.withLock({ $0.takeCopies() }) { copy.complete(save(to: copy.path, writer)) }
        for flush in registry.withLock({ $0.flushes }) { flush.signal() }
        done.signal()
    }

    private static let clockInterval = 60_000_000_000

    /// Writes every state that waits, and returns over how many steps that went.
    private func drain(into writer: StateWriter) -> Int {
        let (channels, wholeActions) = registry.withLock { registry in
            defer { registry.wholeActions = [] }
            return (registry.channels, registry.wholeActions)
        }
        let before = writer.lastStep
        for (entry, line) in wholeActions {
            writer.open(entry.segment, first: entry.segmentFirst)
            var line = line
            line.step = entry.step
            writer.append(line, to: entry.segment)
        }
        status.set(isWriting: true)
        for channel in channels { channel.drain(into: writer) }
        if writer.newestSegment == 0 {  // the first keyframe does not wait for the first action
            for channel in channels { channel.completeSegments(upTo: 0, into: writer) }
        }
        writer.flush()
        status.set(lastState: writer.lastStep)
        status.set(isWriting: false)
        return writer.lastStep - before
    }

    /// Writes the manifest again if it has changed, with the shapes of the types that are known by now.
    private func tendManifest() {
        let (types, isChanged) = registry.withLock { registry in
            defer { registry.isChanged = false }
            return (registry.types, registry.isChanged)
        }
        guard isChanged else { return }
        let shapes = TypeShape.shapes(of: types)
        let known = JSONObject(shapes.map { ($0.name, $0.shape.json) })
        registry.withLock { $0.manifest.types = known }
        writeManifest()
    }

    /// Writes the manifest as it is now: one thread after the other, so that none writes over what a later one wrote.
    private func writeManifest() {
        manifestFile.withLock { _ in
            let manifest = registry.withLock { $0.manifest }
            do throws(RecordingError) { try directory.write(manifest) } catch { configuration.onEvent?(.statesDelayed(error)) }
        }
    }

    /// Prepares windows and segments ahead of need, and closes what is over.
    private func tendJournal(_ writer: StateWriter, _ ring: inout SegmentRing) {
        let (request, retired, isNextPrepared) = journal.withLock { ($0.request, $0.takeRetired(), $0.isNextPrepared) }
        for stream in retired { try? stream.finish() }
        let wantsNextSegment = tend(&ring, writer)
        do throws(RecordingError) {
            if let request {
                let window = try request.make()
                if let dropped = journal.withLock({ $0.install(window) }) {
                    suspended.store(false, ordering: .relaxed)
                    configuration.onEvent?(.resumed(dropped: dropped))
                }
            }
            if writer.wantsNextSegment || wantsNextSegment, !isNextPrepared, let newest = writer.newestSegment {
                try directory.makeSegment(newest + 1)
                let name = directory.file(SegmentName.actions(newest + 1))
                if FileSystem.kind(of: name) == nil {
                    let next = try ActionStream(creating: name)
                    journal.withLock { $0.prepare(next) }
                }
            }
        } catch {
            configuration.onEvent?(.statesDelayed(error))
        }
    }

    /// Copies whole steps only: those whose states are there, and those that are under way, as such.
    private func save(to path: String, _ writer: StateWriter) -> RecordingError? {
        var underWay: [Ending.UnderWay] = []
        var (last, segment, count) = (0, 0, 0)
        for _ in 0..<100 {
            (last, segment, count) = journal.withLock { ($0.lastStep, $0.segment, $0.byteCount) }
            underWay = status.underWay.filter { $0.step <= last }
            _ = drain(into: writer)
            if underWay.allSatisfy({ $0.phase == .reducer }) { break }
            usleep(100)  // a store is between two phases: soon it is in one
        }
        var manifest = registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.ending.savedAt = now()
        manifest.ending.underWay = underWay.filter { $0.phase == .reducer }
        manifest.redaction = redactor.counts
        let copy = RecordingCopy(directory, manifest: manifest, lastSegment: segment, lastActionBytes: count, states: writer.openBytes)
        do throws(RecordingError) { try copy.write(to: path) } catch { return error }
        return nil
    }

    /// Drops the segments that the limits let go; `true` if the one in use has come to a quarter of a limit.
    private func tend(_ ring: inout SegmentRing, _ writer: StateWriter) -> Bool {
        let (begun, lastStep, bytes) = journal.withLock { ($0.takeBegun(), $0.lastStep, $0.byteCount) }
        ring.begin(begun)
        guard ring.limits.isRing else { return false }
        let firstOpen = writer.oldestSegment ?? 0
        let newest = ring.newest
        if ring.limits.bytes != nil {
            ring.measure(firstOpen: firstOpen) { part in
                part == newest ? bytes + writer.newestBytes : directory.bytes(ofSegment: part.index)
            }
        }
        let now = now()
        for part in ring.takeDropped(lastStep: lastStep, now: now, firstOpen: firstOpen) { directory.removeSegment(part.index) }
        // A segment that answers for an unfinished step stays open, and so the next but one can't begin.
        guard newest.index == writer.newestSegment, ring.wantsNext(lastStep: lastStep, now: now, bytes: bytes + writer.newestBytes) else {
            return false
        }
        let isWaitedFor = registry.withLock { $0.channels }.contains { $0.isUnderWay(before: newest.first) }
        return !isWaitedFor || lastStep - newest.first > ring.patience
    }

    private func finish(_ writer: StateWriter) {
        for channel in registry.withLock({ $0.channels }) { channel.settleOmission { append($0) } }
        _ = drain(into: writer)
        writer.finish()
        tendManifest()
        let lost = journal.withLock { $0.finish() }
        var manifest = registry.withLock { $0.manifest }
        manifest.ending = Ending(.finished)
        manifest.redaction = redactor.counts
        if let lost {
            let words =
                lost.steps.count == 1 ? "step \(lost.steps.lowerBound)" : "steps \(lost.steps.lowerBound) to \(lost.steps.upperBound)"
            manifest.counts.dropped = lost.steps.count
            manifest.losses.append("\(words) could not be written: \(lost.reason)")
        }
        registry.withLock { $0.manifest = manifest }
        writeManifest()
        status.setFinished()
        crash.stop()
        ProcessExit.willNotCall(self)
        directory.unlock()
    }
}
