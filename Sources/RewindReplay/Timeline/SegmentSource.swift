import RewindFormat

/// A source of segments: the recording, directly or with read-ahead.
protocol SegmentSource: Sendable {
    mutating func segment(at position: Int) throws(RecordingError) -> SegmentSteps

    /// Announces that the segment at a position will be requested soon.
    mutating func expect(_ position: Int)
}

/// The segments of a recording, each read on request.
struct RecordedSegments: SegmentSource {
    let recording: Recording
    /// The spans of the segments, in order.
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
        return SegmentSteps(try recording.segment(span.index), span: span, isFirst: position == 0, manifest: recording.manifest)
    }

    func expect(_ position: Int) {}
}
