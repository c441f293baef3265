import RewindFormat
import RewindRendering

extension SealedText {
    /// Says it, remembers the recording as the newest, and ends with status 3 if anything was lost.
    static func announce(_ recording: Recording) throws {
        for line in SealedText(recording).lines { Diagnostics.say(line) }
        Bundles.remember(recording.path)
        if !recording.losses.isEmpty { throw ExitStatus.lossy }
    }
}
