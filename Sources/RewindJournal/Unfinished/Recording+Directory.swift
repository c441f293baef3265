public import RewindFormat
import RewindSystem

extension Recording {
    /// Opens a directory without a live writer: one that an app left, by reading all of its lines once, or the folder that a sealed
    /// recording was unpacked to (`rewind unpack`, or any zip tool).
    ///
    /// So a recording can be replayed where no zip can be read. The files of an unpacked one are not compared with their hashes, which
    /// `openRecording(at:)` of `RewindArchive` does.
    ///
    /// - Throws: ``RecordingError`` if the directory is not a recording, this version can't read it, or its app still holds the lock.
    public init(directory path: String) throws(RecordingError) {
        try self.init(directory: path, limits: .default)
    }

    /// The same, with limits of its own.
    package init(directory path: String, limits: FormatLimits) throws(RecordingError) {
        if let unpacked = DirectorySource(unpacked: path, limits: limits) {
            try self.init(bundle: unpacked, limits: limits)
        } else {
            try self.init(directory: path, limits: limits, holdsLock: false)
        }
    }

    /// Opens a directory whose lock the caller may hold.
    ///
    /// - Parameter rebuildsManifest: whether a manifest that is damaged or missing is made anew from the lines, which ``losses`` then
    ///   reports.
    package init(
        directory path: String, limits: FormatLimits = .default, holdsLock: Bool, rebuildsManifest: Bool = false
    ) throws(RecordingError) {
        // Checked before the directory is listed: that may be a whole disk.
        if !rebuildsManifest, FileSystem.kind(of: path) == .directory, FileSystem.kindOfItself("\(path)/\(Manifest.entryName)") == nil {
            let hasSegments = (try? FileSystem.names(in: "\(path)/segments"))?.isEmpty == false
            let error = RecordingError(.notARecording, "not a recording: the directory has no \(Manifest.entryName)", path: path)
            throw hasSegments ? error.recoverable(.manifest, at: path) : error
        }
        let source = try DirectorySource(path: path, limits: limits)
        let isWorthRebuilding = rebuildsManifest && !SegmentName.indices(in: source.names).isEmpty
        guard source.names.contains(Manifest.entryName) || isWorthRebuilding else {
            throw RecordingError(.notARecording, "not a recording: the directory has no \(Manifest.entryName)", path: path)
        }
        if !holdsLock, LiveDirectory.isRecorded(path) {
            throw RecordingError(
                .stillRecording, "an app is still recording into this directory", path: path,
                advice: "Wait until the app has ended, or end it. In the app itself, saveRecent(to:) writes a copy that opens, and "
                    + "finish() ends the recording"
            )
        }
        try self.init(unsealed: source, limits: limits, rebuildsManifest: isWorthRebuilding)
    }

    /// Opens a directory that is still growing, as far as it is written by now; its ending says that the app is still recording.
    ///
    /// - Parameter first: the first segment to read; each begins with the states, so the newest steps can be read without the older
    ///   segments.
    package init(growing path: String, from first: Int = 0, limits: FormatLimits = .default) throws(RecordingError) {
        let source = try DirectorySource(path: path, limits: limits)
        guard source.names.contains(Manifest.entryName) else {
            throw RecordingError(.notARecording, "not a recording: the directory has no \(Manifest.entryName)", path: path)
        }
        try self.init(unsealed: source, from: first, limits: limits, whileRecording: [])
    }

    /// Opens the files of a directory that an app left, wherever they are now, by reading all lines once.
    ///
    /// - Parameters:
    ///   - first: the first segment to read.
    ///   - rebuildsManifest: whether a manifest that is damaged or missing is made anew from the lines.
    ///   - underWay: the steps that were in a reducer a moment before, if an app is still recording.
    ///   - time: the recording's time then, where the status page is not among the files.
    ///   - isSaved: whether it is a copy from here on, separate from what the app goes on to record.
    package init(
        unsealed source: some EntrySource, from first: Int = 0, limits: FormatLimits = .default, rebuildsManifest: Bool = false,
        whileRecording underWay: [Ending.UnderWay]? = nil, at time: Int? = nil, isSaved: Bool = false
    ) throws(RecordingError) {
        let source = MarkedSource(source)
        let status = source.names.contains(StatusPage.fileName) ? Status(try source.read(StatusPage.fileName)) : nil
        var written: Manifest?
        do throws(RecordingError) {
            written = try Manifest(parsing: try source.read(Manifest.entryName), limits: limits, path: source.path)
        } catch {
            if error.code == .unsupported { throw error }  // it is whole, and says what only a later version knows
            guard rebuildsManifest else { throw error.advisingRecovery(of: source) }
        }
        let crash = try Crash(live: source)
        let faults =
            underWay == nil ? try EndingFiles.faults(in: source, status: status, crash: crash, written: written?.ending) : []
        var scan = RecordingScan(
            status: status, crash: crash, sealed: (written?.losses ?? [.manifest]) + faults, live: underWay, isSaved: isSaved,
            isRing: first > 0 || written?.limits != nil || written?.edits.isEmpty == false)
        let indices = SegmentName.indices(in: source.names).filter { $0 >= first }
        let named = scan.named
        let outlines = Processors.map(indices, threads: limits.workers) { index in
            Result { () throws(RecordingError) in
                let (actions, states) = try Self.streams(of: index, in: source)
                return SegmentOutline(
                    index: index, actions: actions, states: states, isGrowing: underWay != nil, limits: limits, naming: named)
            }
        }
        for outline in outlines { scan.add(try outline.get()) }
        var manifest: Manifest
        if let written {
            manifest = written
        } else {
            var lines = SalvagedLines(stores: (status?.stores ?? []).map(\.store))
            for index in indices { lines.add(try Self.segment(index, from: source, limits: limits)) }
            manifest = lines.manifest
        }
        if written == nil { manifest.ending = Ending(.recording) }  // so that the status page tells
        scan.complete(&manifest)
        if let time { manifest.ending.at = time }
        if isSaved {
            manifest.ending.how = .finished
            let last = scan.segments.compactMap { $0.times?.upperBound }.last
            (manifest.ending.savedAt, manifest.ending.at) = (manifest.ending.at ?? last, nil)
        }
        self.init(
            source: source, limits: limits, manifest: manifest, segments: scan.segments, losses: scan.losses, crash: crash)
    }
}

extension FormatLimits {
    /// How many threads run at once on this machine.
    package var workers: Int { min(threads, Processors.count) }
}

extension RecordingError {
    /// The same error; if the manifest can be made anew from the streams, with the advice to do so.
    fileprivate func advisingRecovery(of source: some EntrySource) -> RecordingError {
        guard code == .damaged || code == .notARecording, !SegmentName.indices(in: source.names).isEmpty else { return self }
        var error = self
        (error.advice, error.recovery) = (nil, RecordingError.Recovery(.manifest, of: source.path))
        return error
    }
}
