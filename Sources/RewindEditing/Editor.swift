import RewindArchive
public import RewindFormat
public import RewindReplay
import RewindValue

/// Makes new recordings from one: shorter ones, and ones with less or with more in them.
///
/// ```swift
/// let editor = try Editor("bug-1234.rewind")
/// let trimmed = try editor.trim(to: 40...67, output: "end.rewind")
/// ```
///
/// The original recording is never changed. The new one appears when it is complete, on disk and read back; lines, members and files that
/// this version does not know are kept as they were. Steps keep their numbers and times, so what a bug report says about them stays true.
/// The manifest's `edits` tells what was done. Works on one segment at a time, in about five times the memory of its streams.
public struct Editor {
    /// The recording that is edited.
    public let recording: Recording
    /// The recording as a timeline.
    public let timeline: Timeline
    /// Whether a file at the output path is replaced; it is not by default.
    public var overwrites = false

    /// Opens a recording of either form.
    ///
    /// - Throws: `RecordingError` if there is no recording at the path, or it is damaged or still being recorded.
    public init(_ path: String) throws(RecordingError) {
        recording = try openRecording(at: path)
        timeline = try Timeline(recording)
    }

    /// Everything that a bundle of the recording would have.
    func contents() throws(RecordingError) -> BundleContents { try BundleContents(of: recording) }

    /// Refuses, before any work, an output that is taken or is the input.
    package func check(_ output: String) throws(RecordingError) { try sealing.checkOutput(output, isOutside: recording.path) }

    /// Writes what came of an edit, and opens it.
    func write(_ contents: BundleContents, to output: String, edit: String) throws(RecordingError) -> Recording {
        var contents = contents
        contents.manifest.edits.append("\(edit) (\(RewindVersion.text))")
        return try sealing.write(contents, to: output)
    }

    private var sealing: Sealing {
        var sealing = Sealing()
        sealing.overwrites = overwrites
        return sealing
    }
}
