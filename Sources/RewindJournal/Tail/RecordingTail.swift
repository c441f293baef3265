package import RewindFormat
import RewindSystem

/// What is appended to a recording while an app writes it, in whole lines, from one look to the next.
///
/// It reads the files only, so it works in the recorder's own process and in another one of the same user, and the app does nothing for it.
/// Each look costs a few system calls; the caller decides how often it looks. Not thread-safe.
package struct RecordingTail: Sendable {
    package let directory: String
    private var segments: [FollowedSegment] = []
    /// The segment that is looked for next.
    private var next: Int

    /// The two streams of a segment.
    package enum Stream: String, Sendable, CaseIterable {
        /// `actions.ndjson`.
        case actions
        /// `states.ndjson`.
        case states

        package func fileName(_ segment: Int) -> String {
            switch self {
            case .actions: SegmentName.actions(segment)
            case .states: SegmentName.states(segment)
            }
        }
    }

    package enum Start: Sendable, Equatable {
        /// With the first segment that is there.
        case first
        /// With the newest segment: it begins with the keyframes of all stores.
        case newest
        /// After what the caller has already: bytes by the name of the file.
        case behind([String: Int])
    }

    /// Whole lines that were appended to one file.
    package struct Piece: Sendable, Equatable {
        package var segment: Int
        package var stream: Stream
        /// Where in the file they begin.
        package var offset: Int
        package var bytes: [UInt8]
    }

    /// What one look found.
    package struct Reading: Sendable, Equatable {
        /// The appended pieces, older segments first, and in each segment the actions before the states.
        package var pieces: [Piece] = []
        /// Segments that the recording's limits dropped before they were read to their end.
        package var dropped: [Int] = []
        /// Whether the limit ended the look, and there is more.
        package var hasMore = false
    }

    /// Follows a live directory.
    ///
    /// - Throws: ``RecordingError`` if the directory can't be listed.
    package init(following directory: String, from start: Start = .first) throws(RecordingError) {
        self.directory = directory
        let present = SegmentName.indices(in: try DirectorySource(path: directory).names)
        switch start {
        case .first: next = present.first ?? 0
        case .newest: next = present.last ?? 0
        case .behind(let counts):
            let known = SegmentName.indices(in: counts.keys)
            next = known.first ?? present.first ?? 0
            // Those that are complete need no look: the last ones may have grown.
            if let last = known.last { next = max(next, last - Self.openCount) }
            for index in next...max(next, known.last ?? next) where known.contains(index) {
                segments.append(FollowedSegment(index: index, counts: Stream.allCases.map { counts[$0.fileName(index)] ?? 0 }))
                next = index + 1
            }
        }
    }

    /// Bytes read so far of the files that may still grow, by their names: where to go on another time.
    package var position: [String: Int] {
        var counts: [String: Int] = [:]
        for segment in segments {
            for (stream, count) in zip(Stream.allCases, segment.counts) where count > 0 { counts[stream.fileName(segment.index)] = count }
        }
        return counts
    }

    /// Two segments are open at a time, and one may just have been closed: this many of the newest may still grow.
    private static let openCount = 3

    /// Looks for what was appended since the last look.
    ///
    /// - Parameter limit: after this many bytes of a stream, the rest is left for the next look; a single line may be longer.
    /// - Throws: ``RecordingError`` if a file can't be read, or the directory is gone.
    package mutating func read(limit: Int = 4 << 20) throws(RecordingError) -> Reading {
        var reading = Reading()
        try findSegments(&reading)
        var rest = limit
        for place in segments.indices {
            guard rest > 0 else {
                reading.hasMore = true
                return reading
            }
            // The states are read first, so that the action of every state is there when the actions are read.
            let states = try segments[place].read(.states, in: directory, limit: rest)
            let actions = try segments[place].read(.actions, in: directory, limit: rest)
            for piece in [actions, states] {
                guard let piece else { continue }
                reading.pieces.append(piece)
                rest -= piece.bytes.count
            }
            if rest <= 0 { reading.hasMore = true }
        }
        reading.dropped += segments.filter(\.isGone).map(\.index)
        segments.removeAll { $0.isGone || $0.index < next - 1 - Self.openCount }
        return reading
    }

    /// Takes the segments in that have begun since.
    private mutating func findSegments(_ reading: inout Reading) throws(RecordingError) {
        while FileSystem.kindOfItself("\(directory)/\(SegmentName.directory(next))") == .directory {
            segments.append(FollowedSegment(index: next))
            next += 1
            if segments.count > Self.openCount {  // each is read to its end before it counts as closed
                reading.hasMore = true
                return
            }
        }
        if let last = segments.last, FileSystem.kindOfItself("\(directory)/\(SegmentName.directory(last.index))") == .directory { return }
        // Either nothing was recorded so far, or the limits dropped segments faster than they were followed.
        guard let first = SegmentName.indices(in: try DirectorySource(path: directory).names).first, first > next else { return }
        reading.dropped += Array(next..<first)
        next = first
    }
}

/// A segment that is followed, and how far it was read.
private struct FollowedSegment: Sendable {
    let index: Int
    /// Bytes read, in the order of the streams.
    var counts: [Int]
    /// Whether the limits let it go.
    private(set) var isGone = false
    private var files: [File?] = [nil, nil]

    init(index: Int, counts: [Int] = [0, 0]) {
        self.index = index
        self.counts = counts
    }

    /// The whole lines that were appended to a stream; `nil` if nothing was.
    mutating func read(_ stream: RecordingTail.Stream, in directory: String, limit: Int) throws(RecordingError) -> RecordingTail.Piece? {
        let place = stream == .actions ? 0 : 1
        guard let file = try open(stream, in: directory) else { return nil }
        let offset = counts[place]
        var bytes: [UInt8] = []
        var chunk = Self.chunk
        while true {
            let found = try file.read(at: offset + bytes.count, count: chunk)
            let text = found.firstIndex(of: 0) ?? found.count
            bytes += found[..<text]
            if text < chunk { break }  // the end of the file, or of what was written into it
            if bytes.count >= limit, bytes.contains(UInt8(ascii: "\n")) { break }
            chunk = min(chunk * 4, max(Self.chunk, limit))
        }
        let sound = bytes.withUnsafeBytes { LiveLines.soundCount(of: $0) }
        guard sound > 0 else { return nil }
        bytes.removeSubrange(sound...)
        counts[place] += sound
        return RecordingTail.Piece(segment: index, stream: stream, offset: offset, bytes: bytes)
    }

    private static let chunk = 16 << 10

    /// The stream's file, which stays open: a segment dropped by the limits meanwhile can be read to its end.
    private mutating func open(_ stream: RecordingTail.Stream, in directory: String) throws(RecordingError) -> File? {
        let place = stream == .actions ? 0 : 1
        if let file = files[place] { return file }
        do throws(RecordingError) {
            files[place] = try File(opening: "\(directory)/\(stream.fileName(index))", .read)
        } catch {
            guard error.code == .notFound else { throw error }
            isGone = FileSystem.kindOfItself("\(directory)/\(SegmentName.directory(index))") != .directory
        }
        return files[place]
    }
}
