import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindSystem
import RewindValue
import TestSupport
import Testing

@Suite("Following a recording while it is written", .timeLimit(.minutes(5)))
struct FollowingTests {
    struct State: Codable, Sendable, Equatable {
        var count = 0
        var words: [String] = []
    }

    let folder = TemporaryFolder()

    /// A recorder, and what reduces one action in its store.
    private func app(
        limits: RecordingLimits = .none, _ name: String = "main"
    ) throws -> (recorder: Recorder, directory: String, step: () -> State) {
        var configuration = Recorder.Configuration(app: "Followed", directory: folder.path("recordings"))
        configuration.limits = limits
        configuration.level = .everything
        let recorder = Recorder(configuration)
        var state = State()
        let store = recorder.store(name, initialState: state)
        let step = {
            state = store.reduce(state.count, from: state) { state, count in
                var next = state
                next.count = count + 1
                if count % 7 == 0 { next.words.append("word \(count)") }
                if next.words.count > 20 { next.words.removeFirst() }
                return next
            }
            return state
        }
        return (recorder, try #require(recorder.directory), step)
    }

    @Test func everyByteComesOnceAndInOrder() throws {
        let (recorder, directory, step) = try app()
        var tail = try RecordingTail(following: directory)
        var files: [String: [UInt8]] = [:]
        func look() throws -> Bool {
            let pieces = try tail.read(limit: 3_000).pieces
            for piece in pieces {
                let name = piece.stream.fileName(piece.segment)
                #expect(files[name, default: []].count == piece.offset)
                files[name, default: []] += piece.bytes
            }
            return !pieces.isEmpty
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            _ = step()
            if Int.random(in: 0..<10, using: &random) == 0 { _ = try look() }
        }
        recorder.finish()
        while try look() {}
        #expect(files.count == 2)
        for (name, bytes) in files { #expect(try FileSystem.read("\(directory)/\(name)", limit: .max) == bytes, "\(name)") }
    }

    @Test func statesAreCurrentAfterEachLook() throws {
        let (recorder, directory, step) = try app()
        var tail = try RecordingTail(following: directory, from: .newest)
        var states = FollowedStates()
        for round in 1...50 {
            let state = (1...round).map { _ in step() }.last
            recorder.flush()
            for piece in try tail.read().pieces where piece.stream == .states {
                states.apply(LiveLines.states(in: piece.bytes, segment: piece.segment))
            }
            let followed = try #require(states.state(of: "main"))
            #expect(try followed.state.decode(State.self) == state)
            #expect(followed.step == state?.count)
        }
        recorder.finish()
    }

    @Test func whoeverComesBackGetsWhatIsMissing() throws {
        let (recorder, directory, step) = try app(limits: .last(states: 100_000))
        var tail = try RecordingTail(following: directory)
        var steps: [Int] = []
        func look() throws {
            var hasMore = true
            while hasMore {
                let reading = try tail.read()
                #expect(reading.dropped.isEmpty)
                for piece in reading.pieces where piece.stream == .actions {
                    for case .action(let line) in LiveLines.actions(in: piece.bytes, segment: piece.segment) { steps.append(line.step) }
                }
                hasMore = reading.hasMore
            }
        }
        for _ in 0..<10 {
            for _ in 0..<3_000 { _ = step() }
            recorder.flush()
            try look()
            let position = tail.position
            for _ in 0..<3_000 { _ = step() }  // nobody follows
            tail = try RecordingTail(following: directory, from: .behind(position))
        }
        recorder.finish()
        try look()
        #expect(steps == Array(1...60_000))
    }

    @Test func whatTheRingLetGoIsTold() throws {
        let (recorder, directory, step) = try app(limits: .last(states: 200))
        var tail = try RecordingTail(following: directory)
        for _ in 0..<10 { _ = step() }
        recorder.flush()
        _ = try tail.read()
        for round in 1...2_000 {
            _ = step()
            if round % 50 == 0 { recorder.flush() }
        }
        recorder.flush()
        var dropped: [Int] = []
        var segments: Set<Int> = []
        var last: Int?
        for _ in 0..<20 {
            let reading = try tail.read()
            dropped += reading.dropped
            for piece in reading.pieces {
                segments.insert(piece.segment)
                for case .action(let line) in LiveLines.actions(in: piece.bytes, segment: piece.segment) where piece.stream == .actions {
                    last = line.step
                }
            }
        }
        recorder.finish()
        #expect(last == 2_010)
        let newest = try #require(segments.max())
        #expect(Set(dropped).isDisjoint(with: segments.subtracting([0])))
        #expect(Set(dropped).union(segments) == Set(0...newest))
        #expect(!dropped.isEmpty)
    }
}
