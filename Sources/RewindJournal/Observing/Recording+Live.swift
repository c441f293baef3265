package import RewindFormat
import RewindSystem

extension Recording {
    /// Opens a directory into which an app is recording, as it is at this moment: its whole lines.
    ///
    /// Reads it once from end to end, and writes nothing; the app is not held up. Its ending says that it is still being recorded, and
    /// which steps are under way; states that are not written yet do not count as lost.
    ///
    /// - Throws: ``RecordingError`` if the directory is not a recording, or this version can't read it.
    package init(live path: String, limits: FormatLimits = .default) throws(RecordingError) {
        let source = try LiveSource(path: path, limits: limits)
        try self.init(unsealed: source, limits: limits, whileRecording: source.underWay, at: source.time)
    }

    /// Opens a directory into which an app is recording as a copy that is saved at this moment, while the app goes on.
    ///
    /// Its ending is that of such a copy. Waits up to a second for states of the last steps that are not written yet, and counts those that
    /// are missing then as lost; a step that is in its reducer has none.
    ///
    /// - Throws: ``RecordingError`` if the directory is not a recording, or this version can't read it.
    package init(savedFrom path: String, limits: FormatLimits = .default) throws(RecordingError) {
        var recording: Recording
        var look = 0
        repeat {
            if look > 0 { SystemThread.sleep(microseconds: 20_000) }
            look += 1
            let source = try LiveSource(path: path, limits: limits)
            recording = try Recording(unsealed: source, limits: limits, whileRecording: source.underWay, at: source.time, isSaved: true)
        } while recording.lacksLastState && look < Self.looks
        self = recording
    }

    private var lacksLastState: Bool { losses.states.last.map { $0.upperBound == steps?.upperBound } ?? false }
    private static var looks: Int { 50 }

    /// Whether an app was still recording when it was opened.
    package var isLive: Bool { form == .directory && manifest.ending.how == .recording }
}
