import ArgumentParser
import RewindFormat
import RewindReplay

/// The recording that a command looks at: its first argument.
struct BundleArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A recording: a sealed file, a directory that an app records into, 'latest', or '-' for standard input.", valueName: "bundle"),
        completion: .file())
    var path: String

    /// Opens the recording.
    func open() throws -> Recording { try Activity.during("reading") { () throws(RecordingError) in try Bundles.open(path) } }

    /// Opens the recording as a timeline.
    func timeline() throws -> Timeline { try Bundles.timeline(path) }

    /// Opens the recording as a timeline that is asked about parts of the state: with its index, which is made where there is none.
    func indexedTimeline() throws -> Timeline {
        let timeline = try timeline()
        try Activity.during("indexing") { () throws(RecordingError) in try timeline.prepareIndex() }
        return timeline
    }
}

/// Whose state is meant, in a recording of several stores.
struct StoreOption: ParsableArguments {
    @Option(name: .customLong("store"), help: "The store, in a recording of several; by default that of the step.")
    var name: String?

    /// The store's name, if there is such a store.
    func checked(in timeline: Timeline) throws -> String? { try Self.checked(name, in: timeline) }

    /// A store's name, if there is such a store.
    static func checked(_ name: String?, in timeline: Timeline) throws -> String? {
        let stores = timeline.recording.manifest.stores.map(\.name)
        if let name, !stores.contains(name) {
            throw NegativeAnswer(
                description: "there is no store '\(name)' in \(timeline.recording.path), only \(stores.joined(separator: ", "))")
        }
        return name
    }
}
