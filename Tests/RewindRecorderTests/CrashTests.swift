import CLibrary
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import TestSupport
import Testing

@testable import RewindRecorder

/// A process records and dies in its third step; what is in the directory is all that anybody knows.
@Suite("A process that dies", .serialized, .timeLimit(.minutes(5)))
struct CrashTests {
    let folder = TemporaryFolder()

    @Test func leavesSignalBacktraceAndEveryStateWhenItTraps() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            Victim.record(into: path) { precondition($0 < 0, "the third step") }
        }
        let (recording, crash) = try found()
        #expect(recording.manifest.ending.how == .crashed)
        #expect(recording.manifest.ending.underWay.map(\.step) == [3])
        #expect(recording.manifest.ending.underWay.map(\.phase) == [.reducer])
        #expect(recording.losses.isEmpty)
        #expect(["SIGILL", "SIGTRAP"].contains(crash.signal))
        let quiet = try #require(recording.quietAtEnd)
        #expect(quiet < 60_000_000_000, "\(quiet) ns from the action to the crash")
        #expect(crash.backtrace.count > 5)
        #expect(crash.backtrace.prefix(5).allSatisfy { $0.image != nil })
    }

    @Test(arguments: 1...5)
    func leavesTheFirstStateOfEachStoreWhenItTrapsAtOnce(round: Int) async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Victim", directory: path))
            let store = recorder.store(initialState: Counter(count: 7))
            for _ in 1...3 { _ = store.reduce(CounterAction.increment, from: Counter(count: 7)) { state, _ in state } }
            let late = recorder.store("late", initialState: Counter(count: 8))
            _ = late.reduce(CounterAction.increment, from: Counter(count: 8)) { _, _ in preconditionFailure("the first step") }
        }
        let recording = try found().recording
        #expect(recording.manifest.stores.map(\.name) == ["main", "late"])
        #expect(recording.manifest.stores.first?.action != nil)  // that of the late store is noted while it traps
        var counts: [String: Int] = [:]
        for line in try recording.segment(0).states {
            if case .keyframe(let state) = line.change { counts[line.store] = state["count"]?.int }
        }
        #expect(counts == ["main": 7, "late": 8])
    }

    /// A state that takes longer to encode than the handler waits for a writer that does not get on.
    private struct Large: Encodable, Sendable {
        var count = 0

        func encode(to encoder: any Encoder) throws {
            keepBusy(for: .milliseconds(600))
            try count.encode(to: encoder)
        }
    }

    @Test func waitsForTheFirstStateHoweverLargeItIs() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            let recorder = Recorder(in: path) { $0.grace.crash = .seconds(2) }  // a quarter of a second without progress
            let store = recorder.store(initialState: Large())
            _ = store.reduce(CounterAction.increment, from: Large()) { _, _ in preconditionFailure("the first step") }
        }
        #expect(try found().recording.segment(0).states.first?.change == .keyframe(0))
    }

    @Test func leavesItsAbort() async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = folder.path as String] in Victim.record(into: path) { _ in abort() } }
        let (recording, crash) = try found()
        #expect(recording.manifest.ending.how == .crashed)
        #expect(crash.signal == "SIGABRT")
    }

    @Test(arguments: [RedactionLevel.masked, .secrets])
    func leavesWhereItsProgramWasUnlessItIsMasked(level: RedactionLevel) async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String, isMasked = (level == .masked) as Bool] in
            Victim.record(into: path, level: isMasked ? .masked : .secrets) { precondition($0 < 0, "the third step") }
        }
        let crash = try found().crash
        let image = try #require(crash.backtrace.compactMap(\.image).first { $0.withoutFolders.path == $0.name })
        #expect(level == .masked ? image.path == image.name : FileSystem.kind(of: image.path) == .file && image.path.hasPrefix("/"))
        // In a file that is sent away there are no folders of this machine.
        let paths = crash.json["images"]?.array?.compactMap { $0["path"]?.string } ?? []
        #expect(paths.contains(image.name) && !paths.contains { $0.hasSuffix("/\(image.name)") }, "\(paths)")
    }

    @Test func leavesTheMemoryThatItHeldWhenItIsKilled() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            Victim.record(into: path, beforeDeath: { $0.flush() }) { _ in kill(getpid(), SIGKILL) }
        }
        let recording = try recording()
        #expect(recording.manifest.ending.how == .died)
        #expect(recording.manifest.ending.underWay.map(\.step) == [3])
        #expect(try #require(recording.manifest.ending.memory).resident > 1 << 20)
    }

    @Test(arguments: [100_000, 1_000_000, 5_000_000])
    func leavesALargeActionWhole(bytes: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String, bytes = bytes as Int] in
            let recorder = Recorder(.init(app: "Victim", directory: path, level: .everything))
            let store = recorder.store(initialState: Counter())
            for number in 1...6 {
                let size = number % 2 == 0 ? bytes : 10
                _ = store.reduce(CounterAction.rename(String(repeating: "x", count: size)), from: Counter()) { state, _ in
                    if number == 6 { kill(getpid(), SIGKILL) }
                    return state
                }
            }
        }
        let recording = try recording()
        let sizes = try recording.segments.flatMap { try recording.segment($0.index).actions }.map {
            $0.action?["rename"]?["_0"]?.string?.utf8.count
        }
        #expect(sizes == [10, bytes, 10, bytes, 10, bytes])
        #expect(recording.losses.actions.isEmpty && recording.losses.damage.isEmpty)
    }

    @Test func leavesTheAddressThatItCouldNotRead() async throws {
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = folder.path as String] in
            Victim.record(into: path) { _ in _ = UnsafePointer<Int>(bitPattern: 0x40)?.pointee }
        }
        let (_, crash) = try found()
        #expect(crash.signal == "SIGSEGV")
        #expect(crash.address == 0x40)
    }

    #if os(Linux) && arch(x86_64)
        /// The handler, called with registers that hold what code without frame pointers may leave in them.
        @Test(arguments: [RedactionLevel.masked, .secrets])
        func leavesNothingOfATextThatItsRegistersPointTo(level: RedactionLevel) async throws {
            let text = "correcthorsebatt"
            await #expect(processExitsWith: .signal(SIGSEGV)) { [path = folder.path as String, isMasked = (level == .masked) as Bool] in
                let stack = UnsafeMutablePointer<UInt64>.allocate(capacity: 64)
                let words = Victim.words("correcthorsebatt")
                // Each frame points to the next one, and returns to a word of the text.
                for frame in 0..<8 {
                    stack[2 * frame] = UInt64(UInt(bitPattern: stack + 2 * frame + 2))
                    stack[2 * frame + 1] = words[frame % 2]
                }
                Victim.record(into: path, level: isMasked ? .masked : .secrets) { _ in
                    var handler = sigaction()
                    sigaction(SIGSEGV, nil, &handler)
                    var (context, info) = (ucontext_t(), siginfo_t())
                    info.si_signo = SIGSEGV
                    info.si_code = 1
                    withUnsafeMutableBytes(of: &info) { $0.storeBytes(of: words[0] & 0xFFFF_FFFF_FFFF, toByteOffset: 16, as: UInt64.self) }
                    context.uc_mcontext.gregs.10 = Int64(Int(bitPattern: stack))  // the frame pointer
                    context.uc_mcontext.gregs.16 = Int64(bitPattern: words[1])  // the program counter
                    handler.__sigaction_handler.sa_sigaction?(SIGSEGV, &info, &context)
                }
            }
            let (recording, crash) = try found()
            #expect(crash.signal == "SIGSEGV" && crash.backtrace.isEmpty)
            #expect(crash.address == (level == .masked ? Crash.noAddress : Victim.words(text)[0] & 0xFFFF_FFFF_FFFF))
            let page = try FileSystem.read("\(recording.path)/crash", limit: 8_192)
            let words = Victim.words(text).map { word in withUnsafeBytes(of: word) { Array($0) } }
            #expect(!page.indices.dropLast(7).contains { start in words.contains { page[start..<(start + 8)].elementsEqual($0) } })
        }
    #endif

    @Test func leavesABacktraceWhenItsStackOverflows() async throws {
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = folder.path as String] in
            Victim.record(into: path) { _ = Victim.recurse($0) }
        }
        let (recording, crash) = try found()
        #expect(recording.manifest.ending.underWay.map(\.step) == [3])
        #expect(crash.signal == "SIGSEGV")
        #expect(crash.backtrace.count == 500)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
    func leavesWhichSignalEndedIt(signal: Int32) async throws {
        await #expect(processExitsWith: .signal(signal)) { [path = folder.path as String, signal = signal as Int32] in
            Victim.record(into: path) { _ in
                kill(getpid(), signal)
                while true { pause() }
            }
        }
        let (recording, crash) = try found()
        #expect(recording.manifest.ending.how == (signal == SIGSEGV ? .crashed : .killed))
        #expect(crash.signal == SignalName.name(signal))
        #expect(crash.address == nil, "it has the number of who sent it in that place")
    }

    @Test func stillCallsTheHandlerThatWasThereBefore() async throws {
        await #expect(processExitsWith: .exitCode(7)) { [path = folder.path as String] in
            signal(SIGILL) { _ in _exit(7) }
            signal(SIGTRAP) { _ in _exit(7) }
            Victim.record(into: path) { precondition($0 < 0) }
        }
        #expect(try found().crash.backtrace.isEmpty == false)
    }

    @Test func goesOnWhenAnEarlierHandlerMendedTheFault() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            signal(SIGFPE) { _ in }
            Victim.record(into: path) { _ in raise(SIGFPE) }
        }
        let recording = try recording()
        #expect(recording.manifest.ending.how == .finished)
        #expect(try recording.crash() == nil)
    }

    @Test func saysThatItExitedInTheMiddle() async throws {
        await #expect(processExitsWith: .exitCode(3)) { [path = folder.path as String] in Victim.record(into: path) { _ in exit(3) } }
        let recording = try recording()
        #expect(recording.manifest.ending.how == .exited)
        #expect(recording.manifest.ending.underWay.map(\.step) == [3])
        #expect(recording.losses.isEmpty)
        #expect(try recording.crash() == nil)
    }

    @Test func finishesItsRecordingWhenItExitsBetweenSteps() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
            Victim.record(into: path, finishes: false) { _ in }
            exit(0)
        }
        let recording = try recording()
        #expect(recording.manifest.ending.isComplete)
        #expect(recording.losses.isEmpty)
    }

    #if os(Linux)
        @Test func isNotRecordedByItsForkNorKeptAliveByIt() async throws {
            await #expect(processExitsWith: .exitCode(9)) { [path = folder.path as String] in
                Victim.record(into: path) { _ in
                    var ends: [Int32] = [0, 0]
                    pipe(&ends)
                    // Swift hides fork(2); this is the system's own.
                    if Victim.fork() != 0 { _exit(9) }
                    close(ends[1])
                    Victim.lifeOfParent = ends[0]
                }
            }
            let recording = try recording()
            #expect(recording.manifest.ending.underWay.map(\.step) == [3])
            #expect(recording.steps == 1...3)
            #expect(try FileSystem.read("\(folder.path)/\(Victim.verdict)", limit: 100) == Array("free".utf8))
        }
    #endif

    @Test func recordsActionsOnlyOnceAfterItsStateCouldNotBeEncoded() async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            let recorder = Recorder(.init(app: "Victim", directory: path))
            let store = recorder.store(initialState: Mine(isTrapped: false))
            _ = store.reduce(CounterAction.increment, from: Mine(isTrapped: false)) { _, _ in Mine(isTrapped: true) }
            recorder.flush()  // the process ends in it
        }
        #expect(try found().crash.isInRecorder)
        try FileSystem.makeDirectory(folder.path)
        for (statesAreKept, expected) in [(false, [1...1]), (true, [])] {
            let recorder = Recorder(.init(app: "Next", directory: folder.path))
            let store = recorder.store(initialState: Counter())
            _ = store.reduce(CounterAction.increment, from: Counter()) { _, _ in Counter(count: 1) }
            let recording = try recorder.finished()
            #expect(recording.steps == 1...1)
            #expect(recording.losses.states == expected, "states are kept: \(statesAreKept)")
        }
    }

    @Test func isToldAtTheNextLaunchUnlessAFileWasMadeOfIt() async throws {
        await #expect(processExitsWith: .signal(SIGABRT)) { [path = folder.path as String] in Victim.record(into: path) { _ in abort() } }
        let left = try recording().path
        let manifest = try FileSystem.read("\(left)/\(Manifest.entryName)", limit: 1 << 20)
        let elsewhere = TemporaryFolder()
        for (suffix, isTold) in [
            ("", true), (".rewind", false), ("-recovered.rewind", false), ("-other.rewind", true), ("noted", false), ("gone", true),
        ] {
            try FileSystem.replace("\(left)/\(Manifest.entryName)", with: manifest)
            if suffix == "noted" || suffix == "gone" {
                if suffix == "noted" { _ = try elsewhere.write([], to: "noted") }
                let live = try #require(try LiveDirectory(takingOver: left))
                live.note(madeFile: elsewhere.path(suffix))
                live.unlock()
            }
            let file = left.dropLast(".live".count) + suffix
            if !suffix.isEmpty { try FileSystem.replace(String(file), with: []) }
            let events = Errors()
            Recorder(in: folder.path, app: "Next", telling: events).finish()
            #expect(events.all.contains { if case .foundUnfinished = $0 { true } else { false } } == isTold, "\(suffix)")
            if !suffix.isEmpty { FileSystem.removeFile(String(file)) }
        }
    }

    @Test(arguments: ["status", "crash", "images.json"]) func missesWhatIsGoneOrDamagedOfItsEnd(name: String) async throws {
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            Victim.record(into: path) { precondition($0 < 0, "the third step") }
        }
        let file = "\(try recording().path)/\(name)"
        let whole = try FileSystem.read(file, limit: 1 << 20)
        let damages: [[UInt8]?] = [nil, [], Array(whole.prefix(40)), Array(repeating: 0, count: whole.count)]
        for damage in damages {
            if let damage { try FileSystem.replace(file, with: damage) } else { FileSystem.removeFile(file) }
            let loss = Loss.damage(damage == nil ? .missing : .damaged, to: name)
            let recording = try recording()
            #expect(recording.manifest.ending.how == (name == "crash" ? .died : .crashed))
            let losses = recording.losses.all
            #expect(name == "status" ? losses.first == loss : losses == [loss], "\(damage?.count ?? -1): \(losses)")
        }
    }

    @Test func doesNotMissWhatSaysNothingOfItsEnd() async throws {
        await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in Victim.record(into: path) { _ in } }
        let left = try recording().path
        for name in ["crash", "images.json", "status"] {
            FileSystem.removeFile("\(left)/\(name)")
            #expect(try recording().losses.isEmpty, "without \(name)")
        }
    }

    private func recording() throws -> Recording {
        let name = try #require(FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
        return try Recording(directory: "\(folder.path)/\(name)")
    }

    private func found() throws -> (recording: Recording, crash: Crash) {
        let recording = try recording()
        let crash = try recording.crash()
        return (recording, try #require(crash))
    }
}

