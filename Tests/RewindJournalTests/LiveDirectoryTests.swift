import Dispatch
import Foundation
import ReplayTestSupport
import RewindJournal
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindFormat
@testable import RewindJournal

@Suite("The directory of a recording", .timeLimit(.minutes(5)))
struct LiveDirectoryTests {
    let folder = TemporaryFolder()

    @Test func aDirectoryThatIsBeingTakenAwayGetsNoNewLock() throws {
        try folder.makeFolder("gone.live")
        #expect(throws: RecordingError.self) { _ = try LiveDirectory(takingOver: folder.path("gone.live"), makesLock: false) }
        let names = try FileSystem.names(in: folder.path("gone.live"))
        #expect(names.isEmpty)
    }

    @Test func whatWasReservedAndNotWrittenIsGivenBackAfterADeath() throws {
        let builder = try RecordingBuilder(in: folder, state: .object([:]))
        try builder.action(1, "add")
        let path = try builder.die()
        let file = "\(path)/\(SegmentName.actions(0))"
        let written = try FileSystem.read(file, limit: 1 << 20)
        // As the writer leaves it that is killed.
        try File(opening: file, .update).truncate(to: 1 << 20)
        let settled = try LiveDirectory(takingOver: path)?.recordEnding()
        #expect(settled != nil)
        #expect(try FileSystem.read(file, limit: 1 << 20) == written)
    }

    @Test func isOpenedOnceARecorderOfThisProcessHasLookedAfterIt() throws {
        let builder = try RecordingBuilder(in: folder, state: .object([:]))
        try builder.action(1, "add")
        let path = try builder.die()
        let (isHeld, reader) = (Latch(), Reader())
        let looking = DispatchGroup()
        DispatchQueue(label: "recorder").async(group: looking) {
            LiveDirectory.lookAfterEarlier {
                let live = try? LiveDirectory(takingOver: path)
                isHeld.open()
                reader.waits.pass()
                _ = try? live?.recordEnding()
                live?.unlock()
            }
        }
        isHeld.pass()
        defer {
            reader.waits.open()
            looking.wait()
        }
        #expect(LiveDirectory.isLocked(path))
        var opened: Result<Recording, RecordingError>?
        Scheduling.run(under: reader) { opened = Result { () throws(RecordingError) in try Recording(directory: path) } }
        let recording = try #require(opened).get()
        #expect(recording.steps == 1...1 && recording.manifest.ending.how != .recording)
    }

    /// A thread that says when it has to wait for another.
    private final class Reader: RewindSystem.Scheduler {
        let waits = Latch()
        var now: Int { 0 }

        func reachSwitchPoint() {}
        func wait(until deadline: Int?) { waits.open() }
        func refusal(of call: SystemCall) -> Int32 { 0 }
        func writable(of count: Int) -> Int { count }
        func start(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }
    }

    @Test func isMadeWhoeverLooksForDeadRecordingsMeanwhile() throws {
        let isOver = Atomic<Bool>(false)
        let looking = DispatchGroup()
        let path: String = folder.path
        DispatchQueue(label: "looking").async(group: looking) {
            while !isOver.load(ordering: .relaxed) {
                for name in (try? FileSystem.names(in: path)) ?? [] {
                    _ = try? LiveDirectory(takingOver: "\(path)/\(name)")?.recordEnding()
                }
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            looking.wait()
        }
        for number in 1...300 {
            let live = try LiveDirectory(creatingIn: path, app: "Test", started: 0, processID: Int32(number))
            #expect(LiveDirectory.isLocked(live.path))
        }
    }
}
