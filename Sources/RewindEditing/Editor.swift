package import RewindAge
package import RewindArchive
package import RewindFormat
package import RewindReplay
import RewindSystem
import RewindValue

/// Makes new recordings from one: shorter ones, and ones with parts removed or added.
///
/// ```swift
/// let editor = try Editor("bug-1234.rewind")
/// let trimmed = try editor.trim(to: 40...67, output: "end.rewind")
/// ```
///
/// The original recording is never changed, unless ``editInPlace()`` is called. The new one appears when it is complete, on disk and read
/// back; lines, members and files that this version does not know are kept unchanged. Steps keep their numbers and times, so that
/// references in a bug report stay valid. The manifest's `edits` lists the edits. Works on one segment at a time, in about five times the
/// memory of its streams.
package struct Editor {
    package let recording: Recording
    /// The recording as a timeline.
    package let timeline: Timeline
    /// Whether an existing file at the output path is replaced; it is not by default.
    package var overwrites = false
    /// Whom new files are sealed for; empty for files that anyone can read.
    package var recipients: [Recipient] = []

    /// Opens a recording of either form.
    ///
    /// - Throws: `RecordingError` if there is no recording at the path, or it is damaged or still being recorded.
    package init(_ path: String) throws(RecordingError) { try self.init(path, whileLive: .refuse) }

    /// Opens a recording of either form, including one into which an app is recording.
    package init(_ path: String, whileLive: LiveDirectoryPolicy) throws(RecordingError) {
        original = FileSystem.identity(of: path)
        recording = try openRecording(at: path, whileLive: whileLive)
        timeline = try Timeline(recording)
    }

    /// The identity of the file that an edit may replace, when it was opened; `nil` if none may be replaced.
    private var replaced: FileIdentity?
    private var isInPlace: Bool { replaced != nil }
    private let original: FileIdentity?
    let cutLines = CutLines()

    /// Lets later calls of ``annotate(_:output:)`` and ``attach(_:output:)-([Attachment],_)`` replace the recording; returns the path to
    /// pass to them.
    ///
    /// The new file is written beside the old one, synchronised, read back, and only then takes the old one's name and permissions; if
    /// anything fails, the old one stays unchanged. An edit throws if the recording has been changed since it was opened.
    ///
    /// - Throws: `RecordingError` if the recording is a directory, or shares its zip with unrelated files that would be lost.
    package mutating func editInPlace() throws(RecordingError) -> String {
        guard FileSystem.kind(of: recording.path) == .file, original != nil else {
            throw RecordingError(
                .invalidRequest, "a directory can't be edited in place, only a sealed file", path: recording.path,
                advice: "Seal it first with: rewind seal \(recording.path.shellQuoted)")
        }
        if try isReportPage(recording.path) {
            throw RecordingError(
                .invalidRequest, "a page can't be edited in place", path: recording.path,
                advice: "Write a new file with -o, and a page of that with `rewind report`")
        }
        if isSealedForRecipients(recording.path) {
            throw RecordingError(
                .invalidRequest, "a file that is sealed for a recipient can't be edited in place", path: recording.path,
                advice: "Write a new file with -o, which everybody can read")
        }
        if let other = recording.unlistedFiles.first {
            let more = recording.unlistedFiles.count > 1 ? " and \(recording.unlistedFiles.count - 1) more" : ""
            throw RecordingError(
                .invalidRequest, "the zip also holds \(other)\(more), which editing in place would remove", path: recording.path,
                advice: "Write a new file with -o; `rewind attach` adds files to a recording")
        }
        replaced = original
        overwrites = true
        return FileSystem.absolutePath(recording.path)
    }

    /// Everything that a bundle of the recording would contain.
    func contents() throws(RecordingError) -> BundleContents { try BundleContents(of: recording) }

    /// Refuses, before any work, an output that exists or is the input.
    package func check(_ output: String) throws(RecordingError) {
        if isInPlace, FileSystem.isSameFile(output, recording.path) { return }
        try sealing.checkOutput(output, outside: recording.path)
    }

    /// Writes the result of edits, and opens it.
    func write(_ contents: BundleContents, to output: String, edits: [RecordingEdit]) throws(RecordingError) -> Recording {
        var contents = contents
        // A recording by an app stays one when words and files are added to it in place; any other edit makes a derived recording.
        let isStillTheApps = isInPlace && !contents.manifest.isDerived
        contents.manifest.edits += edits.map { edit in
            var edit = edit
            edit.by = RewindVersion.text
            return edit
        }
        contents.manifest.derived = isStillTheApps ? false : nil
        let permissions = isInPlace ? FileSystem.permissions(of: output) : nil
        let recording = try sealing.write(contents, to: output)
        if let permissions { FileSystem.setPermissions(permissions, of: output) }
        return recording
    }

    var sealing: Sealing {
        var sealing = Sealing()
        sealing.overwrites = overwrites
        sealing.recipients = recipients
        if let replaced {
            let path = recording.path
            sealing.mayReplace = { (_) throws(RecordingError) in
                guard FileSystem.identity(of: path) != replaced else { return }
                throw RecordingError(.system, "the recording was changed while it was being edited", path: path, advice: "Try again")
            }
        }
        return sealing
    }
}
