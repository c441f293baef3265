import RewindValue

/// A recording that was opened, in either form: its manifest, its segments, and what is missing of it.
///
/// Segments are read when asked for, so that the memory is bounded by one segment's size and not the recording's.
public struct Recording: Sendable {
    /// Where it was opened from, as the user named it.
    public var path: String { source.path }
    /// Which of the two forms it is.
    public var form: Form { source.form }
    /// What it says of itself, completed by what a scan found where it is a directory.
    public let manifest: Manifest
    /// What each segment holds, in order.
    public let segments: [SegmentSummary]
    /// What is missing.
    public let losses: Losses
    /// What is unusual about it and does no harm, a sentence each: that it is newer than this library, or that another tool packed it.
    public var notes: [String] { source.notes + manifest.format.notes }
    /// Where its files come from.
    public let source: AnyEntrySource
    /// Bounds on what is read.
    package let limits: FormatLimits
    /// What the crash handler left in a directory.
    private let crashLeft: Crash?

    /// The two forms of a recording.
    public enum Form: String, Sendable {
        /// A directory that an app writes, or wrote until it died.
        case directory
        /// One sealed file.
        case bundle
    }

    /// What a segment holds, known without reading it again.
    public struct SegmentSummary: Sendable, Equatable {
        /// Its number in the recording, from 0.
        public var index: Int
        /// The steps whose actions are in it; `nil` for a segment with only a keyframe.
        public var steps: ClosedRange<Int>?
        /// Monotonic nanoseconds of its first and last action.
        public var times: ClosedRange<Int>?

        /// A segment of those steps and times.
        package init(index: Int, steps: ClosedRange<Int>?, times: ClosedRange<Int>?) {
            (self.index, self.steps, self.times) = (index, steps, times)
        }
    }

    /// The first and last step there is; `nil` for a recording without any action.
    ///
    /// Step 0 is the state before step 1.
    public var steps: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap({ $0.steps }).first, let last = segments.last(where: { $0.steps != nil })?.steps else {
            return nil
        }
        return first.lowerBound...last.upperBound
    }

    /// Monotonic nanoseconds of the first and last action.
    public var times: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap({ $0.times }).first, let last = segments.last(where: { $0.times != nil })?.times else {
            return nil
        }
        return first.lowerBound...max(first.lowerBound, last.upperBound)
    }

    /// Opens the files of a sealed recording: its manifest says what is in it.
    ///
    /// - Throws: ``RecordingError`` if there is no manifest, or this version can't read it.
    public init(bundle source: some EntrySource, limits: FormatLimits = .default) throws(RecordingError) {
        self.source = AnyEntrySource(source)
        self.limits = limits
        guard source.names.contains(Manifest.entryName) else {
            throw RecordingError(.notARecording, "there is no \(Manifest.entryName) in it", path: source.path)
        }
        let manifest = try Manifest(parsing: try source.read(Manifest.entryName), limits: limits, path: source.path)
        self.manifest = manifest
        segments = manifest.segments.map { SegmentSummary(index: $0.index, steps: $0.steps, times: $0.times) }
        losses = Losses(sealed: manifest.losses)
        crashLeft = nil
    }

    /// A recording that somebody else read through: the parts that its own files don't say.
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

    /// The crash that ended the recording, as the handler in the process saw it; `nil` where there was none, or nothing could see it.
    ///
    /// - Throws: ``RecordingError`` if the file that tells of it can't be read.
    public func crash() throws(RecordingError) -> Crash? {
        if form == .directory { return crashLeft }
        guard source.names.contains(Crash.entryName), let bytes = try? source.read(Crash.entryName) else { return nil }
        return (try? JSONValue(parsing: bytes)).flatMap { Crash(json: $0) }
    }

    /// Reads one segment.
    ///
    /// - Throws: ``RecordingError`` if its files can't be read or are not what their hashes say. Damaged lines are no error but a list.
    public func segment(_ index: Int) throws(RecordingError) -> Segment {
        try Self.segment(index, from: source, limits: limits)
    }

    package static func segment(_ index: Int, from source: some EntrySource, limits: FormatLimits) throws(RecordingError) -> Segment {
        let (actions, states) = try streams(of: index, in: source)
        return Segment(index: index, actions: actions, states: states, isLive: source.form == .directory, limits: limits)
    }

    /// The bytes of a segment's streams; none of one that is not there.
    package static func streams(
        of index: Int, in source: some EntrySource
    ) throws(RecordingError) -> (actions: [UInt8], states: [UInt8]) {
        func stream(_ name: String) throws(RecordingError) -> [UInt8] { source.names.contains(name) ? try source.read(name) : [] }
        return (try stream(SegmentName.actions(index)), try stream(SegmentName.states(index)))
    }
}
