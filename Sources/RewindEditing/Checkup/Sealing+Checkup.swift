package import RewindArchive
package import RewindFormat

extension Sealing {
    /// Makes a recording file with `make`, leaves out the lines that break the format's rules, and checks the file as the doctor does.
    ///
    /// Lines may be intact and still break the rules: patches that do not apply, states out of order. They are left out, and the file's
    /// losses list them. This reads the recording two more times, with every patch applied.
    ///
    /// - Throws: `RecordingError` as `make` does, or if the result is not sound; then no file is left.
    package func checked(
        _ input: String, _ make: (Sealing) throws(RecordingError) -> Recording
    ) throws(RecordingError) -> Recording {
        var sealing = self
        sealing.mends = true
        sealing.mayReplace = { [limits, formatLimits] (path) throws(RecordingError) in
            let recording = try openRecording(at: path, limits: limits, formatLimits: formatLimits)
            guard let flaw = try Checkup.unsoundness(of: recording).first else { return }
            throw RecordingError(.damaged, "nothing of it can be saved, because what is left is not sound (\(flaw.message))", path: input)
        }
        return try make(sealing)
    }
}