/// A state that can't be encoded without ending the process.
private struct Mine: Encodable, Sendable {
    var isTrapped: Bool

    func encode(to encoder: any Encoder) throws {
        precondition(!isTrapped)
        try isTrapped.encode(to: encoder)
    }
}

/// What runs in the process that dies.
private enum Victim {
    /// In the child of a fork: the end of a pipe that closes when the parent is gone.
    nonisolated(unsafe) static var lifeOfParent: Int32?
    /// Where that child says whether the recording's lock is free after its parent's death.
    static let verdict = "verdict"

    /// The eight bytes of each word of a text.
    static func words(_ text: String) -> [UInt64] {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: 8).map { start in
            bytes[start..<(start + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// Records three steps; `die` runs in the reducer of the third.
    static func record(
        into path: String, finishes: Bool = true, level: RedactionLevel = .ofThisBuild, beforeDeath: (Recorder) -> Void = { _ in },
        die: (Int) -> Void
    ) {
        let recorder = Recorder(.init(app: "Victim", directory: path, level: level))
        let store = recorder.store(initialState: Counter())
        var state = Counter()
        for number in 1...3 {
            state = store.reduce(CounterAction.increment, from: state) { state, _ in
                if number == 3 {
                    beforeDeath(recorder)
                    die(number)
                }
                var state = state
                state.count += 1
                return state
            }
        }
        if let lifeOfParent {
            // The child of a fork: its actions are not the recording's.
            for _ in 1...1000 { _ = store.reduce(CounterAction.increment, from: state) { state, _ in state } }
            recorder.finish()
            var byte: UInt8 = 0
            _ = read(lifeOfParent, &byte, 1)
            // A dying process closes its files in no order that one could wait for: the lock may go just after the pipe.
            var looks = 100_000
            while looks > 0, LiveDirectory.isLocked(recorder.directory ?? "") {
                looks -= 1
                sched_yield()
            }
            let isLocked = looks == 0
            try? FileSystem.replace("\(path)/\(verdict)", with: Array((isLocked ? "locked" : "free").utf8))
            _exit(0)
        }
        if finishes { recorder.finish() }
    }

    static func recurse(_ number: Int) -> Int { number == .max ? 0 : recurse(number + 1) &+ recurse(number &+ 2) }

    #if os(Linux)
        @_silgen_name("fork") static func fork() -> Int32
    #endif
}
