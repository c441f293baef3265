import RewindCapture
import RewindFormat
import RewindRecorder

/// Finds the recorded store of one of the app's stores.
extension Recorder {
    /// The name in the recording of a store to which the app gave a name.
    func recordedName(ofStore name: String) -> String { (form ?? shownForm).text(name, at: .store) }

    /// A store's name in the recording; if the app gives no name, the store is the only one, or the only one with that type of state.
    ///
    /// - Throws: `RecordingError` if the app gives no name and several stores fit, or no store fits; the error lists the stores.
    func recordedName(ofStore name: String?, _ state: Any.Type) throws(RecordingError) -> String {
        if let name { return recordedName(ofStore: name) }
        let stores = manifest?.stores ?? []
        if stores.count < 2 { return stores.first?.name ?? ActionLine.mainStore }
        let type = TypeShape.name(of: state)
        let fitting = stores.filter { $0.state == type }
        if fitting.count == 1 { return fitting[0].name }
        let names = (fitting.isEmpty ? stores : fitting).map { "'\($0.name)'" }.joined(separator: ", ")
        let reason = fitting.isEmpty ? "none of them has" : "several of them have"
        throw RecordingError(
            .noSuchStore, "the recorder has \(stores.count) stores, and \(reason) states of the type \(TypeName.of(state)): \(names)",
            advice: "Say which one is meant, as in store: \"wishes\"")
    }
}
