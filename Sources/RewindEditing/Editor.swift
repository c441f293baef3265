import RewindArchive
public import RewindFormat
public import RewindReplay
import RewindValue

/// Makes new recordings of one: shorter ones, ones with less or with more in them.
///
/// ```swift
/// let editor = try Editor("bug-1234.rewind")
/// let trimmed = try editor.trim(to: 40...67, output: "end.rewind")
/// ```
///
/// The recording that is edited is never changed. The new one appears when it is complete, on the disk and read back; lines, members and files
/// that this version does not know are in it as they were. Steps keep their numbers and times, so what a bug report says of them stays true. What
/// was done is told in the manifest's `edits`. Works a segment at a time, in about five times the memory of one segment's streams.
public struct Editor {
    /// The recording that is edited.
    public let recording: Recording
    /// The same, as a line of steps.
    public let timeline: Timeline
    /// Whether a file at the output path is replaced.
    ///
    /// Off.
    public var overwrites = false

    /// Opens a recording of either form.
    ///
    /// - Throws: `RecordingError` if it is none, is damaged, or still being recorded.
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
