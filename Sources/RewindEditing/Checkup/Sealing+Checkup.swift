public import RewindArchive
public import RewindFormat

extension Sealing {
    /// Makes a file of a recording with `make`, without the lines that break the format's rules, and checks it as the doctor does.
    ///
    /// Lines may be intact and still break the rules: patches that do not apply, states out of order. They are left out, and the file's
    /// losses say so. This costs two more readings of the recording, with every patch applied.
    ///
    /// - Throws: `RecordingError` as `make` does, or if what could be kept is not sound; then there is no file.
    public func checked(
        _ input: String, _ make: (Sealing) throws(RecordingError) -> Recording
    ) throws(RecordingError) -> Recording {
        var sealing = self
        sealing.mends = true
        sealing.mayReplace = { [limits, formatLimits] (path) throws(RecordingError) in
            let recording = try openRecording(at: path, limits: limits, formatLimits: formatLimits)
            guard let flaw = try Checkup.unsoundness(of: recording).first else { return }
            throw RecordingError(.damaged, "nothing of it can be saved, because what is left is not sound (\(flaw))", path: input)
        }
        return try make(sealing)
    }
}
