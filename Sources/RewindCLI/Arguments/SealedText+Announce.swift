import RewindFormat
import RewindRendering

extension SealedText {
    /// Reports a sealed recording, records it as the newest, and ends with status 3 if anything was lost.
    ///
    /// - Parameter original: the recording it was made from.
    static func announce(_ recording: Recording, madeOf original: String) throws {
        for line in SealedText(recording).lines { Diagnostics.say(line) }
        Bundles.remember(recording.path, madeOf: original)
        if !recording.losses.isEmpty { throw ExitStatus.lossy }
    }
}
