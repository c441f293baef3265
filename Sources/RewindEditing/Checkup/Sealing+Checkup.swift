public import RewindArchive
public import RewindFormat

extension Sealing {
    /// Makes a file of a recording by `make`, with what is unsound in its lines among its losses.
    ///
    /// Lines may be whole and still not be what the format says: patches that do not fit, states out of order. Nothing mends those, so whoever gets the
    /// file is told. Costs a reading of the recording, with every patch applied; where only a part of it can be read, the file is looked at instead, and
    /// made again where something is unsound in it.
    ///
    /// - Throws: `RecordingError` as `make`, or if the file can't be read.
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
