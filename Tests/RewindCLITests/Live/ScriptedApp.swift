import ReplayTestSupport
import RewindCapture
import RewindControl
import RewindFormat
import RewindLive
import RewindValue
import TestSupport

@testable import RewindCLI

/// An app that answers as a test has it: its recording is written by the test, and requests are kept.
final class ScriptedApp: AppConnection {
    let builder: RecordingBuilder
    private let folder: TemporaryFolder
    /// What was asked, as method and parameters.
    private(set) var asked: [String] = []
    /// What a method answers; each answer serves once, the last for ever.
    var answers: [String: [Result<JSONValue, any Error>]] = [:]
    /// Is called with each request before it is answered.
    var onRequest: (String) throws -> Void = { _ in }
    var isConnected = true
    private let live: LiveRecording

    /// An app at step 3: a shop whose cart was filled twice.
    ///
    /// - Parameter level: how much of it is recorded.
    init(level: String? = nil) throws {
        folder = try TemporaryFolder()
        builder = try RecordingBuilder(in: folder) { $0.level = level }
        builder.keyframe(0, ["cart": ["count": 0]])
        for step in 1...3 {
            try builder.action(step, step == 3 ? "cart/clear" : "cart/add") {
                $0.action = step == 3 ? ["cart": ["_0": ["clear": [:]]]] : ["cart": ["_0": ["add": ["count": .number(JSONNumber(step))]]]]
            }
            try builder.patch(step, #"[{"op":"replace","path":"/cart/count","value":\#(step == 3 ? 0 : step)}]"#)
        }
        live = LiveRecording(directory: builder.path)
    }

    func recording() throws -> LiveRecording {
        try builder.flush()
        return live
    }

    func ask<Method: ControlMethod>(_ request: Method) throws -> Method.Answer {
        let parameters = try JSONValue(encoding: request)
        asked.append(parameters.object?.isEmpty == true ? Method.name : "\(Method.name) \(parameters.jsonText)")
        try onRequest(Method.name)
        var waiting = answers[Method.name] ?? []
        guard let answer = waiting.first else { throw ControlError(.noSuchMethod, "the test has no answer to \(Method.name)") }
        if waiting.count > 1 { waiting.removeFirst() }
        answers[Method.name] = waiting
        return try answer.get().decode(Method.Answer.self)
    }
}
