import CLibrary
import Foundation
import RewindFormat
import RewindJournal
import RewindSystem
import TestSupport
import Testing

@testable import RewindRecorder

/// Descriptors, memory or room are out for a moment, just when a recording begins or ends.
///
/// 70 runs each time; `REWIND_LONG=1` makes it 2,000.
@Suite(
    "A fault that passes within a second", .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 60)))
struct PassingFaultTests {
    let folder = TemporaryFolder()
    /// How many times as many runs.
    private static let times: UInt64 = ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 1 : 29

    /// Records some steps, with refusals at the beginning and at the end, and opens what came of it.
    private func record(seed: UInt64, begin: (Int, Int32), end: (Int, Int32)) throws -> (recording: Recording, events: [Recorder.Event]) {
        let scheduler = SeededScheduler(seed: seed, plan: FaultPlan())
        let events = Errors()
        let made = Box()
        scheduler.run {
            scheduler.outage = begin
            let recorder = Recorder(in: folder.path, telling: events) { $0.sizes.segmentSteps = 6 }
            scheduler.outage.calls = 0
            let store = recorder.store(initialState: Counter())
            var state = Counter()
            for _ in 1...40 { store.reduce(CounterAction.increment, in: &state) { state, _ in state.count += 1 } }
            scheduler.outage = end
            recorder.finish()
            made.directory = recorder.directory
        }
        return (try Recording(directory: #require(made.directory, "\(events.all)")), events.all)
    }

    /// `@unchecked Sendable`: under the scheduler, one thread at a time touches it.
    private final class Box: @unchecked Sendable { var directory: String? }

    @Test(arguments: [EMFILE, ENOSPC, ENOMEM]) func aRecordingBeginsAllTheSame(number: Int32) throws {
        for seed in 1...10 * Self.times {
            let recording = try record(seed: seed, begin: (Int((seed - 1) % 10 + 1), number), end: (0, 0)).recording
            #expect(recording.steps == 1...40 && recording.losses.isEmpty)
        }
    }

    @Test(arguments: [EMFILE, ENOSPC]) func theEndLosesNothing(number: Int32) throws {
        for seed in 1...20 * Self.times {
            let (recording, events) = try record(seed: seed, begin: (0, 0), end: (Int((seed - 1) % 20 + 1), number))
            // An action that the disk refused is gone, and told; a state can wait.
            #expect(recording.losses.states.isEmpty, "seed \(seed): \(recording.losses.all), \(events)")
            #expect(recording.manifest.ending.how == .finished, "seed \(seed)")
        }
    }

    @Test func whatStaysRefusedHoldsTheBeginningUpForAboutASecond() throws {
        let file = try folder.write([], to: "file")
        let clock = ContinuousClock()
        let start = clock.now
        let recorder = Recorder(in: "\(file)/folder")
        #expect(recorder.directory == nil && clock.now - start < .milliseconds(900), "what can't be is not tried again")
    }
}
