import RewindValue

/// An open recording, in either form: its manifest, its segments, and its losses.
///
/// Segments are read on demand, so memory is bounded by the size of one segment and not of the recording.
public struct Recording: Sendable {
    /// The path it was opened from, as the user named it.
    public var path: String { source.path }
    /// The app's name; `nil` if the recording does not say it.
    public var app: String? { manifest.appName }
    /// The app's version, as `details["version"]` of the recorder's configuration has it; `nil` if the recording does not say it.
    public var version: String? { manifest.appVersion }
    /// When it began, by the wall clock: nanoseconds since 1970.
    public var started: Int { manifest.started }
    package var form: Form { source.form }
    /// The recording's manifest; for a directory, completed by a scan of its lines.
    package let manifest: Manifest
    /// What became of its steps.
    public var counts: RecordingCounts { manifest.counts }
    /// How it ended.
    public var ending: Ending { manifest.ending }
    /// What each segment contains, in order.
    package let segments: [SegmentSummary]
    /// The recording's losses.
    public let losses: Losses
    /// Unusual but harmless facts, a sentence each: that the recording is newer than this library, or that another tool packed it.
    package var notes: [String] { source.notes + manifest.format.notes }

    /// The names of files next to the recording in its zip or folder that are not part of it.
    package var unlistedFiles: [String] { source.unlistedFiles }
    /// The source of the recording's files.
    package let source: AnyEntrySource
    package let limits: FormatLimits
    /// What the crash handler left in a directory.
    private let crashLeft: Crash?

    package enum Form: String, Sendable {
        /// A directory that an app writes, or wrote until it died.
        case directory
        /// One sealed file.
        case bundle
    }

    /// The content of a segment, known without reading it again.
    package struct SegmentSummary: Sendable, Equatable {
        /// The segment's number in the recording, counted from 0.
        package var index: Int
        /// The steps whose actions are in the segment, and later ones that have only their states left; `nil` for a segment with only a
        /// keyframe.
        package var steps: ClosedRange<Int>?
        /// Monotonic nanoseconds of the first and last action.
        package var times: ClosedRange<Int>?

        package init(index: Int, steps: ClosedRange<Int>?, times: ClosedRange<Int>?) {
            (self.index, self.steps, self.times) = (index, steps, times)
        }
    }

