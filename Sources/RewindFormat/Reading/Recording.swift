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
    public let source: any EntrySource
    /// Bounds on what is read.
    package let limits: FormatLimits

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
    }

    /// The first and last step there is; `nil` for a recording without any action.
    ///
    /// Step 0 is the state before step 1.
    public var steps: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap(\.steps).first, let last = segments.last(where: { $0.steps != nil })?.steps else {
            return nil
        }
        return first.lowerBound...last.upperBound
    }

    /// Monotonic nanoseconds of the first and last action.
    public var times: ClosedRange<Int>? {
        guard let first = segments.lazy.compactMap(\.times).first, let last = segments.last(where: { $0.times != nil })?.times else {
            return nil
        }
        return first.lowerBound...max(first.lowerBound, last.upperBound)
    }

    /// Opens the files of a sealed recording: its manifest says what is in it.
    ///
    /// - Throws: ``RecordingError`` if there is no manifest, or this version can't read it.
    public init(bundle source: any EntrySource, limits: FormatLimits = .default) throws(RecordingError) {
        self.source = source
        self.limits = limits
        guard source.names.contains(Manifest.entryName) else {
            throw RecordingError(.notARecording, "there is no \(Manifest.entryName) in it", path: source.path)
        }
        let manifest = try Manifest(parsing: try source.read(Manifest.entryName), limits: limits, path: source.path)
        self.manifest = manifest
        segments = manifest.segments.map { SegmentSummary(index: $0.index, steps: $0.steps, times: $0.times) }
        losses = Losses(sealed: manifest.losses)
    }

    /// Opens a directory that nobody writes any more, by reading all of its lines once.
    ///
    /// - Throws: ``RecordingError`` if it is no recording, this version can't read it, or its app still holds the lock.
    public init(directory path: String, limits: FormatLimits = .default) throws(RecordingError) {
        try self.init(directory: path, limits: limits, holdsLock: false)
    }

    /// Opens a directory whose lock the caller may hold.
    ///
    /// - Parameter rebuildsManifest: whether a manifest that is damaged or missing is made anew from the lines, which is said in ``losses``.
    package init(
        directory path: String, limits: FormatLimits = .default, holdsLock: Bool, rebuildsManifest: Bool = false
    ) throws(RecordingError) {
        let source = try DirectorySource(path: path, limits: limits)
        let isWorthRebuilding = rebuildsManifest && !SegmentName.indices(in: source.names).isEmpty
        guard source.names.contains(Manifest.entryName) || isWorthRebuilding else {
            throw RecordingError(.notARecording, "not a recording: there is no \(Manifest.entryName) in it", path: path)
        }
        if !holdsLock, LiveDirectory.isLocked(path) {
            throw RecordingError(
                .stillRecording, "an app is recording into it", path: path, advice: "Wait until the app has ended, or end it, and try again"
            )
        }
        self.source = source
        self.limits = limits
        let status = source.names.contains(StatusPage.fileName) ? Status(try source.read(StatusPage.fileName)) : nil
        var written: Manifest?
        do throws(RecordingError) {
            written = try Manifest(parsing: try source.read(Manifest.entryName), limits: limits, path: path)
        } catch {
            if error.code == .unsupported { throw error }  // it is whole, and says what only a later version knows
            guard isWorthRebuilding else { throw error.advisingRecovery(of: source) }
        }
        var scan = RecordingScan(status: status, crash: try Crash(live: source), sealed: written?.losses ?? [Self.manifestIsLost])
        let indices = SegmentName.indices(in: source.names)
        let named = scan.named
        let outlines = Processors.map(indices, threads: limits.threads) { index in
            Result { () throws(RecordingError) in
                let (actions, states) = try Self.streams(of: index, in: source)
                return SegmentOutline(index: index, actions: actions, states: states, limits: limits, naming: named)
            }
        }
        for outline in outlines { scan.take(try outline.get()) }
        var manifest: Manifest
        if let written {
            manifest = written
        } else {
            var lines = SalvagedLines(stores: (status?.stores ?? []).map(\.store))
            for index in indices { lines.take(try Self.segment(index, from: source, limits: limits)) }
            manifest = lines.manifest
        }
        if written == nil { manifest.ending = Ending(.recording) }  // so that the status page tells
        scan.complete(&manifest)
        self.manifest = manifest
        segments = scan.segments
        losses = scan.losses
    }

    /// What is said of a recording whose manifest had to be made anew.
    package static let manifestIsLost = "the manifest is damaged: which app it was, and what else only the manifest knew, is not known"

    /// The crash that ended the recording, as the handler in the process saw it; `nil` where there was none, or nothing could see it.
    ///
    /// - Throws: ``RecordingError`` if the file that tells of it can't be read.
    public func crash() throws(RecordingError) -> Crash? {
        switch form {
        case .directory: try Crash(live: source)
        case .bundle:
            source.names.contains(Crash.entryName)
                ? (try? JSONValue(parsing: try source.read(Crash.entryName))).flatMap { Crash(json: $0) } : nil
        }
    }

    /// Reads one segment.
    ///
    /// - Throws: ``RecordingError`` if its files can't be read or are not what their hashes say. Damaged lines are no error but a list.
    public func segment(_ index: Int) throws(RecordingError) -> Segment {
        try Self.segment(index, from: source, limits: limits)
    }

    private static func segment(_ index: Int, from source: any EntrySource, limits: FormatLimits) throws(RecordingError) -> Segment {
        let (actions, states) = try streams(of: index, in: source)
        return Segment(index: index, actions: actions, states: states, isLive: source.form == .directory, limits: limits)
    }

    /// The bytes of a segment's streams; none of one that is not there.
    private static func streams(
        of index: Int, in source: any EntrySource
    ) throws(RecordingError) -> (actions: [UInt8], states: [UInt8]) {
        func stream(_ name: String) throws(RecordingError) -> [UInt8] { source.names.contains(name) ? try source.read(name) : [] }
        return (try stream(SegmentName.actions(index)), try stream(SegmentName.states(index)))
    }
}

extension RecordingError {
    /// The same error; where there are streams from which the manifest can be made anew, with the advice to do so.
    fileprivate func advisingRecovery(of source: DirectorySource) -> RecordingError {
        guard code == .damaged || code == .notARecording, !SegmentName.indices(in: source.names).isEmpty else { return self }
        var error = self
        error.advice = "Run `rewind recover \(source.path)` to make it anew from what was recorded"
        return error
    }
}
