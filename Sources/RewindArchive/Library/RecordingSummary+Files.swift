import RewindFormat
import RewindJournal
import RewindSystem

extension RecordingSummary {
    /// Summarises a recording that was sealed, or unpacked since.
    init(remembered path: String) {
        let isDirectory = FileSystem.kind(of: path) == .directory
        self.init(path: path, form: isDirectory ? .directory : .bundle)
        bytes = isDirectory ? nil : FileSystem.size(of: path)
        open()
    }

    /// Summarises whatever is at a path, from its manifest.
    package init(lookingAt path: String) {
        self = RecordingSummary(beginning: path) ?? RecordingSummary(remembered: path)
    }

    /// Summarises a directory that an app records into, from its manifest; `nil` if the manifest is missing or can't be read.
    init?(beginning path: String) {
        let name = "\(path)/\(Manifest.entryName)"
        guard let bytes = try? FileSystem.read(name, limit: FormatLimits.default.manifestBytes),
            let manifest = try? Manifest(parsing: bytes, path: path)
        else { return nil }
        self.init(path: path, form: .directory)
        self.manifest = manifest
        isLive = LiveDirectory.isRecorded(path)
    }

    /// The summary completed from the recording's files; of a recording that goes on, only its progress is read.
    var completed: RecordingSummary {
        var summary = self
        if isLive {
            do throws(RecordingError) {
                let end = try newestSteps()
                summary.steps = end.steps.map { 1...$0.upperBound }
                summary.duration = end.times.map { max($0.upperBound, end.manifest.ending.at ?? 0) }
            } catch { summary.problem = error.message }
        } else {
            summary.open()
            summary.bytes = (try? DirectorySource(path: path)).map { source in source.names.reduce(0) { $0 + source.writtenBytes(of: $1) } }
        }
        return summary
    }

    /// The last segments of a recording that goes on; a segment that has just begun has no step yet.
    private func newestSteps() throws(RecordingError) -> Recording {
        let segments = SegmentName.indices(in: try DirectorySource(path: path).names)
        return try Recording(growing: path, from: segments.dropLast().last ?? 0)
    }

    private mutating func open() {
        do throws(RecordingError) { add(try openRecording(at: path)) } catch { problem = error.message }
    }
}
