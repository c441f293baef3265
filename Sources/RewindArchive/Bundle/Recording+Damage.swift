package import RewindFormat
import RewindSystem

extension Recording {
    /// What is wrong with the files of a sealed recording: none for those that are as they were sealed, nor for a directory, whose lines were all read.
    ///
    /// Reads every file; costs nothing, and tells nothing, where these are large.
    ///
    /// - Parameter limit: how many bytes they may have before compression.
    /// - Returns: an error for each damaged file; `nil` if they have more bytes than that.
    package func damage(upTo limit: Int) -> [RecordingError]? {
        if form == .directory { return [] }
        var rest = limit
        for entry in manifest.segments.flatMap({ [$0.actions, $0.states] }) + manifest.entries {
            guard entry.bytes <= rest else { return nil }
            rest -= entry.bytes
        }
        return source.names.compactMap { name in
            do throws(RecordingError) {
                _ = try source.read(name)
                return nil
            } catch { return error }
        }
    }
}
