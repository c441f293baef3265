import RewindArchive
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

extension BundleContents {
    /// The contents with segments made of these parts, under their numbers in the new recording, and new counts; several are made at a time.
    ///
    /// Until the bundle is at `output`, the segments are in an unnamed file beside it.
    ///
    /// - Parameter make: called on any thread, so the data that it reads must not change meanwhile.
    func rewritten<Part>(
        _ parts: [(index: Int, part: Part)], for output: String, _ make: @escaping (Part) throws(RecordingError) -> SegmentStreams
    ) throws(RecordingError) -> BundleContents {
        let spool = try StreamSpool(for: output)
        var segmentList = SpooledSegments(in: spool)
        // Each segment is made by one thread, from a source that any thread may use.
        nonisolated(unsafe) let parts = parts
        nonisolated(unsafe) let make = make
        let made = Processors.map(Array(parts.indices), threads: FormatLimits.default.workers) { place in
            Result { () throws(RecordingError) in
                try SpooledSegments.Item(try make(parts[place].part), parts[place].index, in: spool)
            }
        }
        for item in made { segmentList.add(try item.get()) }
        return segmentList.contents(self)
    }
}

/// Segments in a spool, with their total counts.
struct SpooledSegments {
    private let spool: StreamSpool
    private var counts = RecordingCounts()
    private var spans: [Recording.SegmentSummary] = []

    init(in spool: StreamSpool) { self.spool = spool }

    var count: Int { spans.count }

    struct Item: Sendable {
        fileprivate let outline: SegmentOutline
        fileprivate let index: Int

        init(_ streams: SegmentStreams, _ index: Int, in spool: StreamSpool) throws(RecordingError) {
            self.index = index
            outline = SegmentOutline(index: index, actions: streams.actions, states: streams.states, isLive: false)
            try spool.append(actions: streams.actions, states: streams.states, segment: index)
        }
    }

    mutating func add(_ item: Item) {
        counts.add(item.outline.counts)
        spans.append(Recording.SegmentSummary(index: item.index, steps: item.outline.steps, times: item.outline.times))
    }

    /// Stores and adds the next segment.
    mutating func add(_ streams: SegmentStreams, _ index: Int) throws(RecordingError) { add(try Item(streams, index, in: spool)) }

    /// The contents with these segments in place of their own.
    func contents(_ contents: BundleContents) -> BundleContents {
        var contents = contents
        let details = Dictionary(contents.segments.map { ($0.summary.index, $0.details) }, uniquingKeysWith: { first, _ in first })
        var counts = counts
        counts.unknown = contents.manifest.counts.unknown
        contents.manifest.counts = counts
        let spool = spool
        contents.segments = spans.map { span in
            var part = BundleContents.SegmentPart(span) { (name) throws(RecordingError) in try spool.read(name) }
            part.details = details[span.index] ?? [:]
            return part
        }
        return contents
    }
}

extension BundleContents.SegmentPart {
    func streams() throws(RecordingError) -> SegmentStreams { SegmentStreams(actions: try actions.load(), states: try states.load()) }
}
