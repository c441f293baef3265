package import RewindFormat
import RewindSystem
import RewindValue

extension LiveMark {
    /// Names the present moment of a live recording, after the last step that has begun.
    ///
    /// Reads the newest segments, and appends one line. If an earlier mark of this kind has the name, the new one gets a number.
    ///
    /// - Throws: `RecordingError` if no app is recording there, or the directory can't be read or written.
    package static func set(_ name: String, note: String?, in directory: String) throws(RecordingError) -> MarkLine {
        guard LiveDirectory.isRecorded(directory) else {
            let annotating = "rewind annotate \(directory.shellQuoted) --at end --mark \(name.shellQuoted) --in-place"
            throw RecordingError(
                .invalidRequest, "no app is recording here any more, so there is no moment to mark", path: directory,
                advice: FileSystem.kind(of: directory) == .directory
                    ? "Seal it with `rewind seal \(directory.shellQuoted)`, and mark a step of the file with `rewind annotate`"
                    : "Mark a step of it with `\(annotating)`")
        }
        let source = try LiveSource(path: directory)
        let indices = SegmentName.indices(in: source.names)
        // The newest may be prepared, and have no step yet.
        let recording = try Recording(
            unsealed: source, from: indices.suffix(2).first ?? 0, whileRecording: source.underWay, at: source.time)
        let segment = recording.segments.last { $0.steps != nil } ?? recording.segments.last
        var taken: Set<String> = []
        for index in indices {
            taken.formUnion(parse(source.marks[SegmentName.marks(index)] ?? []).map(\.line.name))
        }
        var (free, number) = (name, 1)
        while taken.contains(free) {
            number += 1
            free = "\(name)-\(number)"
        }
        let time = source.time ?? recording.times?.upperBound ?? 0
        let mark = MarkLine(time: time, step: segment?.steps?.upperBound ?? 0, name: free, note: note, byHand: true)
        let name = SegmentName.marks(segment?.index ?? 0)
        // A line that another command left unfinished is not part of this one.
        let isTorn = source.marks[name]?.last.map { $0 != UInt8(ascii: "\n") } ?? false
        var bytes: [UInt8] = []
        mark.json.write(into: &bytes)
        LiveLine.close(&bytes, from: 0)
        // One call, so that no two lines are mixed.
        try File(opening: "\(directory)/\(name)", .append).write((isTorn ? [UInt8(ascii: "\n")] : []) + bytes)
        return mark
    }
}
