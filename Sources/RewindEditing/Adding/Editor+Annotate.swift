import RewindArchive
import RewindCapture
package import RewindFormat
import RewindJournal
import RewindRedaction
import RewindReplay
import RewindSystem
import RewindValue

/// The words that a person adds to a recording.
package struct Annotation: Sendable {
    /// The new title; `nil` keeps the old one.
    package var title: String?
    /// The new note about the recording as a whole; `nil` keeps the old one.
    package var note: String?
    /// Moments to name.
    package var marks: [Mark] = []
    /// Names of marks to remove; a mark with such a name may be added again.
    package var removedMarks: [String] = []

    package init() {}

    /// Whether another annotation has the same words and as many marks.
    package func hasSameWords(as other: Annotation) -> Bool {
        (title, note) == (other.title, other.note) && marks.map(\.name) == other.marks.map(\.name)
            && marks.map(\.note) == other.marks.map(\.note)
    }

    /// A name for the moment after a step.
    package struct Mark: Sendable {
        package var step: Int
        /// The name by which tools find the step.
        package var name: String
        /// A remark about the moment.
        package var note: String?

        package init(step: Int, name: String, note: String? = nil) {
            self.step = step
            self.name = name
            self.note = note
        }
    }
}

extension Editor {
    /// Writes a new recording with a title, a note or marks added, or with marks removed; all other lines stay byte for byte the same.
    ///
    /// The default rules apply to these words as they do to a recorder's, unless everything was recorded.
    ///
    /// - Throws: `RecordingError` if a mark's step does not exist, a mark's name has control characters or is taken, there is no mark to
    ///   remove, a segment can't be read, or the output already exists.
    @discardableResult package func annotate(_ annotation: Annotation, output: String) throws(RecordingError) -> Recording {
        try check(output)
        let annotation = recorded(annotation)
        try check(annotation.marks, besides: annotation.removedMarks)
        var contents = try contents()
        let by = RewindVersion.text
        var edits: [RecordingEdit] = []
        if let title = annotation.title {
            contents.manifest.title = title
            edits.append(RecordingEdit(.title, by: by))
        }
        if let note = annotation.note {
            contents.manifest.note = note
            edits.append(RecordingEdit(.note, by: by))
        }
        var notes: [String: String] = [:]
        for name in annotation.removedMarks {
            let removed = try remove(mark: name, from: &contents)
            notes[name] = removed.note
            // A mark that the app set may be hidden later, but the list of edits is not, so its name is left out.
            edits.append(RecordingEdit(.unmark, name: removed.byHand ? name : nil, step: removed.step, by: by))
        }
        for var mark in annotation.marks {
            // A mark that moves keeps its note.
            mark.note = mark.note ?? notes[mark.name]
            try add(mark, to: &contents)
            edits.append(RecordingEdit(.mark, name: mark.name, step: mark.step, by: by))
        }
        return try write(contents, to: output, edits: edits)
    }

    /// The annotation as the recording may have it.
    package func recorded(_ annotation: Annotation) -> Annotation { annotation.recorded(at: recording.manifest.recordedLevel) }

    /// Refuses names by which a step could not be found.
    private func check(_ marks: [Annotation.Mark], besides removed: [String]) throws(RecordingError) {
        var new: [String: Int] = [:]
        for mark in marks {
            try mark.checkName(path: recording.path)
            let other = new.updateValue(mark.step, forKey: mark.name)
            let recorded = removed.contains(mark.name) ? nil : try timeline.step(ofMark: mark.name)
            if let step = other ?? recorded {
                throw RecordingError(
                    .invalidRequest, "the mark '\(mark.name)' is already set after step \(step)",
                    path: recording.path, advice: "Choose another name, or remove that mark")
            }
        }
    }

