import RewindFormat
import RewindRendering

extension SealedText {
    /// Says it, remembers the recording as the newest, and ends with status 3 if anything was lost.
    ///
    /// - Parameter original: What it was made of.
    static func announce(_ recording: Recording, madeOf original: String) throws {
        for line in SealedText(recording).lines { Diagnostics.say(line) }
        Bundles.remember(recording.path, madeOf: original)
        if !recording.losses.isEmpty { throw ExitStatus.lossy }
    }
}
