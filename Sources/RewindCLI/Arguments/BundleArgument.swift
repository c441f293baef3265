import ArgumentParser
import RewindFormat
import RewindReplay
import RewindSystem

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
}

extension Timeline {
    /// Builds or reads the index of paths.
    func index() throws { try Activity.during("indexing") { () throws(RecordingError) in try prepareIndex() } }
}
