import RewindFormat
import RewindValue

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
    /// The rules by which the states are read, by the names of the stores.
    let rules: [String: [StateRule]]

    /// The segments that a manifest lists; reads none yet.
    ///
    /// - Parameter rules: the app's rules, by store, of which those are followed that are for later versions of the states.
    /// - Throws: `RecordingError` if the manifest's steps are out of order.
    init(_ recording: Recording, rules: [String: [StateRule]] = [:]) throws(RecordingError) {
        self.recording = recording
        self.rules = recording.manifest.applying(rules)
        spans = try SegmentSpan.spans(of: recording)
    }

    func segment(at position: Int) throws(RecordingError) -> SegmentSteps {
        let span = spans[position]
        var segment = try recording.segment(span.index)
        for (store, rules) in rules { try migrate(&segment.states, of: store, by: rules, at: position) }
        return SegmentSteps(segment, span: span, isFirst: position == 0, manifest: recording.manifest)
    }

    func expect(_ position: Int) {}

    /// Changes the lines of a store by rules.
    private func migrate(
        _ lines: inout [StateLine], of store: String, by rules: [StateRule], at position: Int
    ) throws(RecordingError) {
        let span = spans[position]
        // The line of a store that was idle may come late.
        let places = lines.indices.filter { lines[$0].store == store && span.covers(lines[$0]) }.sorted { left, right in
            (lines[left].step, left) < (lines[right].step, right)
        }
        guard let first = places.first else { return }
        var before: JSONValue?
        if case .keyframe = lines[first].change {} else if position > 0 { before = try recordedState(of: store, endingAt: position - 1) }
        var pass = MigratingPass(rules, from: before)
        for place in places { lines[place].change = pass.migrated(lines[place].change) }
    }

    /// The state at the end of a segment as it was recorded; `nil` if it is unknown.
    private func recordedState(of store: String, endingAt position: Int) throws(RecordingError) -> JSONValue? {
        let recorded = try RecordedSegments(recording)
        var cursors = Cursors(of: recorded, from: recorded)
        let answer = try cursors.state(at: spans[position].steps.upperBound, store: store, segment: position)
        if case .known(let state) = answer { return state } else { return nil }
    }
}
