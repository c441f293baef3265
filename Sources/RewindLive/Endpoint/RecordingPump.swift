import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

enum FollowCommand: Sendable {
    case follow(FollowRecording)
    case unfollow
    case close
}

/// Turns what is appended to the recording into the messages of one client.
///
/// It keeps only places in files: a slow client is behind in the files, and does not hold anything up.
struct RecordingPump: Sendable {
    private let directory: String
    private let limits: LiveLimits
    private var tail: RecordingTail
    /// The last step that the client got; `nil` while that is not known.
    private var lastStep: Int?
    /// The notice to send before the next lines.
    private var skipped: RecordingSkipped.Reason?
    /// The shortest distance of the client behind the recording so far.
    private var bestLag: Int?
    private var manifestIdentity: FileIdentity?
    private var nextLook = ContinuousClock.now
    private var nextLagLook = ContinuousClock.now

    /// - Throws: `RecordingError` if the recording can't be read.
    ///
    /// - Parameter request: one that ``isSound(_:)``.
    init(_ request: FollowRecording, directory: String, limits: LiveLimits) throws(RecordingError) {
        (self.directory, self.limits) = (directory, limits)
        let start: RecordingTail.Start
        if let have = request.have, !have.isEmpty {
            start = .behind(have)
            lastStep = Self.lastStep(before: have, in: directory)
        } else {
            switch request.from ?? .start {
            case .start: start = .first
            case .now: start = .newest
            case .step(let step): start = try Self.start(at: step, in: directory)
            }
        }
        tail = try RecordingTail(following: directory, from: start)
    }

    /// Whether what a client claims to have is possible: impossible numbers are not added to others.
    static func isSound(_ request: FollowRecording) -> Bool {
        (request.have ?? [:]).allSatisfy { name, count in
            SegmentName.index(ofStream: name).map { $0 < 1_000_000 } == true && (0...(1 << 40)).contains(count)
        }
    }

    /// The next messages to send.
    struct Batch: Sendable {
        /// Messages as texts; empty if nothing was recorded since the last call.
        var messages: [[UInt8]] = []
        /// How many of the messages report that something is missing.
        var skips = 0
    }

    /// Has the next look find the manifest, however short the last one was ago.
    mutating func lookAtOnce() { nextLook = .now }

    /// What was recorded since the last call, or a part of it.
    mutating func next() throws(RecordingError) -> Batch {
        var batch = Batch()
        if let manifest = changedManifest() { batch.messages.append(manifest.message.text) }
        var reading = try tail.read(limit: limits.chunkBytes)
        if !reading.dropped.isEmpty { skipped = .ring }
        if !reading.hasMore { bestLag = 0 }
        if reading.hasMore, try isTooSlow() {
            tail = try RecordingTail(following: directory, from: .newest)
            bestLag = nil
            skipped = .slow
            reading = try tail.read(limit: limits.chunkBytes)
        }
        for piece in reading.pieces {
            if let reason = skipped.take(), let notice = notice(of: reason, before: piece) {
                batch.messages.append(notice.message.text)
                batch.skips += 1
            }
            batch.messages.append(Self.message(of: piece))
            lastStep = LineSteps.last(in: piece.bytes[...]) ?? lastStep
        }
        return batch
    }

    /// The manifest, if it was written since the last look.
    private mutating func changedManifest() -> RecordingManifest? {
        let now = ContinuousClock.now
        guard now >= nextLook else { return nil }
        nextLook = now + .milliseconds(200)
        let path = "\(directory)/\(Manifest.entryName)"
        let identity = FileSystem.identity(of: path)
        guard identity != manifestIdentity, let bytes = try? FileSystem.read(path, limit: FormatLimits.default.manifestBytes),
            let json = try? JSONValue(parsing: bytes, limits: FormatLimits.default.json)
        else { return nil }
        manifestIdentity = identity
        return RecordingManifest(manifest: json)
    }

    // MARK: Lines

    private static func message(of piece: RecordingTail.Piece) -> [UInt8] {
        let lines = piece.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        let texts = lines.map { String(decoding: $0, as: UTF8.self) }
        return RecordingLines(segment: piece.segment, stream: piece.stream.rawValue, offset: piece.offset, lines: texts).message.text
    }

    /// The last step of what a client has, if the app still has it.
    private static func lastStep(before have: [String: Int], in directory: String) -> Int? {
        guard let last = SegmentName.indices(in: have.keys).last, let count = have[SegmentName.actions(last)], count > 0,
            let file = try? File(opening: "\(directory)/\(SegmentName.actions(last))", .read)
        else { return nil }
        return try? LineSteps.last(in: file, upTo: count)
    }

    /// The beginning of the segment that has a step, or of the first one.
    private static func start(at step: Int, in directory: String) throws(RecordingError) -> RecordingTail.Start {
        let segments = SegmentName.indices(in: try DirectorySource(path: directory).names)
        for segment in segments.reversed() {
            let name = SegmentName.actions(segment)
            guard let head = FileSystem.head(of: "\(directory)/\(name)", count: 256 << 10), let first = LineSteps.first(in: head[...])
            else { continue }
            if first <= step { return .behind([name: 0]) }
        }
        return .first
    }

    // MARK: What is missing

    /// The notice that precedes these lines; `nil` if nothing is missing after all.
    private func notice(of reason: RecordingSkipped.Reason, before piece: RecordingTail.Piece) -> RecordingSkipped? {
        let from = lastStep.map { $0 + 1 }
        // A keyframe holds the state after its step, an action's line belongs to its own step.
        let to = LineSteps.first(in: piece.bytes[...]).map { piece.stream == .states ? $0 : $0 - 1 }
        if let from, let to, to < from { return nil }
        return RecordingSkipped(from: from, to: to, why: reason)
    }

    /// Whether the app records faster than the client takes it, and by now too far ahead.
    private mutating func isTooSlow() throws(RecordingError) -> Bool {
        guard ContinuousClock.now >= nextLagLook else { return false }
        nextLagLook = ContinuousClock.now + .milliseconds(20)
        let position = tail.position
        guard let current = SegmentName.indices(in: position.keys).first else { return false }
        let names = try DirectorySource(path: directory).names.filter { SegmentName.index(ofStream: $0).map { $0 >= current } ?? false }
        guard SegmentName.indices(in: names).last ?? 0 > current else { return false }  // there is nowhere to skip to
        let lag = names.reduce(0) { $0 + max(0, (FileSystem.size(of: "\(directory)/\($1)") ?? 0) - (position[$1] ?? 0)) }
        bestLag = min(bestLag ?? lag, lag)
        return lag - (bestLag ?? lag) > limits.lagBytes
    }
}
