import RewindArchive
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue
import SmallFoundation

/// The recording of a running app as received so far, in a growing directory.
final class LiveRecording {
    let directory: String
    /// The last step whose action has arrived.
    private(set) var lastStep = 0
    /// The last step whose state has arrived; states arrive after their actions.
    private(set) var lastState = 0
    private var hasState = false
    private var tail: RecordingTail?
    /// The first step of each segment.
    private var beginnings: [(segment: Int, step: Int)] = []
    /// The recording when it was last read as a whole.
    private var known: Timeline?
    private var hasGrown = true

    /// Opens a recording that another process or thread writes into a directory.
    init(directory: String) { self.directory = directory }

    /// Reads the lines that have arrived since the last call; returns whether there were any.
    ///
    /// - Throws: `RecordingError` if the files can't be read.
    @discardableResult
    func readLines() throws(RecordingError) -> Bool {
        if tail == nil, FileSystem.kind(of: directory) == .directory { tail = try RecordingTail(following: directory) }
        var found = false
        while let reading = try tail?.read() {
            for piece in reading.pieces { note(piece) }
            found = found || !reading.pieces.isEmpty
            if !reading.hasMore { break }
        }
        hasGrown = hasGrown || found
        return found
    }

    private func note(_ piece: RecordingTail.Piece) {
        let last = LineSteps.last(in: piece.bytes[...])
        switch piece.stream {
        case .actions:
            if !beginnings.contains(where: { $0.segment == piece.segment }), let first = LineSteps.first(in: piece.bytes[...]) {
                beginnings.append((piece.segment, first))
            }
            lastStep = max(lastStep, last ?? 0)
        case .states: (lastState, hasState) = (max(lastState, last ?? 0), true)
        }
    }

    /// Waits until a step and its state have arrived, or nothing has arrived for a while.
    ///
    /// - Throws: `RecordingError` if the files can't be read.
    func wait(for step: Int, patience: Duration = .seconds(2)) throws(RecordingError) {
        var deadline = ContinuousClock.now + patience
        while lastState < step || !hasState || !hasBegun, ContinuousClock.now < deadline {
            if try readLines() { deadline = .now + patience } else { idle(for: .milliseconds(5)) }
        }
    }

    /// Whether the recording has begun: the manifest is written before any lines.
    var hasBegun: Bool { FileSystem.kind(of: "\(directory)/\(Manifest.entryName)") != nil }

    /// The whole recording so far.
    ///
    /// - Throws: `RecordingError` if the files can't be read.
    func timeline() throws(RecordingError) -> Timeline {
        try readLines()
        if let known, !hasGrown { return known }
        let timeline = try Timeline(recording(from: 0))
        (known, hasGrown) = (timeline, false)
        return timeline
    }

    /// The part of the recording from a step on, with its initial states.
    ///
    /// - Throws: `RecordingError` if the files can't be read.
    func timeline(from step: Int) throws(RecordingError) -> Timeline {
        let first = beginnings.last { $0.step <= step }?.segment ?? 0
        return try Timeline(recording(from: first))
    }

    /// Whether the app has ended and its ending has arrived: the recording is then complete.
    private(set) var hasEnd = false
    /// Whether the app ended its recording, without a known ending.
    private var isWhole = false

    /// Records in the manifest that nothing follows, unless the app's own ending has arrived.
    ///
    /// - Parameter isWhole: whether the app has ended its recording; otherwise this is a partial copy, and the app may go on.
    func end(isWhole: Bool) throws(RecordingError) {
        let path = "\(directory)/\(Manifest.entryName)"
        try readLines()
        hasEnd = FileSystem.kind(of: "\(directory)/\(StatusPage.fileName)") == .file
        (self.isWhole, hasGrown) = (isWhole, true)
        if hasEnd || FileSystem.kind(of: path) == nil { return }
        var manifest = try Manifest(parsing: try FileSystem.read(path, limit: FormatLimits.default.manifestBytes), path: directory)
        guard manifest.ending.how == .recording else { return }
        manifest.ending = Ending(.finished)
        if !isWhole { manifest.ending.savedAt = try timeline().times?.upperBound }
        try FileSystem.replace(path, with: manifest.fileBytes)
        hasGrown = true
    }

    private func recording(from segment: Int) throws(RecordingError) -> Recording {
        try hasEnd ? Recording(unsealed: DirectorySource(path: directory), from: segment) : Recording(growing: directory, from: segment)
    }

    /// Seals the recording received so far into a file.
    ///
    /// If the app's own ending has not arrived, the file says that it was saved before that.
    ///
    /// - Throws: `RecordingError` if the file exists and may not be replaced, or can't be written.
    func save(to file: String, overwrites: Bool) throws(RecordingError) -> Recording {
        try readLines()
        let end = lastStep
        try wait(for: end, patience: .milliseconds(300))
        let copy = directory + ".copy"
        try? FileManager.default.removeItem(atPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        let hasEnd = hasEnd
        try self.copy(to: copy, upTo: end)
        var sealing = Sealing()
        sealing.overwrites = overwrites
        sealing.addsAsItIs = true
        let time = try timeline().times?.upperBound
        return try sealing.seal(copy, to: file) { manifest in
            if hasEnd || isWhole { return }
            manifest.ending = Ending(.finished)
            manifest.ending.savedAt = time
        }
    }

    /// Copies the files without the lines of later steps: a step with an action but no state yet would look as if its state were lost.
    private func copy(to copy: String, upTo end: Int) throws(RecordingError) {
        let names = try DirectorySource(path: directory).names
        let newest = Set(SegmentName.indices(in: names).suffix(3))
        try FileSystem.makeDirectory(copy)
        for name in names {
            let isRecorded = name == Manifest.entryName || SegmentName.index(ofStream: name) != nil
            guard isRecorded || hasEnd && name != LiveDirectory.lockName else { continue }
            if let slash = name.lastIndex(of: "/") { try FileSystem.makeDirectory("\(copy)/\(name[..<slash])") }
            let (path, target) = ("\(directory)/\(name)", "\(copy)/\(name)")
            if let segment = SegmentName.index(ofStream: name), newest.contains(segment) {
                let bytes = try FileSystem.read(path, limit: FormatLimits.default.streamBytes)
                let later = bytes.split(separator: UInt8(ascii: "\n")).first { LineSteps.step(of: $0).map { $0 > end } ?? false }
                try FileSystem.replace(target, with: Array(bytes[..<(later?.startIndex ?? bytes.endIndex)]))
            } else {
                try FileSystem.duplicate(path, to: target, count: FileSystem.size(of: path) ?? 0)
            }
        }
    }
}
