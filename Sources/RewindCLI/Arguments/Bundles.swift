import ArgumentParser
import RewindArchive
import RewindFormat
import RewindJournal
import RewindLive
import RewindRendering
import RewindReplay
import RewindSystem

/// The recording that a command reads: its first argument.
struct BundleArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A recording: a sealed file, a directory that an app records into, 'latest', which is what is read if none is named, or '-' for "
                + "standard input.", valueName: "bundle"),
        completion: Completed.word)
    var path: String

    func open() throws -> Recording { try Bundles.recording(path) }

    /// Opens the recording as a timeline.
    func timeline() throws -> Timeline { try Bundles.timeline(path) }
}

extension Timeline {
    /// Builds or reads the index of paths, unless the user stops that.
    func index() throws(RecordingError) {
        try Activity.during("indexing") { () throws(RecordingError) in try prepareIndex { StopRequest.isMade } }
    }
}

/// Opens recordings by the names that users give them.
enum Bundles {
    /// Opens a recording of either form, including one into which an app is recording; `latest` is the newest one on this machine, unless a
    /// file has that name.
    static func recording(_ name: String) throws -> Recording {
        let path = try Activity.during("reading") { () throws(RecordingError) in try Self.path(of: name) }
        do throws(RecordingError) {
            let recording = try Activity.during("reading") { () throws(RecordingError) in
                try openRecording(at: path, whileLive: .openAsLive)
            }
            if recording.isLive { Diagnostics.say(liveness(of: recording, isKnown: path != name)) }
            return recording
        } catch {
            var error = error
            if PipedFile.isPath(path) {
                error.path = "standard input"
                error.recovery?.path = "-"
            }
            throw error
        }
    }

    /// Says that a recording goes on, and its last step.
    ///
    /// - Parameter isKnown: whether the user already knows that it goes on.
    private static func liveness(of recording: Recording, isKnown: Bool) -> String {
        let app = recording.manifest.appName ?? "an app"
        let start = isKnown ? "" : "\(app) is still recording into \(RecordingLibrary.nearName(of: recording.path)): "
        let steps = recording.steps.map { "as it was after step \($0.upperBound)" } ?? "without a step so far"
        let underWay = EndingText(ending: recording.manifest.ending).underWay.map { "; \($0)" }.joined()
        return "\(start)this is the recording \(steps)\(underWay)"
    }

    /// A warning that answers lack the steps whose actions are lost; `nil` if no actions are lost.
    private static func lostActions(of recording: Recording) -> String? {
        let sentences = recording.losses.ofActions.map(\.sentence)
        if sentences.isEmpty { return nil }
        let limit = 3
        let rest = sentences.count > limit ? [", and \(sentences.count - limit) more losses, which 'rewind info' lists"] : []
        return "in this recording, " + (sentences.prefix(limit).joined(separator: ", ") + rest.joined())
            + ": no answer knows what was done there"
    }

    /// Opens a recording as a timeline, with its index if one was built.
    ///
    /// - Parameter keeps: whether the timeline is needed until the process ends.
    static func timeline(_ name: String, keeps: Bool = true) throws -> Timeline {
        let recording = try recording(name)
        let timeline = try Timeline.ofProject(recording, indexStore: IndexFiles(of: recording))
        if let lost = lostActions(of: recording) { Diagnostics.say(lost) }
        // Retained until the process ends, which frees its memory faster than releasing it value by value would.
        if keeps, ProcessStandIn.current == nil { _ = Unmanaged.passRetained(timeline) }
        return timeline
    }

    /// Records a recording as the newest one; a failure is only reported, because the recording exists all the same.
    ///
    /// - Parameter original: the recording it was made from, which stays ahead of it in the list.
    static func remember(_ path: String, madeOf original: String? = nil) {
        do throws(RecordingError) {
            try RecordingLibrary()?.remember(path, madeOf: original)
        } catch {
            Diagnostics.say("'latest' does not name this recording: \(error) REWIND_HOME names another directory to remember recordings in")
        }
    }

    /// The path of a recording; `-` is standard input.
    ///
    /// Throws with advice if no file is at the path.
    static func path(of name: String) throws(RecordingError) -> String {
        if name == "-" { return try PipedFile.path() }
        let path = try RecordingLibrary.path(of: name, in: .ofThisMachine, note: Diagnostics.say)
        if FileSystem.isMissing(path) {
            throw RecordingError(
                .notFound, "no such file or directory", path: path,
                advice: "`rewind list` lists the recordings of this machine, the newest of which is also called 'latest'")
        }
        return path
    }
}

extension RecordingLibrary {
    /// The user's library, including the recordings of reachable apps elsewhere; `nil` if there is not even a home directory.
    static var ofThisMachine: RecordingLibrary? {
        var library = RecordingLibrary()
        library?.runningElsewhere = RunningApp.all().compactMap(\.directory)
        return library
    }
}
