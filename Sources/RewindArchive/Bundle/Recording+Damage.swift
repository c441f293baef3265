package import RewindFormat
import RewindSystem

extension Recording {
    /// The damaged files of a sealed recording; empty for an intact one, and for a directory, whose lines have all been read.
    ///
    /// Reads every file, unless they exceed the limit; it then reads nothing and returns `nil`.
    ///
    /// - Parameter limit: the uncompressed bytes that the files may have in total.
    /// - Returns: an error for each damaged file; `nil` if the files exceed the limit.
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
