import ReplayTestSupport
import RewindCapture
import RewindControl
import RewindFormat
import RewindLive
import RewindRendering
import RewindValue
import TestSupport

@testable import RewindCLI

/// An app that answers as a test has it: its recording is written by the test, and requests are kept.
final class ScriptedApp: AppConnection {
    let builder: RecordingBuilder
    private let folder: TemporaryFolder
    /// What was asked, as method and parameters.
    private(set) var asked: [String] = []
    /// Whether another client has paused it.
    var isPausedElsewhere = false
    /// What a method answers; each answer serves once, the last for ever.
    var answers: [String: [Result<JSONValue, any Error>]] = [:]
    /// Is called with each request before it is answered.
    var onRequest: (String) throws -> Void = { _ in }
    /// The stores that it serves.
    var stores = [ActionLine.mainStore]
    private let live: LiveRecording

    /// An app at step 3: a shop whose cart was filled twice.
    ///
    /// - Parameters:
    ///   - level: how much of it is recorded.
    ///   - types: what it says of its types, of which `Shop.Action` is that of its actions.
    init(level: String? = nil, types: JSONObject = [:]) throws {
        folder = TemporaryFolder()
        builder = try RecordingBuilder(in: folder, state: ["cart": ["count": 0]]) { manifest in
            manifest.level = level
            manifest.types = types
            if !types.isEmpty { manifest.stores[0].action = "Shop.Action" }
        }
        for step in 1...3 {
            let patch = #"[{"op":"replace","path":"/cart/count","value":\#(step == 3 ? 0 : step)}]"#
            try builder.step(step, step == 3 ? "cart/clear" : "cart/add", patch) {
                $0.action = step == 3 ? ["cart": ["_0": ["clear": [:]]]] : ["cart": ["_0": ["add": ["count": .number(JSONNumber(step))]]]]
            }
        }
        live = LiveRecording(directory: builder.path)
    }

    /// An app at step 4 with a store `main` and one of wishes, which had the last two steps; both have items and have had `undo`.
    init(stores: [String]) throws {
        self.stores = stores
        folder = TemporaryFolder()
        builder = try RecordingBuilder(in: folder, stores: ["main", "wishes"], state: ["trips": [:], "items": []]) { manifest in
            manifest.stores[0].state = "Trips"
            manifest.stores[1].state = "Wishes"
            manifest.types["Wishes"] = [
                "kind": "struct",
                "fields": ["wishes": "Swift.Dictionary<Swift.String, Swift.Int>", "gift": "Swift.Optional<Swift.String>"],
            ]
        }
        builder.keyframe(0, ["wishes": [:], "items": []], store: "wishes")
        try builder.step(1, "visit", #"[{"op":"add","path":"/trips/Oslo","value":1}]"#) { $0.action = ["visit": ["_0": "Oslo"]] }
        try builder.step(2, "undo", #"[{"op":"remove","path":"/trips/Oslo"}]"#) { $0.action = ["undo": [:]] }
        for (step, type) in [(3, "wish"), (4, "undo")] {
            try builder.action(step, type, store: "wishes") { $0.action = type == "undo" ? ["undo": [:]] : ["wish": ["_0": "Iceland"]] }
            try builder.patch(step, #"[{"op":"add","path":"/wishes/Iceland","value":\#(step)}]"#, store: "wishes")
        }
        live = LiveRecording(directory: builder.path)
    }

    func recording() throws -> LiveRecording {
        try builder.flush()
        return live
    }

    private var info: AppInfo {
        AppInfo(
            version: 1, library: "", app: "Shop", process: 1, recording: nil, directory: nil, started: 0, step: 3, level: "",
            reveals: false,
            stores: stores.map { AppInfo.StoreInfo(name: $0, state: "", action: "", lockedBy: isPausedElsewhere ? 1 : nil) },
            counters: EndpointCounters())
    }

    func ask<Method: ControlMethod>(_ request: Method) throws -> Method.Answer {
        if let info = info as? Method.Answer { return info }
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

/// What is said of an answer.
func text(_ answer: LiveAnswer) -> String { answer.lines(nil).map(\.text).joined(separator: "\n") }
