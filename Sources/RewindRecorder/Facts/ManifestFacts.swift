import RewindCapture
import RewindFormat
import RewindSystem
import RewindValue

extension Manifest {
    /// The manifest of a recording that begins; everything that comes from the app is in the recording's form.
    init(of app: String, details: [String: String], started: Int, processID: Int32, form: RecordedForm) {
        self.init(recorder: RewindVersion.text, started: started)
        self.app["name"] = .string(app)
        // The app's name is recorded already; a name in the details would be another's.
        let given = JSONObject(details.sorted { $0.key < $1.key }.filter { $0.key != "name" }.map { ($0.key, JSONValue.string($0.value)) })
        for (key, value) in form.facts(given, open: Self.openAppFacts) { self.app[key] = value }
        device = DeviceFacts.members
        unknown["process"] = .number(JSONNumber(processID))
    }
}

/// Facts about the device that makes the recording, under `device` in its manifest.
enum DeviceFacts {
    static var members: JSONObject {
        var members: JSONObject = ["os": .string(SystemFacts.system.os), "architecture": .string(SystemFacts.system.architecture)]
        if let model = SystemFacts.model { members["model"] = .string(model) }
        return members
    }
}

/// Facts about the end of a recording that only the recorder knows.
struct ExitFacts: Equatable {
    /// How often each rule removed something.
    var removals: [String: Int]
    /// Actions that could not be written, and that no gap line records.
    var outage: GapLine?

    func complete(_ manifest: inout Manifest) {
        manifest.removals = removals
        guard let outage else { return }
        manifest.counts.dropped += outage.steps.count
        manifest.losses.append(Loss(outage))
    }
}
