import Foundation
import RewindSystem
import Synchronization
import TestSupport
import Testing

/// The recorder's hand-over from thread to thread and to the disk, run in many orders and with a fault at any system call.
///
/// 500 runs each time; `REWIND_LONG=1` makes it a million. `REWIND_SEED` names the first seed, and a failed run prints its own.
@Suite(
    "The hand-over in every order, with a fault at every call",
    .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct ScheduleTests {
    static let environment = ProcessInfo.processInfo.environment
    static let first = environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1
    static let count = environment["REWIND_SCHEDULES"].flatMap { UInt64($0) } ?? (environment["REWIND_LONG"] == nil ? 500 : 1_000_000)

    @Test func losesNothingUnsaidAndTellsNoWrongState() throws {
        let folder = try TemporaryFolder.inMemory()
        let wrong = Mutex<[String]>([])
        let faults = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 2) { half in
            var seed = Self.first + UInt64(half)
            while seed < Self.first + Self.count, wrong.withLock({ $0.count < 10 }) {
                let schedule = Schedule(seed: seed, in: folder.path)
                if let text = schedule.run() { wrong.withLock { $0.append(text) } }
                if schedule.hasFault { faults.withLock { $0 += 1 } }
                seed += 2
            }
        }
        #expect(wrong.withLock { $0 } == [])
        if Self.count < 100 { return }
        #expect(faults.withLock { $0 } > Self.count / 3, "a fault that comes to pass is what most runs are about")
    }
}

extension TemporaryFolder {
    /// A folder on a disk in memory where there is one, since a million runs would wear another one out.
    fileprivate static func inMemory() throws -> TemporaryFolder {
        FileManager.default.isWritableFile(atPath: "/dev/shm") ? TemporaryFolder(in: "/dev/shm") : TemporaryFolder()
    }
}