    /// The first and the last step; `nil` for a recording without any action.
    ///
    /// Step 0 is the state before step 1.
    package var steps: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap({ $0.steps }).first, let last = segments.last(where: { $0.steps != nil })?.steps else {
            return nil
        }
        return first.lowerBound...max(first.lowerBound, last.upperBound)
    }

    /// Monotonic nanoseconds of the first and last action.
    package var times: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap({ $0.times }).first, let last = segments.last(where: { $0.times != nil })?.times else {
            return nil
        }
        return first.lowerBound...max(first.lowerBound, last.upperBound)
    }

    /// When the recording ends, in nanoseconds since it began: with the process or the saved copy, if known; otherwise with the last
    /// action.
    package var end: Int { max(times?.upperBound ?? 0, manifest.ending.at ?? 0, manifest.ending.savedAt ?? 0) }

    /// Nanoseconds from the start, or from the first action of a part, to the end of the process, if known, or to the last action.
    package var length: Int {
        end - ((steps?.lowerBound ?? 0) > 1 ? times?.lowerBound ?? 0 : 0)
    }

    /// Nanoseconds from the last action to the end of the process; `nil` if either is unknown.
    package var quietAtEnd: Int? {
        guard let last = times?.upperBound, let end = manifest.ending.at, end >= last, !lacksLastTimes else { return nil }
        return end - last
    }

    /// Whether the times of the last steps are lost with their actions, so that the recording was longer than ``times``.
    package var lacksLastTimes: Bool {
        guard let last = steps?.upperBound else { return false }
        return losses.all.contains { $0.lacksAction(from: last) }
    }

    /// Whether the recording was longer than ``length``, by an unknown time.
    package var isLongerThanKnown: Bool { lacksLastTimes && manifest.ending.at == nil }

    /// Opens the files of a sealed recording, whose manifest lists its content.
    ///
    /// - Throws: ``RecordingError`` if the manifest is missing, or this version can't read it.
    package init(bundle source: some EntrySource, limits: FormatLimits = .default) throws(RecordingError) {
        self.source = AnyEntrySource(source)
        self.limits = limits
        guard source.names.contains(Manifest.entryName) else {
            throw RecordingError(.notARecording, "not a recording: \(Manifest.entryName) is missing", path: source.path)
        }
        let manifest = try Manifest(parsing: try source.read(Manifest.entryName), limits: limits, path: source.path)
        self.manifest = manifest
        segments = manifest.segments.map { SegmentSummary(index: $0.index, steps: $0.steps, times: $0.times) }
        losses = Losses(sealed: manifest.losses)
        crashLeft = nil
        try checkOrder()
    }

    /// A recording that the caller has read through; the arguments are what its own files don't say.
    ///
    /// - Parameter crash: what the handler left in a directory.
    package init(
        source: some EntrySource, limits: FormatLimits, manifest: Manifest, segments: [SegmentSummary], losses: Losses, crash: Crash?
    ) {
        self.source = AnyEntrySource(source)
        self.limits = limits
        self.manifest = manifest
        self.segments = segments
        self.losses = losses
        crashLeft = crash
    }

    /// Throws ``RecordingError/Code/damaged`` unless the segments, and the steps in them, follow each other.
    package func checkOrder() throws(RecordingError) {
        if let place = segments.firstOutOfOrder {
            throw RecordingError(
                .damaged, "the steps of segment \(segments[place].index) are out of order", path: path, entry: Manifest.entryName
            ).recoverable(at: path)
        }
    }

    /// The crash that ended the recording, as the handler in the process saw it; `nil` if there was no crash, or nothing could see it.
    ///
    /// - Throws: ``RecordingError`` if the file that describes it can't be read.
    package func crash() throws(RecordingError) -> Crash? {
        if form == .directory { return crashLeft }
        guard source.names.contains(Crash.entryName) else { return nil }
        let bytes = try source.read(Crash.entryName)
        return (try? JSONValue(parsing: bytes)).flatMap { Crash(json: $0) }
    }

    /// Reads one segment.
    ///
    /// - Throws: ``RecordingError`` if the segment's files can't be read or do not match their hashes; damaged lines are listed, not
    ///   thrown.
    package func segment(_ index: Int) throws(RecordingError) -> Segment {
        try Self.segment(index, from: source, limits: limits)
    }

    /// The actions of one segment that are whole in its action stream, without those that have only their beginning there.
    ///
    /// - Throws: ``RecordingError`` as ``segment(_:)``, for that stream alone.
    package func wholeActions(ofSegment index: Int) throws(RecordingError) -> [ActionLine] {
        try journal(ofSegment: index).actions.filter { !$0.isCut }
    }

    /// The marks that people set, of all segments that can be read; reads all actions.
    package var marksByHand: [MarkLine] {
        segments.flatMap { summary in
            let journal = (try? journal(ofSegment: summary.index))?.journal ?? []
            return journal.compactMap { if case .mark(let mark) = $0, mark.byHand { mark } else { nil } }
        }
    }

    private func journal(ofSegment index: Int) throws(RecordingError) -> Segment {
        let name = SegmentName.actions(index)
        let bytes = source.names.contains(name) ? try source.read(name) : []
        return Segment(index: index, actions: bytes, states: [], isLive: form == .directory, limits: limits)
    }

    package static func segment(_ index: Int, from source: some EntrySource, limits: FormatLimits) throws(RecordingError) -> Segment {
        let (actions, states) = try streams(of: index, in: source)
        return Segment(index: index, actions: actions, states: states, isLive: source.form == .directory, limits: limits)
    }

    /// The bytes of a segment's streams; empty for a missing stream.
    package static func streams(
        of index: Int, in source: some EntrySource
    ) throws(RecordingError) -> (actions: [UInt8], states: [UInt8]) {
        func stream(_ name: String) throws(RecordingError) -> [UInt8] { source.names.contains(name) ? try source.read(name) : [] }
        return (try stream(SegmentName.actions(index)), try stream(SegmentName.states(index)))
    }
}

extension [Recording.SegmentSummary] {
    /// The index of the first segment whose number, or whose steps, do not come after those before it; `nil` if all are in order.
    package var firstOutOfOrder: Int? {
        var (index, step) = (-1, 0)
        for (place, segment) in enumerated() {
            guard segment.index > index, (segment.steps?.lowerBound ?? .max) > step else { return place }
            (index, step) = (segment.index, segment.steps?.upperBound ?? step)
        }
        return nil
    }
}
