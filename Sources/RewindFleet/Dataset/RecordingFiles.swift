import RewindArchive
package import RewindFormat
package import RewindReplay
import RewindSystem

/// Many recordings, read on all processors.
package struct RecordingFiles {
    package let paths: [String]
    /// Called between two pieces of the work with how many of them were read.
    package var onProgress: (Int) -> Void = { _ in }
    /// Called with the error of one that can't be read; the others are read all the same.
    package var onFailure: (RecordingError) -> Void = { _ in }
    /// Called with one that is left out because it is a copy, and with the path of the other.
    package var onCopy: (_ path: String, _ other: String) -> Void = { _, _ in }

    /// - Parameter paths: the recordings; one that is named twice is read once.
    package init(_ paths: [String]) {
        var seen: Set<String> = []
        self.paths = paths.filter { seen.insert($0).inserted }
    }

    /// How many are read before any is used: enough to keep the processors busy, few enough for a phone's recordings to fit in memory.
    private static let piece = 64

    /// Reads the recordings whose files a closure wants, by their hashes.
    ///
    /// Of the recordings of one session, such as a bug report, its masked copy and the original, one is read.
    ///
    /// - Parameters:
    ///   - read: reads one; called on several threads.
    ///   - use: takes what was read, in the order of the paths, some at a time.
    /// - Returns: the paths of all that can be read, by the hashes of their files.
    package func forEach<Result: Sendable>(
        wants: (_ hash: String) -> Bool = { _ in true },
        read: @Sendable (Timeline, _ path: String, _ hash: String) throws(RecordingError) -> Result,
        use: ([Result]) throws(RecordingError) -> Void
    ) throws(RecordingError) -> [String: String] {
        var seen: [String: String] = [:]
        let copies = copies
        var failed: Set<String> = []
        for start in stride(from: 0, to: paths.count, by: Self.piece) {
            let all = paths[start..<min(paths.count, start + Self.piece)]
            let some = all.filter { copies[$0] == nil }
            let hashes = Processors.map(some, threads: Processors.count) { path in
                Swift.Result { () throws(RecordingError) in try Self.hash(of: path) }
            }
            var wanted: [(path: String, hash: String)] = []
            var same: [String: [String]] = [:]
            for (path, hash) in zip(some, hashes) {
                do throws(RecordingError) {
                    let hash = try hash.get()
                    if seen[hash] == nil, wants(hash) { wanted.append((path, hash)) }
                    seen[hash] = seen[hash] ?? path
                    same[hash, default: []].append(path)
                } catch {
                    failed.insert(path)
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
                        error.recovery?.path = path
                        failed.insert(path)
                        onFailure(error)
                    }
                }
            }
            if !found.isEmpty { try use(found) }
            onProgress(start + all.count)
        }
        // A copy of one that can't be read takes its place.
        let others = paths.filter { path in copies[path].map { failed.contains($0) } ?? false }
        for path in paths { if let other = copies[path], !failed.contains(other) { onCopy(path, other) } }
        if !others.isEmpty {
            var rest = RecordingFiles(others)
            (rest.onFailure, rest.onCopy) = (onFailure, onCopy)
            seen.merge(try rest.forEach(wants: wants, read: read, use: use)) { one, _ in one }
        }
        return seen
    }

    /// The recordings that are copies of others of them, each with the one that is nearest to what the app recorded.
    private var copies: [String: String] {
        let summaries = Processors.map(paths, threads: Processors.count) { RecordingSummary(lookingAt: $0) }
        let runs = Dictionary(grouping: summaries) { $0.manifest.flatMap { SessionMark.session(of: $0) } }
        var copies: [String: String] = [:]
        for (run, some) in runs where run != nil && some.count > 1 {
            let marked = some.compactMap { one in
                let mark = (try? SessionMark(of: Timeline(openRecording(at: one.path)))) ?? nil
                return mark.map { (path: one.path, mark: $0, steps: one.manifest?.counts.steps ?? 0) }
            }
            // Originals first, and of copies the one with most steps.
            let sorted = marked.sorted {
                ($0.mark.isOriginal ? 0 : 1, -$0.steps, $0.path) < ($1.mark.isOriginal ? 0 : 1, -$1.steps, $1.path)
            }
            var kept: [(path: String, mark: SessionMark)] = []
            for one in sorted {
                if let other = kept.first(where: { $0.mark.isSame(as: one.mark) }) {
                    copies[one.path] = other.path
                } else {
                    kept.append((one.path, one.mark))
                }
            }
        }
        return copies
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
        let file = try File(opening: path, .regularFile)
        var offset = 0
        while true {
            let bytes = try file.read(at: offset, count: 1 << 20)
            if bytes.isEmpty { return }
            bytes.withUnsafeBytes { digest.update($0) }
            offset += bytes.count
        }
    }
}
