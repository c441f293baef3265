import ArgumentParser
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// The recording that a command reads: its first argument.
struct BundleArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A recording: a sealed file, a directory that an app records into, 'latest', which is what is read if none is named, or '-' for "
                + "standard input.", valueName: "bundle"),
        completion: .file())
    var path: String

    /// Opens the recording.
    func open() throws -> Recording { try Activity.during("reading") { () throws(RecordingError) in try Bundles.open(path) } }

    /// Opens the recording as a timeline.
    func timeline() throws -> Timeline { try Bundles.timeline(path) }

    /// Opens the recording as a timeline for questions about parts of the state, with its index, which is built if it is missing.
    func indexedTimeline() throws -> Timeline {
        let timeline = try timeline()
        try timeline.index()
        return timeline
    }
}

extension Timeline {
    /// Builds or reads the index of paths.
    fileprivate func index() throws { try Activity.during("indexing") { () throws(RecordingError) in try prepareIndex() } }

    /// Builds or reads the index for a list of all changes at some places, unless there are so many changes that it would save no time.
    func prepare(toListChangesOf places: [JSONPointer], store: String?, in range: ClosedRange<Int>?) throws {
        let coming = try estimatedChanges(of: places, store: store, in: range)
        if coming < (range ?? steps).count / 16 { return try index() }
    }
}
