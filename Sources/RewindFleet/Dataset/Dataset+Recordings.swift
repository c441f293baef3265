package import RewindFormat

extension Dataset {
    /// Adds the recordings that are not in the dataset.
    ///
    /// - Returns: the paths of all that can be read, by the hashes of their files, and how many were added.
    /// - Throws: `RecordingError` if the dataset can't be written.
    package func add(_ files: RecordingFiles, as form: FileForm) throws(RecordingError) -> (paths: [String: String], added: Int) {
        var batch: [SessionRows] = []
        var (bytes, added) = (0, 0)
        func write() throws(RecordingError) {
            try add(batch, as: form)
            added += batch.count
            (batch, bytes) = ([], 0)
        }
        // A session that is there from another of its recordings represents them all.
        var others: [String: String] = [:]
        let paths = try files.forEach(wants: { !hashes.contains($0) }) { (timeline, path, hash) throws(RecordingError) in
            try SessionRows(of: timeline, source: path, hash: hash)
        } use: { (rows) throws(RecordingError) in
            let rows = rows.filter { one in
                others[one.session.hash] = one.session.mark.flatMap(hash(of:))
                return others[one.session.hash] == nil
            }
            batch += rows
            bytes += rows.reduce(0) { $0 + $1.steps.count + $1.changes.count }
            if bytes > Self.batchBytes || batch.count >= Self.batchSessions { try write() }
        }
        try write()
        return (Dictionary(paths.map { (others[$0.key] ?? $0.key, $0.value) }) { one, _ in one }, added)
    }

    /// The size of a batch: what is lost of the work if the process is killed, against the number of files.
    private static let batchBytes = 128 << 20, batchSessions = 4_096
}
