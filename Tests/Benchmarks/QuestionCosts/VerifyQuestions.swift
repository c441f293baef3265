import RewindArchive
import RewindCapture
import RewindControl
import RewindFormat
import RewindReplay

/// What running the reducer again costs; this program is its own host.
struct VerifyQuestions {
    /// The recording of a million steps on S.
    let small: String
    let smallSteps: Int

    /// Runs the reducer for the command; five of the recorded steps did more.
    static func host() -> Never {
        var host = RewindHost()
        host.add(from: AppState(.S), actions: .itself) { (state: inout AppState, action: AppAction) in
            change(&state, action)
        }
        host.run()
    }

    func answer() throws -> [Question] {
        let plain = try Self.plainLoop(small)
        let run = try ProgramRun(["verify", small, "--continue", "--host", "\(CommandLine.arguments[0]) host"])
        let times = rounded(Double(run.nanoseconds) / Double(plain))
        return [
            Question("`verify` of \(smallSteps) steps, S", aim: "30 s a million", figure: text(run.nanoseconds), run: run),
            Question("the same, beside decoding and reducing in a plain loop", aim: "2 ×", figure: "\(times) × (\(text(plain)))"),
        ]
    }

    /// Reads, decodes and reduces every action.
    private static func plainLoop(_ path: String) throws -> Int {
        try median(of: 1) {
            let timeline = try Timeline(openRecording(at: path))
            var state: AppState = try timeline.state(at: 0).get().decode()
            for number in timeline.steps.dropFirst() {
                guard let line = try timeline.step(at: number)?.line else { continue }
                change(&state, try ActionTypes<AppAction>.itself.decode(line))
            }
            if state.todos.isEmpty { say("") }
        }
    }
}
