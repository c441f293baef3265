import Foundation
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue

/// What a recording's timeline costs inside a process.
enum TimelineQuestions {
    /// Stepping through all steps forwards, each state looked at.
    static func stepping(through path: String) throws -> Question {
        let timeline = try Timeline(openRecording(at: path))
        var known = 0
        let took = try median(of: 1) {
            for step in timeline.steps {
                if case .known(let state) = try timeline.state(at: step), state["counters"] != nil { known += 1 }
            }
        }
        guard known == timeline.steps.count else { throw Problem("only \(known) states of \(timeline.steps.count) are known") }
        return Question(
            "stepping through all steps forwards, S, in process", aim: "300,000 steps/s", figure: rate(known, in: took, "steps"))
    }

    /// The time of parsing the keyframe of a large recording once.
    static func keyframeParsing(of path: String) throws -> Int {
        let recording = try openRecording(at: path)
        guard case .known(let state) = try Timeline(recording).state(at: 0) else { throw Problem("there is no first state") }
        var bytes: [UInt8] = []
        state.write(into: &bytes)
        return try median(of: 5) { _ = try JSONValue(parsing: bytes) }
    }
}
