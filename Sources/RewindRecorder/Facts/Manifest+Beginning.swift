import RewindCapture
import RewindFormat
import RewindValue

extension Manifest {
    /// What a recording says of itself when it begins; whatever the app tells goes through the rules.
    init(of app: String, details: [String: String], started: Int, processID: Int32, redactor: Redactor) {
        self.init(recorder: RewindVersion.text, started: started)
        self.app["name"] = .string(app)
        var told: JSONObject = [:]
        let open = Redactor(level: redactor.level == .everything ? .everything : .secrets)
        // The app's name is told already, and stays readable; whatever name is in the details is another's.
        for (key, value) in details.sorted(by: { $0.key < $1.key }) where key != "name" {
            if Self.openAppFacts.contains(key) {
                told[key] = .string(open.recorded(value, at: .appFact))
                continue
            }
            for (key, value) in redactor.redact(beside: .object([key: .string(value)])).object ?? [:] { told[key] = value }
        }
        for (key, value) in told.sorted(unlessKeysAreThoseOf: [:]) { self.app[key] = value }
        device = DeviceFacts.members
        unknown["process"] = .number(JSONNumber(processID))
    }
}
