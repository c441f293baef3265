package import RewindFormat
import RewindJournal
import RewindSystem

extension EntrySource {
    /// The files that are damaged, each with its error.
    ///
    /// Reads every file, and so checks every byte; several are read at once, each held in memory.
    package func damaged(threads: Int) -> [(name: String, error: RecordingError)] {
        let errors = Processors.map(names, threads: threads) { name in
            do throws(RecordingError) {
                _ = try read(name)
                return RecordingError?.none
            } catch { return error }
        }
        return zip(names, errors).compactMap { name, error in error.map { (name, $0) } }
    }
}

extension Recording {
    /// The damaged files of a sealed recording; empty for an intact one, and for a directory, whose lines have all been read.
    ///
    /// Reads every file, unless they exceed the limit; it then reads nothing and returns `nil`.
    ///
    /// - Parameter limit: the uncompressed bytes that the files may have in total.
    /// - Returns: an error for each damaged file; `nil` if the files exceed the limit.
    package func damagedFiles(readingAtMost limit: Int) -> [RecordingError]? {
        if form == .directory { return [] }
        var rest = limit
        for entry in manifest.segments.flatMap({ [$0.actions, $0.states] }) + manifest.entries {
            guard entry.bytes <= rest else { return nil }
            rest -= entry.bytes
        }
        return source.damaged(threads: limits.workers).map { $0.error }
    }
}
