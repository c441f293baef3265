import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue
import Synchronization

/// Explores recordings in hosts: each in several shares, side by side.
final class Exploring {
    private let command: HostCommand
    private let paths: [String]
    private let store: String?
    private let options: ExploreOptions
    private let jobs: Int
    private let shares: SideBySide<Share, ExploredRecording>
    private let progress: Progress
    /// The host that makes findings.
    private var own: HostReducer?

    /// What is to be done by one host at a time.
    private struct Share: Sendable {
        let path: String
        let number: Int
    }

    /// What a share came to.
    struct ExploredRecording: Sendable {
        let timeline: Timeline
        let store: String
        var found: Explored
    }

    /// How many orders were tried, of all shares.
    private final class Progress: Sendable {
        private let tried = Atomic<Int>(0)
        /// What is shown; `nil` of several recordings, which are counted themselves.
        private let count: Activity.Count?

        init(of limit: Int, isShown: Bool) { count = isShown ? Activity.Count(of: limit, "orders") : nil }

        func add() {
            let tried = tried.add(1, ordering: .relaxed).newValue
            if tried % 64 == 0 { count?.report(tried) }
        }

        func end() { count?.end() }
    }

    /// Begins.
    ///
    /// - Parameters:
    ///   - seconds: how long a recording is explored at most.
    ///   - jobs: how many hosts run at once, besides the one that makes findings.
    init(_ command: HostCommand, _ paths: [String], store: String?, _ options: ExploreOptions, seconds: Double, jobs: Int) {
        (self.command, self.paths, self.store, self.options, self.jobs) = (command, paths, store, options, jobs)
        let progress = Progress(of: options.limit, isShown: paths.count == 1)
        self.progress = progress
        let shares = paths.flatMap { path in (0..<jobs).map { Share(path: path, number: $0) } }
        self.shares = SideBySide(shares, workers: jobs, making: { try HostReducer(command) }) {
            [areSeveral = paths.count > 1] reducer, share in
            try Diagnostics.$subject.withValue(areSeveral ? share.path : nil) {
                let timeline = try reducer.reading(Bundles.timeline(share.path, keeps: false))
                let store = try reducer.oneStore(of: timeline, named: store)
                let session = try Candidate(timeline, store: store, upTo: timeline.steps.upperBound)
                var exploration = Exploration(session, by: reducer, of: store, options)
                defer { reducer = exploration.reducer }
                let end = ContinuousClock.now + .seconds(seconds)
                try exploration.run(share: share.number, of: jobs) { _ in
                    progress.add()
                    return ContinuousClock.now < end
                }
                return ExploredRecording(timeline: timeline, store: store, found: exploration.found)
            }
        }
    }

    /// What the next recording came to.
    ///
    /// - Throws: `RecordingError` if it can't be read or reduced, ``HostError``, or `UnknownState` if the store has no state to begin in.
    func nextResult() throws -> ExploredRecording {
        // All of its shares are taken, whatever one of them throws.
        let results = (0..<jobs).map { _ in Result { try shares.nextResult() } }
        progress.end()
        var sum = try results[0].get()
        for result in results.dropFirst() { sum.found.add(try result.get().found) }
        if let refusal = sum.found.refusal, refusal.step == nil {
            throw RecordingError(.unsupported, "the host can't reduce it: \(refusal.reason)", path: sum.timeline.recording.path)
        }
        return sum
    }

    /// What it found, each in the fewest steps.
    func findings(of explored: ExploredRecording) throws -> [MadeFinding] {
        if explored.found.showsNothing { return [] }
        var reducer = if let own { own } else { try HostReducer(command) }
        _ = try reducer.reading(explored.timeline)
        try reducer.recordedStores(of: explored.timeline, named: explored.store)
        var maker = FindingMaker(explored.found, by: reducer, of: explored.store, options, progress: Activity.report)
        defer {
            own = maker.reducer
            Activity.clearCount()
        }
        return try maker.findings()
    }

    /// Writes the session of a finding as a recording.
    ///
    /// - Returns: its path.
    func write(_ made: MadeFinding, of explored: ExploredRecording, into folder: String) throws -> String {
        let editor = try Editor(explored.timeline.recording.path)
        let (finding, store) = (made.finding, explored.store)
        var reducer = if let own { own } else { try HostReducer(command) }
        let lines = try reducer.updated(made.session.lines, of: store)
        var session = RecomputedSession(store, from: made.session.initial, lines, crash: finding.crash)
        session.version = reducer.version(of: store, in: explored.timeline)
        own = reducer
        session.wrong = made.wrong.map { place, actual, expected in
            // A value that should not be there is expected as null.
            WrongValue(step: 0, store: store, place: place, actual: actual, expected: expected ?? .null)
        }
        let path = OutputName.numbered("\(folder)/explore")
        return try naming(another: "folder") {
            try editor.writeRecomputed(session, edits: Self.edits(made, lines), output: path).path
        }
    }

    /// What was done, for the manifest; with what a test of it fails for.
    private static func edits(_ made: MadeFinding, _ lines: [RecomputedStep]) -> [RecordingEdit] {
        var edits = [RecordingEdit(.recompute, words: made.words)]
        let finding = made.finding
        let until = finding.crash != nil ? "crash" : finding.rule.map { "(\($0.condition)) | not" }
        if let until {
            func number(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
            var edit = RecordingEdit(.minimize, [("kept", .array(lines.map { number($0.line.step) })), ("of", number(finding.of))])
            edit.until = until
            edits.append(edit)
        }
        return edits + made.changes
    }
}
