import RewindArchive
import RewindCapture
public import RewindFormat
import RewindReplay
import RewindValue

/// What a person adds to a recording in words.
public struct Annotation: Sendable {
    /// What to call the recording; `nil` leaves its title.
    public var title: String?
    /// What to say about the recording as a whole; `nil` leaves its note.
    public var note: String?
    /// Moments to name.
    public var marks: [Mark] = []
    /// Names of marks to remove; a mark of that name may be added anew.
    public var removedMarks: [String] = []

    /// Nothing yet.
    public init() {}

    /// Whether it says the same as another with as many marks.
    package func hasSameWords(as other: Annotation) -> Bool {
        (title, note) == (other.title, other.note) && marks.map(\.name) == other.marks.map(\.name)
            && marks.map(\.note) == other.marks.map(\.note)
    }

    /// A name for the moment after a step.
    public struct Mark: Sendable {
        /// The step.
        public var step: Int
        /// The name by which tools find the step.
        public var name: String
        /// A remark about the moment.
        public var note: String?

        /// A mark after a step.
        public init(step: Int, name: String, note: String? = nil) {
            self.step = step
            self.name = name
            self.note = note
        }
    }
}

extension Editor {
    /// Writes a new recording with a title, a note or marks added, or with marks removed; all other lines stay byte for byte the same.
    ///
    /// The default rules apply to these words as they do to those that a recorder is given, unless everything was recorded.
    ///
    /// - Throws: `RecordingError` if a mark's step does not exist, a mark's name has control characters or is taken, there is no mark to
    ///   remove, a segment can't be read, or the output already exists.
    @discardableResult public func annotate(_ annotation: Annotation, output: String) throws(RecordingError) -> Recording {
        try check(output)
        let annotation = recorded(annotation)
        try check(annotation.marks, besides: annotation.removedMarks)
        var contents = try contents()
        var edits: [String] = []
        if let title = annotation.title {
            contents.manifest.title = title
            edits.append("the title was set")
        }
        if let note = annotation.note {
            contents.manifest.note = note
            edits.append("the note was set")
        }
        var notes: [String: String] = [:]
        for name in annotation.removedMarks {
            let (step, note) = try remove(mark: name, from: &contents)
            notes[name] = note
            // What an app named may be masked later; what is said of edits is not.
            edits.append("\(recording.isMarkAddedByHand(name, step: step) ? "the mark '\(name)'" : "a mark") was removed from step \(step)")
        }
        for var mark in annotation.marks {
            // One that moves takes its note along.
            mark.note = mark.note ?? notes[mark.name]
            try add(mark, to: &contents)
            edits.append("the mark '\(mark.name)' was added after step \(mark.step)")
        }
        return try write(contents, to: output, edit: edits.joined(separator: ", "))
    }

    /// The words without what the rules take for a secret.
    package func recorded(_ annotation: Annotation) -> Annotation {
        if recording.manifest.level == RedactionLevel.everything.rawValue { return annotation }
        let redactor = Redactor(level: .secrets)
        var clean = annotation
        clean.title = annotation.title.map { redactor.recorded($0, at: .title) }
        clean.note = annotation.note.map { redactor.recorded($0, at: .note) }
        for index in clean.marks.indices {
            clean.marks[index].name = redactor.recorded(annotation.marks[index].name, at: .mark)
            clean.marks[index].note = annotation.marks[index].note.map { redactor.recorded($0, at: .note) }
        }
        return clean
    }

    /// Refuses names by which a step could not be found.
    private func check(_ marks: [Annotation.Mark], besides removed: [String]) throws(RecordingError) {
        var new: [String: Int] = [:]
        for mark in marks {
            if mark.name.isEmpty || mark.name.unicodeScalars.contains(where: \.isControl) {
                throw RecordingError(
                    .invalidRequest, "the name of a mark must be one line of text without control characters", path: recording.path,
                    advice: "Choose another name")
            }
            let other = new.updateValue(mark.step, forKey: mark.name)
            let recorded = removed.contains(mark.name) ? nil : try timeline.step(ofMark: mark.name)
            if let step = other ?? recorded {
                throw RecordingError(
                    .invalidRequest, "the mark '\(mark.name)' already stands after step \(step)",
                    path: recording.path, advice: "Choose another name, or remove that mark")
            }
        }
    }

    /// Removes a mark from what is to be written; returns the step after which it stood, and its note.
    private func remove(mark name: String, from contents: inout BundleContents) throws(RecordingError) -> (step: Int, note: String?) {
        guard let step = try timeline.step(ofMark: name) else {
            let names = try timeline.markNames()
            throw RecordingError(
                .invalidRequest, "there is no mark '\(name)'", path: recording.path,
                advice: names.isEmpty ? nil : "The marks are \(names.joined(separator: ", "))")
        }
        var note: String?
        func isRemoved(_ line: JournalLine?) -> Bool { if case .mark(let mark)? = line { mark.name == name } else { false } }
        for index in contents.segments.indices {
            let stream = try contents.segments[index].actions.load()
            let lines = SegmentLines(SegmentStreams(actions: stream, states: [])).journal
            guard case .mark(let mark)? = lines.first(where: { isRemoved($0.line) })?.line else { continue }
            note = note ?? mark.note
            contents.segments[index].actions.load = { () throws(RecordingError) in
                var result = StreamBytes()
                for entry in lines where !isRemoved(entry.line) { result.add(entry.bytes) }
                return result.bytes
            }
        }
        return (step, note)
    }

    private func add(_ mark: Annotation.Mark, to contents: inout BundleContents) throws(RecordingError) {
        let time = try timeline.step(at: mark.step)?.time ?? 0
        let line = MarkLine(time: time, step: mark.step, name: mark.name, note: mark.note)
        // The segment that answers for the step; the first one for the state before all steps.
        let place =
            contents.segments.lastIndex { $0.span.steps.map { $0.lowerBound <= mark.step } ?? false } ?? contents.segments.indices.first
        guard let place else { return }
        let load = contents.segments[place].actions.load
        contents.segments[place].actions.load = { () throws(RecordingError) in
            var bytes: [UInt8] = []
            line.json.write(into: &bytes)
            return SegmentLines.inserting([(line.step, bytes[...])], into: try load())
        }
    }
}

extension Unicode.Scalar {
    /// Whether it breaks a line, steers a terminal or turns the direction of what stands beside it.
    fileprivate var isControl: Bool {
        properties.isBidiControl || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}
