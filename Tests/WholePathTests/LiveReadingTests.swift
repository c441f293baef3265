import Dispatch
import RewindArchive
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization
import TestSupport
import Testing

/// A recording is opened again and again while another thread writes it as fast as it can.
@Suite("Reading a recording while it is written", .timeLimit(.minutes(5)))
struct LiveReadingTests {
    private struct Tally: Codable, Sendable {
        var count = 0
        var text = ""
    }
    private enum TallyAction: Codable, Sendable { case add(String) }

    @Test(arguments: [RecordingLimits.none, .last(states: 300), RecordingLimits(bytes: 300 << 10)])
    func showsWholeStepsWithTheirStatesAtAnyMoment(limits: RecordingLimits) throws {
        let folder = TemporaryFolder()
        var configuration = Recorder.Configuration(app: "Tally", directory: folder.path)
        configuration.limits = limits
        configuration.level = .everything
        let recorder = Recorder(configuration)
        let (main, other) = (recorder.store(initialState: Tally()), recorder.store("other", initialState: Tally()))
        let isDone = Flag()
        let hasBegun = WaitSignal()
        try withThread {
            var states = (Tally(), Tally())
            var number = 0
            while !isDone.value {
                number += 1
                let action = TallyAction.add(String(repeating: "x", count: number % 700))
                func reduce(_ tally: inout Tally, _ action: TallyAction) {
                    tally.count = number
                    if case .add(let text) = action { tally.text = text }
                }
                if number % 3 == 0 {
                    other.reduce(action, in: &states.1, reducer: reduce)
                } else {
                    main.reduce(action, in: &states.0, reducer: reduce)
                }
                if number % 500 == 0 { recorder.mark("\(number)") }
                // It is not the writer that is tested here: it may catch up now and then.
                if number % 200 == 0 {
                    recorder.flush()
                    hasBegun.signal()
                }
            }
        } meanwhile: {
            defer { isDone.set() }
            let path = try #require(recorder.directory)
            try #require(hasBegun.wait(nanoseconds: 600_000_000_000))
            #expect(throws: RecordingError.self) { try openRecording(at: path) }
            var (last, known) = (0, 0)
            for _ in 0..<12 {
                let recording = try openRecording(at: path, whileLive: .openAsLive)
                #expect(recording.manifest.ending.at != nil && recording.quietAtEnd != nil)
                #expect(recording.isLive && recording.losses.isEmpty, "\(recording.losses.all)")
                let timeline = try Timeline(recording)
                guard let steps = recording.steps else { continue }
                #expect(steps.upperBound >= last && (limits.described || steps.lowerBound == 1))
                last = steps.upperBound
                // Every segment is whole, though the app may have taken it away meanwhile.
                var seen = steps.lowerBound - 1
                for summary in recording.segments {
                    let segment = try recording.segment(summary.index)
                    #expect(segment.damage.isEmpty, "\(segment.damage)")
                    let numbers = segment.actions.map(\.step)
                    #expect(numbers == Array((seen + 1)..<(seen + 1 + numbers.count)))
                    seen += numbers.count
                }
                #expect(seen == steps.upperBound)
                for step in [last, max(steps.lowerBound, last - 400)] {
                    switch try timeline.state(at: step) {
                    case .known(let state):
                        known += 1
                        #expect(state["count"]?.int == step)
                    case .unknown(let unknown):
                        // Not written yet, or given up for a later one.
                        guard case .pending = unknown.reason else {
                            if case .merged = unknown.reason { continue }
                            Issue.record("\(unknown)")
                            continue
                        }
                    }
                }
            }
            #expect(last > 0 && known > 0)
        }
        recorder.finish()
        let path = try #require(recorder.directory)
        #expect(try !openRecording(at: path, whileLive: .openAsLive).isLive, "once it is finished, it opens as what it is")
    }

    /// Runs work on a thread while something else is done, and waits for it.
    private func withThread(_ work: @escaping @Sendable () -> Void, meanwhile: () throws -> Void) throws {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group, execute: work)
        defer { group.wait() }
        try meanwhile()
    }
}

extension RecordingLimits {
    fileprivate var described: Bool { steps != nil || bytes != nil }
}

/// Something that one thread tells another.
private final class Flag: Sendable {
    private let isSet = Atomic(false)
    var value: Bool { isSet.load(ordering: .relaxed) }
    func set() { isSet.store(true, ordering: .relaxed) }
}
