package import RewindAge
public import RewindFormat
import RewindJournal
import RewindRedaction
import RewindSystem
package import RewindValue

/// Turns the directory that an app left into one file.
///
/// ```swift
/// var sealing = Sealing()
/// sealing.removesDirectory = true
/// let recording = try sealing.seal("Episodes-20261121T115002Z-4711.live", to: "bug-1234.rewind")
/// print(recording.losses.all)   // [{"kind":"states","steps":[41,43]}]
/// ```
///
/// The file appears only when it is complete, on disk and verified entry by entry; the same directory makes the same bytes. A
/// directory into which an app is recording is left alone.
public struct Sealing {
    /// Whether sealing replaces a file at the output path; it does not by default.
    public var overwrites = false
    /// Whether sealing removes the directory once the file is there and verified; it does not by default.
    public var removesDirectory = false
    /// Whom the file is sealed for, in the age format, so that only they can open it; empty for a file that anyone can read.
    ///
    /// Nothing of the recording is written to the disk unencrypted. Verifying the file needs as much memory as it has bytes.
    package var recipients: [Recipient] = []
    /// Files to add to those of the directory; their text, names and titles are redacted at the recording's own level.
    package var additions: [Addition] = []
    /// Whether additions and amendments are written unchanged because the caller has already redacted them.
    package var addsAsItIs = false
    /// Whether masking keeps the pictures that the recorder took of the app, as they are.
    package var keepsPictures = false
    /// The level of deflate, from 1 (fast) to 9 (small): 3, twice as fast as the usual 6 and a tenth larger on recordings.
    public var level = 3
    /// Bounds on what is written: sealing does not make a bundle that the default reader would refuse.
    package var limits = ArchiveLimits.default
    /// Bounds on what is read.
    package var formatLimits = FormatLimits.default

    /// How many threads may check and compress at once; by default as many as there are processors, and at most four.
    ///
    /// An app that seals while it is used keeps it to one.
    public var threads: Int {
        get { formatLimits.threads }
        set { formatLimits.threads = newValue }
    }
    /// Symbolises a crash while it is sealed, if the program's files are available; by default crashes are not symbolised.
    package var symbolise: ((Crash) -> Crash)?
    /// Called just before a complete file takes its name, with its temporary path, and may throw to prevent that; by default it does
    /// nothing.
    package var mayReplace: ((_ unfinished: String) throws(RecordingError) -> Void)?
    /// Whether a directory's damaged manifest is rebuilt from the lines; only recovery does that.
    var rebuildsManifest = false

    /// Whether lines that break the format's rules are left out, which costs reading all lines with every patch applied.
    package var mends = false

    /// The defaults: overwrites nothing, removes nothing.
    public init() {}

    /// A file that goes into a bundle in addition to what was recorded.
    package struct Addition: Sendable {
        /// The name in the bundle, such as `attachments/stderr.txt`: ASCII letters, digits, `.`, `_`, `-` and `/`.
        package var name: String
        package var bytes: [UInt8]
        /// What the manifest says about the file: `title`, `step`, `time`, `type`.
        package var details: JSONObject

        package init(_ name: String, _ bytes: [UInt8], details: JSONObject = [:]) {
            self.name = name
            self.bytes = bytes
            self.details = details
        }
    }

    /// Seals a live directory, or one that another tool zipped, into a new file and opens that file.
    ///
    /// Title and note are written unchanged, because they are written to be read. Files that the app itself has put into the directory are
    /// kept unchanged. The `losses` of the returned recording list what was lost. Needs memory for the streams of a few segments.
    ///
    /// - Parameters:
    ///   - directory: the recording.
    ///   - output: the file to make.
    ///   - title: what the recording is about; without it, the title that it has stays.
    ///   - note: what else there is to say about it; without it, the note that it has stays.
    /// - Throws: `RecordingError` if the directory is not a recording or its app is still running, if the output already exists or lies
    ///   inside the directory, or if writing fails. The directory is then untouched.
    @discardableResult public func seal(
        _ directory: String, to output: String, title: String? = nil, note: String? = nil
    ) throws(RecordingError) -> Recording {
        try seal(directory, to: output) { manifest in
            if let title { manifest.title = title }
            if let note { manifest.note = note }
        }
    }

