import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import SmallFoundation
import TestSupport
import Testing

@testable import EpisodesCore

/// What rules learned from healthy sessions are worth, measured on the app and its planted bugs.
struct LearnedRuleMeasures {
    let folder: String

    /// Records a session, and opens it.
    func record(_ actions: [AppAction], _ bug: Bug? = nil, named name: String) throws -> Timeline {
        let recorder = Recorder(.init(app: "Episodes", directory: "\(folder)/\(name)"))
        var state = AppState()
        let storeRecorder = recorder.store(initialState: state)
        let reducer = bug ?? Self.healthy
        for action in actions { storeRecorder.reduce(action, in: &state) { reducer.reduce(&$0, $1) } }
        recorder.finish()
        guard let directory = recorder.directory else { throw RecordingError(.system, "nothing was recorded", path: folder) }
        return try Timeline(Recording(directory: directory))
    }

    private static let healthy = Bug("nothing", find: "true", at: "", in: []) { _, _ in }

    /// Healthy sessions with seeds that follow one another.
    func sessions(_ seeds: Range<Int>) throws -> [Timeline] {
        try seeds.map { try record(HealthySession(seed: UInt64($0)).actions, named: "healthy \($0)") }
    }

    func learner(from sessions: [Timeline]) throws -> RecordingsLearner {
        var learner = RecordingsLearner()
        for (number, session) in sessions.enumerated() { try learner.learn(from: session, named: "healthy \(number)") }
        return learner
    }

    /// What a run of the command cost: time in seconds, and the most memory.
    struct Costs: Decodable {
        let seconds: Double
        let processorSeconds: Double
        let residentBytes: Int
    }

    /// Runs the command, which has to end well.
    func costs(of arguments: [String]) throws -> Costs {
        let script = """
            import json, os, sys, time
            begin = time.monotonic()
            child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
            _, status, used = os.wait4(child, 0)
            unit = 1 if sys.platform == "darwin" else 1024
            print(json.dumps({
                "seconds": time.monotonic() - begin, "processorSeconds": used.ru_utime + used.ru_stime,
                "residentBytes": used.ru_maxrss * unit}))
            sys.exit(status != 0)
            """
        let run = try Program.python().run(["-I", "-S", "-c", script, Program.rewind.url.path] + arguments, in: folder)
        run.expect(0)
        return try JSONValue(parsing: run.outputBytes).decode(Costs.self)
    }

    /// The rules that a session breaks, the first first.
    func broken(_ rules: [LearnedRule], by session: Timeline) throws -> [BrokenRulesQuestion.Row] {
        try BrokenRulesQuestion(rules.map { try Invariant($0) }).answer(in: session).rows
    }

    /// Whether one of the first three broken rules names the bug's place, or a part of it, or what it is a part of.
    ///
    /// What a whole feature is, such as `.home`, names no place.
    func isFound(at place: String, _ broken: [BrokenRulesQuestion.Row]) -> Bool {
        let place = place.split(separator: "/").filter { Int($0) == nil }
        return broken.prefix(3).contains { row in
            (row.rule.condition.reads ?? []).contains { read in
                let tokens = read.tokens.filter { Int($0) == nil }
                let count = min(tokens.count, place.count)
                return count > (place.first == "session" ? 0 : 1) && zip(tokens, place).allSatisfy { $0 == $1 }
            }
        }
    }
}
