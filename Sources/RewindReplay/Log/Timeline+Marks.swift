package import RewindFormat

extension Timeline {
    /// A mark with the step that it is behind.
    package struct MarkedStep: Sendable, Equatable {
        package let name: String
        package let step: Int
    }

    /// The first mark behind a later step than this, if any.
    ///
    /// Reads segments until it is found.
    ///
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    package func mark(after step: Int) throws(RecordingError) -> MarkedStep? {
        for position in try segmentIndex(of: step)..<segmentCount {
            if let mark = try marks(inSegment: position).first(where: { $0.step > step }) { return mark }
        }
        return nil
    }

    /// The last mark behind an earlier step than this, if any.
    ///
    /// Reads segments until it is found.
    ///
    /// - Throws: `RecordingError` if there is no such step, or a segment can't be read.
    package func mark(before step: Int) throws(RecordingError) -> MarkedStep? {
        for position in (0...(try segmentIndex(of: step))).reversed() {
            if let mark = try marks(inSegment: position).last(where: { $0.step < step }) { return mark }
        }
        return nil
    }

    private func marks(inSegment position: Int) throws(RecordingError) -> [MarkedStep] {
        var marks: [MarkedStep] = []
        for case .mark(let mark) in try segment(at: position).notes { marks.append(MarkedStep(name: mark.name, step: mark.step)) }
        return marks
    }
}
