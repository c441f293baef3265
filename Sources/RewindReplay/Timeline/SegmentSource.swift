import RewindFormat

/// Where segments come from: the recording, at once or read ahead.
protocol SegmentSource: Sendable {
    /// The segment at a place.
    mutating func segment(at position: Int) throws(RecordingError) -> SegmentSteps

    /// Says that the segment at a place will be wanted soon.
    mutating func expect(_ position: Int)
}

/// The segments of a recording, each read when it is asked for.
struct RecordedSegments: SegmentSource {
    let recording: Recording
    /// What each of them answers for, in order.
    let spans: [SegmentSpan]

    /// The segments that a manifest lists; reads none yet.
    ///
    /// - Throws: `RecordingError` if the manifest's steps are out of order.
    init(_ recording: Recording) throws(RecordingError) {
        self.recording = recording
        spans = try SegmentSpan.spans(of: recording)
    }

    func segment(at position: Int) throws(RecordingError) -> SegmentSteps {
        let span = spans[position]
        return SegmentSteps(try recording.segment(span.index), span: span, manifest: recording.manifest)
    }

    func expect(_ position: Int) {}
}
