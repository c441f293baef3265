import RewindCapture
import RewindFormat
import RewindValue

extension Manifest {
    /// The manifest of a recording that begins; everything that comes from the app is in the recording's form.
    init(of app: String, details: [String: String], started: Int, processID: Int32, form: RecordedForm) {
        self.init(recorder: RewindVersion.text, started: started)
        self.app["name"] = .string(app)
        // The app's name is recorded already; a name in the details would be another's.
        let told = JSONObject(details.sorted { $0.key < $1.key }.filter { $0.key != "name" }.map { ($0.key, JSONValue.string($0.value)) })
        for (key, value) in form.facts(told, open: Self.openAppFacts) { self.app[key] = value }
        device = DeviceFacts.members
        unknown["process"] = .number(JSONNumber(processID))
    }
}
