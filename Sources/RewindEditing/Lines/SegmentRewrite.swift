import RewindArchive
import RewindFormat
import RewindValue

/// Puts other segments in the place of a bundle's, one at a time.
///
/// Each is made twice or thrice, since a bundle's hashes come before its contents, and never held longer than it is needed.
struct SegmentRewrite {
    /// The segments to make, by their numbers in the new recording.
    let segments: [Int]
    /// Makes the streams of a segment.
    let make: (_ index: Int) throws(RecordingError) -> SegmentStreams

    /// The contents with these segments, counted anew.
    func applied(to contents: BundleContents) throws(RecordingError) -> BundleContents {
        var contents = contents
        var counts = Manifest.Counts()
        var spans: [BundleContents.Span] = []
        let details = Dictionary(contents.segments.map { ($0.span.index, $0.span.details) }, uniquingKeysWith: { first, _ in first })
        let made = LastMade(make)
        for index in segments {
            let streams = try made.streams(index)
            let segment = Segment(index: index, actions: streams.actions, states: streams.states, isLive: false)
            counts.add(segment)
            let lines = SalvagedLines()
            var span = BundleContents.Span(lines.span(of: segment))
            span.details = details[index] ?? [:]
            spans.append(span)
        }
        counts.unknown = contents.manifest.counts.unknown
        contents.manifest.counts = counts
        contents.segments = spans.map { span in
            var part = BundleContents.SegmentPart(span) { (_) throws(RecordingError) in [] }
            part.actions.load = { () throws(RecordingError) in try made.streams(span.index).actions }
            part.states.load = { () throws(RecordingError) in try made.streams(span.index).states }
            return part
        }
        return contents
    }

    /// Both streams of a segment are asked for in turn: the second time they are there.
    private final class LastMade {
        private let make: (Int) throws(RecordingError) -> SegmentStreams
        private var last: (index: Int, streams: SegmentStreams)?

        init(_ make: @escaping (Int) throws(RecordingError) -> SegmentStreams) { self.make = make }

        func streams(_ index: Int) throws(RecordingError) -> SegmentStreams {
            if let last, last.index == index { return last.streams }
            last = nil
            let streams = try make(index)
            last = (index, streams)
            return streams
        }
    }
}

extension BundleContents.SegmentPart {
    /// Both streams as they are.
    func streams() throws(RecordingError) -> SegmentStreams { SegmentStreams(actions: try actions.load(), states: try states.load()) }
}
