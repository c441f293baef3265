import RewindAge
import RewindArchive
import RewindFleet
import RewindFormat
import RewindSystem

/// The recordings that a question about many is about.
struct AskedSessions {
    /// A dataset, if that is what was named.
    let dataset: Dataset?
    /// The recordings otherwise.
    let paths: [String]

    /// - Parameter names: recordings, folders that contain some, or one dataset.
    /// - Throws: `RecordingError` if there is no recording, or if a dataset can't be read.
    init(_ names: [String]) throws(RecordingError) {
        if names.count == 1, Dataset.isOne(names[0]) {
            (dataset, paths) = (try Dataset(at: names[0]), [])
            return
        }
        dataset = nil
        paths = AskedRecordings(names).paths
        // Such a folder is not looked through to its end to say that it is no recording.
        let empty = paths.first { path in
            names.contains(path) && FileSystem.kind(of: path) == .directory && !path.hasSuffix(".live")
                && !RecordingFolder.isRecording(path)
        }
        if let empty { throw RecordingError(.notFound, "a folder without recordings", path: empty) }
    }

    private init(paths: [String]) { (dataset, self.paths) = (nil, paths) }

    /// The same, with the recordings that a dataset was made from in its place.
    ///
    /// - Throws: `RecordingError` if DuckDB is not here, or if none of the recordings is where it was.
    func withRecordings() throws -> AskedSessions {
        guard let dataset else { return self }
        guard Engine.duckdb.isInstalled else {
            throw RecordingError(.system, "a dataset is asked with duckdb, which is not here", advice: Engine.duckdb.advice)
        }
        let sources = try TemporaryDirectory.with { folder in try dataset.sources(by: .duckdb, in: folder.path) }
        let there = sources.filter { FileSystem.kind(of: $0) != nil }
        if there.isEmpty {
            throw RecordingError(
                .notFound, "none of the \(sources.count) recordings that it was made from is where it was", path: dataset.path,
                advice: "Name the folders that they are in now")
        }
        let gone = sources.count - there.count
        if gone > 0 { Diagnostics.say("\(gone) of \(sources.count) recordings are not where the dataset has them from, and are left out") }
        return AskedSessions(paths: there)
    }

    /// The recordings, read with a bar on a terminal and a sentence about each that can't be read.
    func files(_ leftOut: LeftOut) -> RecordingFiles {
        var files = RecordingFiles(paths)
        let progress = Activity.Count(of: paths.count, "recordings")
        files.onProgress = progress.report
        files.onFailure = leftOut.note
        files.onCopy = leftOut.noteCopy
        return files
    }

    /// The recordings that could not be read, or are copies of others.
    final class LeftOut {
        private var count = 0
        private var sealed = 0
        private var copies: [(path: String, other: String)] = []

        func noteCopy(_ path: String, of other: String) { copies.append((path, other)) }

        /// Says which recordings were not counted.
        func reportCopies() {
            guard let first = copies.first else { return }
            let others = copies.count > 1 ? ", and \(copies.count - 1) more recordings are copies" : ""
            Diagnostics.say("not counted: \(first.path) is a copy of \(first.other)\(others)")
        }

        func note(_ error: RecordingError) {
            if error.code == .noKey {
                sealed += 1
                return
            }
            count += 1
            Diagnostics.say("\(error)")
        }

        /// Says how many recordings are sealed for others, and throws the exit status of a failure, if there were any.
        func end(of total: Int) throws(ExitStatus) {
            SealedRecordings.report(sealed, of: total)
            sealed = 0
            if count == 0 { return }
            Diagnostics.say("\(count) of \(total) recordings could not be read")
            throw ExitStatus.failed
        }
    }
}

/// The datasets that questions about folders of recordings leave in the cache, so that the next one only reads what is new.
enum CachedDataset {
    /// How long a dataset stays without a question: thirty days, in seconds.
    private static let lifetime = 30 * 86_400

    /// The directory of the dataset for some folders; `nil` if nothing is to be kept, or what is there may be another user's.
    static func path(for names: [String]) -> String? {
        guard let cache = IndexFiles.folder else { return nil }
        let key = names.map(FileSystem.absolutePath).sorted().joined(separator: "\n")
        let path = "\(cache)/datasets/\(Digest.hex(of: Array(key.utf8)).prefix(16))"
        do throws(RecordingError) {
            for place in [cache, "\(cache)/datasets", path] where FileSystem.kindOfItself(place) != nil {
                try FileSystem.checkIsTrusted(folder: place)
            }
            return path
        } catch {
            Diagnostics.say("the cache is not used: \(error)")
            return nil
        }
    }

    /// Opens the dataset at a path to add to it; one that another version made is made again.
    static func open(_ path: String) throws(RecordingError) -> Dataset {
        // Its tables have names of files and keys of states.
        let folder = FileSystem.parts(of: path).directory
        try FileSystem.makeDirectory(folder)
        FileSystem.setPermissions(0o700, of: folder)
        do throws(RecordingError) {
            return try Dataset(addingTo: path)
        } catch {
            guard error.code == .unsupported else { throw error }
            try FileSystem.removeTree(path)
            return try Dataset(addingTo: path)
        }
    }

    /// Removes the datasets that were not added to for a long time.
    static func removeOld(beside path: String) {
        let (folder, own) = FileSystem.parts(of: path)
        let oldest = SystemFacts.wallNanoseconds() / 1_000_000_000 - lifetime
        for name in (try? FileSystem.names(in: folder)) ?? [] where name != own {
            let dataset = "\(folder)/\(name)"
            if Dataset.isOne(dataset), FileSystem.modificationTime(of: dataset + "/batches") < oldest {
                try? FileSystem.removeTree(dataset)
            }
        }
    }
}