    /// The same, with anything in the manifest amended: how the process ended, say, which only its parent knows.
    ///
    /// Except for title and note, what `amend` changes is redacted at the recording's own level.
    @discardableResult package func seal(
        _ directory: String, to output: String, amend: (inout Manifest) -> Void
    ) throws(RecordingError) -> Recording {
        switch FileSystem.kind(of: directory) {
        case .directory: break
        case nil: throw RecordingError(.notFound, "no such file or directory", path: directory)
        default:
            let recording = try openRecording(at: directory, limits: limits, formatLimits: formatLimits)
            guard recording.form == .directory else {
                throw RecordingError(
                    .invalidRequest, "not the directory of an app: a recording that is one file is already sealed", path: directory,
                    advice: "For a file that only some people can open, use `rewind ticket` or `rewind redact` with --to")
            }
            try checkOutput(output, outside: directory)
            var sealing = self
            sealing.removesDirectory = false
            return try sealing.finish(BundleContents(live: recording), try recording.crash(), directory, output, amend)
        }
        try checkOutput(output, outside: directory)
        if try isUnpacked(directory, limits: formatLimits) {
            let source = try BundleSource(folder: directory, formatLimits: formatLimits)
            let recording = try Recording(bundle: source, limits: formatLimits)
            return try finish(BundleContents(sealed: recording), try recording.crash(), directory, output, amend)
        }
        // No app can record into a read-only directory, such as a backup's, so checking its lock is enough.
        if !removesDirectory, !FileSystem.mayWrite(directory) {
            let recording = try Recording(directory: directory, limits: formatLimits, holdsLock: false, rebuildsManifest: rebuildsManifest)
            return try finish(BundleContents(live: recording), try recording.crash(), directory, output, amend)
        }
        // Checked first, because taking over the directory creates the lock file if it is missing.
        let isRecording = [Manifest.entryName, LiveDirectory.lockName].contains { FileSystem.kind(of: "\(directory)/\($0)") == .file }
        guard isRecording, let live = try LiveDirectory(waitingToTakeOver: directory) else {
            _ = try Recording(directory: directory, limits: formatLimits)  // throws the reason: not a recording, or an app records
            throw RecordingError(
                .invalidRequest, "another command is making a file of this directory", path: directory, advice: "Wait until it has ended")
        }
        defer { live.unlock() }
        let recording = try Recording(
            directory: directory, limits: formatLimits, holdsLock: true, rebuildsManifest: rebuildsManifest)
        let sealed = try finish(BundleContents(live: recording), try recording.crash(), directory, output, amend)
        // A folder's name may be its owner's name, and the directory may be sent unchanged. Without its manifest, it may be a masked
        // recording. A file that is sealed for others is no use to the app.
        let isOpen = recipients.isEmpty && !recording.manifest.hidesTexts && !recording.losses.sealed.contains(.manifest)
        if isOpen { live.note(madeFile: FileSystem.absolutePath(output)) }
        return sealed
    }

    private func finish(
        _ contents: BundleContents, _ crash: Crash?, _ directory: String, _ output: String, _ amend: (inout Manifest) -> Void
    ) throws(RecordingError) -> Recording {
        var contents = contents
        let added = Set(additions.map(\.name))
        contents.otherEntries.removeAll { added.contains($0.name) }
        // If the manifest is lost, the level is unknown.
        let level = contents.manifest.recordedLevel ?? .masked
        let redaction = RecordingRedaction(.default, level: level, of: contents.manifest)
        contents.otherEntries += additions.map { addsAsItIs ? $0.content : redacted($0.content, by: redaction) }
        let known = contents.manifest
        amend(&contents.manifest)
        if !addsAsItIs { contents.manifest = redaction.redact(contents.manifest, besides: known) }
        let crash = crash.map { symbolise?($0) ?? $0 }
        if contents.manifest.ending.how == .crashed, contents.manifest.ending.reason == nil {
            contents.manifest.ending.reason = crash?.reason
        }
        contents.setCrashReport(crash)
        contents.otherEntries.sort { $0.name < $1.name }
        let leftOut = contents.removeForbiddenEntries(limits: limits)
        if mends || contents.isOutOfOrder { try contents.mend(path: directory, limits: formatLimits) }
        try writer(output).write(contents)
        if removesDirectory, !leftOut { try DirectoryRemoval.remove(directory) }
        return try openRecording(at: output, limits: limits, formatLimits: formatLimits)
    }

    /// Writes a bundle of contents that were assembled elsewhere, and opens it.
    package func write(_ contents: BundleContents, to output: String) throws(RecordingError) -> Recording {
        var contents = contents
        contents.otherEntries.sort { $0.name < $1.name }
        _ = contents.removeForbiddenEntries(limits: limits)
        try writer(output).write(contents)
        return try openRecording(at: output, limits: limits, formatLimits: formatLimits)
    }

    func writer(_ output: String) -> BundleWriter {
        BundleWriter(
            output: output, overwrites: overwrites, level: level, limits: limits, formatLimits: formatLimits, recipients: recipients,
            mayReplace: mayReplace)
    }

    /// Refuses, before any work, an output that exists or lies inside the input.
    package func checkOutput(_ output: String, outside input: String) throws(RecordingError) {
        try ArchiveWriter.checkName(output, recipients: recipients)
        try OutputPlace.check(output, outside: [input], replacing: overwrites)
    }
}

extension Sealing.Addition {
    fileprivate var content: BundleContents.EntryContent {
        .init(name: name, details: details) { () throws(RecordingError) in bytes }
    }
}
