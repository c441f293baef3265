import RewindArchive
package import RewindFormat
import RewindJournal
package import RewindReplay
import RewindSystem

/// Many recordings, read on all processors.
package struct RecordingFiles {
    package let paths: [String]
    /// Told how many of them were read, between two pieces of the work.
    package var onProgress: (Int) -> Void = { _ in }
    /// Told of one that can't be read; the others are read all the same.
    package var onFailure: (RecordingError) -> Void = { _ in }
    /// Told of one that is left out: it is a copy of another of them, whose path is given.
    package var onCopy: (_ path: String, _ other: String) -> Void = { _, _ in }

    package init(_ paths: [String]) { self.paths = paths }

    /// How many are read before any is used: enough to keep the processors busy, few enough for a phone's recordings to fit in memory.
    private static let piece = 64

    /// Reads the recordings whose files a closure wants, by their hashes and sessions.
    ///
    /// Of the recordings of one session, such as a bug report, a masked copy and the original, the one that says most is read.
    ///
    /// - Parameters:
    ///   - read: reads one; called on several threads.
    ///   - use: takes what was read, in the order of the paths, some at a time.
    /// - Returns: the paths of all that can be read, by the hashes of their files.
    package func forEach<Result: Sendable>(
        wants: (_ hash: String, _ session: RecordingSummary.Session?) -> Bool = { _, _ in true },
        read: @Sendable (Timeline, _ path: String, _ hash: String) throws(RecordingError) -> Result,
        use: ([Result]) throws(RecordingError) -> Void
    ) throws(RecordingError) -> [String: String] {
        var seen: [String: String] = [:]
        let summaries = Processors.map(paths, threads: Processors.count) { RecordingSummary(lookingAt: $0) }
        var best: [RecordingSummary.Session: RecordingSummary] = [:]
        for one in summaries {
            guard let session = one.countedSession else { continue }
            if best[session].map({ $0.isLessOriginal(than: one) }) ?? true { best[session] = one }
        }
        let sessions = Dictionary(zip(paths, summaries.map(\.countedSession))) { one, _ in one }
        for start in stride(from: 0, to: paths.count, by: Self.piece) {
            let all = paths[start..<min(paths.count, start + Self.piece)]
            let some = all.filter { path in
                guard let session = sessions[path] ?? nil, let other = best[session]?.path, other != path else { return true }
                onCopy(path, other)
                return false
            }
            let hashes = Processors.map(some, threads: Processors.count) { path in
                Swift.Result { () throws(RecordingError) in try Self.hash(of: path) }
            }
            var wanted: [(path: String, hash: String)] = []
            var same: [String: [String]] = [:]
            for (path, hash) in zip(some, hashes) {
                do throws(RecordingError) {
                    let hash = try hash.get()
                    if seen[hash] == nil, wants(hash, sessions[path] ?? nil) { wanted.append((path, hash)) }
                    seen[hash] = seen[hash] ?? path
                    same[hash, default: []].append(path)
                } catch {
                    onFailure(error.located(path: path))
                }
            }
            let results = Processors.map(wanted, threads: Processors.count) { one in
                Swift.Result { () throws(RecordingError) in
                    try read(try Timeline(openRecording(at: one.path)), one.path, one.hash)
                }
            }
            var found: [Result] = []
            for (one, result) in zip(wanted, results) {
                do throws(RecordingError) {
                    found.append(try result.get())
                } catch {
                    seen[one.hash] = nil
                    for path in same[one.hash] ?? [] {
                        var error = error
                        error.path = path
                        onFailure(error)
                    }
                }
            }
            if !found.isEmpty { try use(found) }
            onProgress(start + some.count)
        }
        return seen
    }

    /// The SHA-256 of a file, or of the files in a directory that an app left.
    private static func hash(of path: String) throws(RecordingError) -> String {
        var digest = Digest()
        switch FileSystem.kind(of: path) {
        case nil: throw RecordingError(.notFound, "no such file or directory", path: path)
        case .directory: try add(folder: path, to: &digest)
        case .file, .other: try add(file: path, to: &digest)
        }
        return digest.hex
    }

    private static func add(folder path: String, to digest: inout Digest) throws(RecordingError) {
        for name in try FileSystem.names(in: path).sorted() {
            Array((name + "\n").utf8).withUnsafeBytes { digest.update($0) }
            let inner = "\(path)/\(name)"
            switch FileSystem.kindOfItself(inner) {
            case .directory: try add(folder: inner, to: &digest)
            case .file: try add(file: inner, to: &digest)
            case .other, nil: break
            }
        }
    }

    private static func add(file path: String, to digest: inout Digest) throws(RecordingError) {
        let file = try FileDescriptor<RecordingError>(opening: path, .regularFile)
        var offset = 0
        while true {
            let bytes = try file.read(at: offset, count: 1 << 20)
            if bytes.isEmpty { return }
            bytes.withUnsafeBytes { digest.update($0) }
            offset += bytes.count
        }
    }
}

extension RecordingSummary.Session {
    /// The session of a recording; `nil` if no time tells it from others.
    package init?(of manifest: Manifest) {
        guard manifest.started > 0 else { return nil }
        self.init(app: manifest.appName, started: manifest.started)
    }
}

extension RecordingSummary {
    /// The session that the recording counts as; `nil` if it is told apart by its file alone.
    fileprivate var countedSession: Session? { manifest.flatMap { Session(of: $0) } }

    /// Whether another recording of the session is nearer to what the app recorded: no command made it from others, or it has more steps.
    fileprivate func isLessOriginal(than other: RecordingSummary) -> Bool {
        let (own, others) = (manifest?.isDerived ?? true, other.manifest?.isDerived ?? true)
        return own == others ? (other.manifest?.counts.steps ?? 0) > (manifest?.counts.steps ?? 0) : own
    }
}
