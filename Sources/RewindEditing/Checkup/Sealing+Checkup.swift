public import RewindArchive
public import RewindFormat

extension Sealing {
    /// Makes a file of a recording with `make`, and adds whatever is unsound in its lines to its losses.
    ///
    /// Lines may be intact and still break the format's rules: patches that do not apply, states out of order. Nothing repairs those, so
    /// the file says so. This costs one reading of the recording, with every patch applied; if only a part of the recording can be read,
    /// the file is checked instead, and made again if something in it is unsound.
    ///
    /// - Throws: `RecordingError` as `make` does, or if the file can't be read.
    public func checked(
        _ input: String, _ make: (Sealing) throws(RecordingError) -> Recording
    ) throws(RecordingError) -> Recording {
        var sealing = self
        if let recording = try? openRecording(at: input, limits: limits, formatLimits: formatLimits),
            let unsound = try? Checkup.unsoundness(of: recording)
        {
            sealing.knownLosses += unsound
            return try make(sealing)
        }
        let recording = try make(self)
        let unsound = try Checkup.unsoundness(of: recording)
        if unsound.isEmpty { return recording }
        sealing.overwrites = true
        sealing.knownLosses += unsound
        return try make(sealing)
    }
}
