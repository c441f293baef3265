import ArgumentParser
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

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
        try timeline.index()
        return timeline
    }
}

extension Timeline {
    /// Makes the index of paths, or reads it.
    fileprivate func index() throws { try Activity.during("indexing") { () throws(RecordingError) in try prepareIndex() } }

    /// The same for a list of all changes of some places, unless they are so many that an index has nothing to spare: then the list begins at once,
    /// and a person is told how long it will be.
    func prepare(toListChangesOf places: [JSONPointer], store: String?, in range: ClosedRange<Int>?) throws {
        let coming = try estimatedChanges(of: places, store: store, in: range)
        if coming < (range ?? steps).count / 16 { return try index() }
        if coming >= Self.longList, StandardStream.error.isTerminal {
            Diagnostics.say("about \(coming) changes; --steps 10..20 or --steps @1:00..@1:30 lists some of them")
        }
    }

    /// Changes that nobody reads all.
    private static let longList = 5_000
}
