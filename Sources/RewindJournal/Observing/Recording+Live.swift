package import RewindFormat

extension Recording {
    /// Opens a directory into which an app is recording, as it is at this moment: its whole lines.
    ///
    /// Reads it once from end to end, and writes nothing; the app is not held up. Its ending says that it is still being recorded, and which
    /// steps are under way; states that are not written yet are none that are lost.
    ///
    /// - Throws: ``RecordingError`` if the directory is not a recording, or this version can't read it.
    package init(live path: String, limits: FormatLimits = .default) throws(RecordingError) {
        let source = try LiveSource(path: path, limits: limits)
        try self.init(leftIn: source, limits: limits, whileRecording: source.underWay, at: source.time)
    }

    /// Whether an app was still recording when it was opened.
    package var isLive: Bool { form == .directory && manifest.ending.how == .recording }
}