    /// Removes the marks with a name from the contents; returns the step they were set after, their note, and whether people set all of
    /// them.
    private func remove(
        mark name: String, from contents: inout BundleContents
    ) throws(RecordingError) -> (step: Int, note: String?, byHand: Bool) {
        guard let step = try timeline.step(ofMark: name) else {
            let names = try timeline.markNames()
            throw RecordingError(
                .invalidRequest, "there is no mark '\(name)'", path: recording.path,
                advice: names.isEmpty ? nil : "The marks are \(names.joined(separator: ", "))")
        }
        var (note, byHand): (String?, Bool) = (nil, true)
        func isRemoved(_ line: JournalLine?) -> Bool { if case .mark(let mark)? = line { mark.name == name } else { false } }
        for index in contents.segments.indices {
            let stream = try contents.segments[index].actions.load()
            let lines = SegmentLines(SegmentStreams(actions: stream, states: [])).journal
            guard case .mark(let mark)? = lines.first(where: { isRemoved($0.line) })?.line else { continue }
            note = note ?? mark.note
            byHand = byHand && mark.byHand
            contents.segments[index].actions.load = { () throws(RecordingError) in
                var result = StreamBytes()
                for entry in lines where !isRemoved(entry.line) { result.add(entry.bytes) }
                return result.bytes
            }
        }
        return (step, note, byHand)
    }

    private func add(_ mark: Annotation.Mark, to contents: inout BundleContents) throws(RecordingError) {
        let time = try timeline.step(at: mark.step)?.time ?? 0
        let line = MarkLine(time: time, step: mark.step, name: mark.name, note: mark.note, byHand: true)
        // The segment that has the step; the first one for the state before all steps.
        let place =
            contents.segments.lastIndex { $0.summary.steps.map { $0.lowerBound <= mark.step } ?? false } ?? contents.segments.indices.first
        guard let place else { return }
        let load = contents.segments[place].actions.load
        contents.segments[place].actions.load = { () throws(RecordingError) in
            var bytes: [UInt8] = []
            line.json.write(into: &bytes)
            return SegmentLines.inserting([(line.step, bytes[...])], into: try load())
        }
    }
}

extension Annotation {
    fileprivate func recorded(at level: RedactionLevel?) -> Annotation {
        let redactor = Redactor(addingTo: level)
        var clean = self
        clean.title = title.map { redactor.redact($0, at: .words) }
        clean.note = note.map { redactor.redact($0, at: .words) }
        for index in marks.indices {
            clean.marks[index].name = redactor.redact(marks[index].name, at: .words)
            clean.marks[index].note = marks[index].note.map { redactor.redact($0, at: .words) }
        }
        return clean
    }
}

extension Annotation.Mark {
    fileprivate func checkName(path: String) throws(RecordingError) {
        if name.isEmpty || name.unicodeScalars.contains(where: \.isControl) {
            throw RecordingError(
                .invalidRequest, "the name of a mark must be one line of text without control characters", path: path,
                advice: "Choose another name")
        }
    }

    /// Marks the present moment of a recording while an app records it, after the last step that has begun.
    ///
    /// The app does not take part, so it may hang; the mark stays if the app dies. Words are written as in ``Editor/annotate(_:output:)``.
    /// If an earlier call used the name, a number is appended.
    ///
    /// - Parameter directory: the directory that the app records into.
    /// - Returns: the mark as it was written, and whether something in it was redacted.
    /// - Throws: `RecordingError` if no app is recording there, the name has control characters, or the directory can't be read or written.
    @discardableResult package static func set(
        _ name: String, note: String? = nil, whileRecordingInto directory: String
    ) throws(RecordingError) -> (mark: Annotation.Mark, isRedacted: Bool) {
        let manifest = try? FileSystem.read("\(directory)/\(Manifest.entryName)", limit: FormatLimits.default.manifestBytes)
        let known = try manifest.map { (bytes) throws(RecordingError) in try Manifest(parsing: bytes, path: directory) }
        var annotation = Annotation()
        annotation.marks = [Annotation.Mark(step: 0, name: name, note: note)]
        let mark = annotation.recorded(at: known?.recordedLevel).marks[0]
        try mark.checkName(path: directory)
        if mark.name.utf8.count > FormatLimits.markBytes || mark.note?.utf8.count ?? 0 > FormatLimits.noteBytes {
            throw RecordingError(
                .limit, "a mark has at most \(FormatLimits.markBytes) bytes in its name and \(FormatLimits.noteBytes) in its note",
                path: directory)
        }
        let line = try LiveMark.set(mark.name, note: mark.note, in: directory)
        return (Annotation.Mark(step: line.step, name: line.name, note: line.note), mark.name != name || mark.note != note)
    }
}

extension Unicode.Scalar {
    /// Whether the character breaks a line, controls a terminal or changes the direction of adjacent text.
    fileprivate var isControl: Bool {
        properties.isBidiControl || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}
