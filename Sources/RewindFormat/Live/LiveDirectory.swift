import RewindValue

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The directory of a recording that an app is writing: its lock, its names, its manifest.
///
/// While the lock is held the recording is live, and others leave it alone. A free lock and an unfinished status mean that the app died;
/// the directory then opens as it is. The lock goes with the process, whatever ends it.
package struct LiveDirectory: Sendable {
    /// Where it is.
    package let path: String
    private let lock: FileDescriptor

    package static let lockName = "lock"

    /// Makes a new recording's directory below `parent`, named after the app and the moment, and locks it.
    package init(creatingIn parent: String, app: String, started: Int, processID: Int32) throws(RecordingError) {
        try FileSystem.makeDirectory(parent)
        let base = "\(parent)/\(Self.fileName(app))-\(Self.stamp(started))-\(processID)"
        var candidate = base + ".live"
        var number = 1
        while try !FileSystem.makeNewDirectory(candidate) {
            number += 1
            candidate = "\(base)-\(number).live"
        }
        path = candidate
        lock = try FileDescriptor(opening: "\(candidate)/\(Self.lockName)", flags: O_RDWR | O_CREAT)
        // Whoever looks for dead recordings may have it for a moment, until they see that there is no manifest yet.
        guard try lock.lock(within: 1_000) else {
            throw RecordingError(
                .system, "another process has its lock", path: candidate,
                advice: "Start the app again; if that does not help, restart the system")
        }
        try FileSystem.makeDirectory("\(candidate)/segments")
    }

    /// Takes over the directory of a dead process, to settle or seal it; `nil` while its app holds the lock.
    package init?(takingOver path: String) throws(RecordingError) {
        self.path = path
        lock = try FileDescriptor(opening: "\(path)/\(Self.lockName)", flags: O_RDWR | O_CREAT)
        guard try lock.tryLock() else { return nil }
    }

    /// Whether a process holds the lock of the recording at `path`.
    package static func isLocked(_ path: String) -> Bool {
        guard let lock = try? FileDescriptor(opening: "\(path)/\(lockName)", flags: O_RDONLY) else { return false }
        return (try? lock.tryLock()) == false
    }

    /// The system's number of the open lock file: a forked child closes it, or the recording would seem to live as long as the child.
    package var lockDescriptor: Int32 { lock.number }

    /// Lets others have the recording.
    package func unlock() { lock.unlock() }

    /// The name of a file of the recording.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes the directory of a segment.
    package func makeSegment(_ index: Int) throws(RecordingError) {
        try FileSystem.makeDirectory(file(SegmentName.directory(index)))
    }

    /// Waits until the disk has the names of a segment's files, and those on the way to them from the directory of the recordings.
    package func synchroniseNames(ofSegment index: Int) throws(RecordingError) {
        for directory in [file(SegmentName.directory(index)), file("segments"), path, path + "/.."] {
            // Whoever may write into a directory may still not be allowed to read it, and so to open it.
            if access(directory, R_OK) != 0, errno == EACCES { continue }
            try FileSystem.synchroniseDirectory(directory)
        }
    }

    /// Takes a segment away that the recording's limits let go.
    ///
    /// The actions go first: a segment that has states only is none that anything is missing of.
    package func removeSegment(_ index: Int) {
        FileSystem.removeFile(file(SegmentName.actions(index)))
        try? DirectoryRemoval.removeTree(file(SegmentName.directory(index)))
    }

    /// Bytes of a segment's files.
    package func bytes(ofSegment index: Int) -> Int {
        [SegmentName.actions(index), SegmentName.states(index)].reduce(0) { $0 + (FileSystem.size(of: file($1)) ?? 0) }
    }

    /// Puts the manifest in its place, in one go.
    ///
    /// - Parameter isDurable: whether to wait until the disk has it.
    package func write(_ manifest: Manifest, isDurable: Bool = false) throws(RecordingError) {
        try FileSystem.replace(file(Manifest.entryName), with: manifest.fileBytes, isDurable: isDurable)
        if isDurable { try FileSystem.synchroniseDirectory(path) }
    }

    /// Says in the manifest how a dead process's recording ended, if nobody has yet; costs its status page and its last segment.
    ///
    /// - Returns: the ending, if this call found it out and something was cut short by it: not where the process exited between two steps.
    package func settle() throws(RecordingError) -> Ending? {
        var manifest = try Manifest(parsing: try FileSystem.read(file(Manifest.entryName), limit: 8 << 20), path: path)
        guard manifest.ending.how == .recording else { return nil }
        let source = try DirectorySource(path: path)
        guard let status = Status(try FileSystem.read(file(StatusPage.fileName), limit: StatusPage.byteCount)), !status.isFinished else {
            return nil
        }
        var ending = Ending(of: try Crash(live: source), status)
        var types: [Int: String] = [:]
        if !status.underWay.isEmpty,
            let last = SegmentName.indices(in: source.names).last(where: { source.names.contains(SegmentName.actions($0)) })
        {
            let segment = Segment(index: last, actions: try source.read(SegmentName.actions(last)), states: [], isLive: true)
            for action in segment.actions { types[action.step] = action.type }
        }
        for place in ending.underWay.indices { ending.underWay[place].type = types[ending.underWay[place].step] }
        manifest.ending = ending
        try write(manifest)
        return ending.how == .finished ? nil : ending
    }

    /// An app's name as part of a file name.
    private static func fileName(_ app: String) -> String {
        let name = app.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return name.isEmpty ? "app" : String(name.prefix(40))
    }

    /// A wall time as `20261121T115002Z`, for names that sort by time.
    private static func stamp(_ wall: Int) -> String {
        var seconds = time_t(wall / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return
            "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }
}

/// The names of a segment's files, the same in both forms.
package enum SegmentName {
    package static func directory(_ index: Int) -> String {
        let digits = String(index)
        return "segments/" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
    package static func actions(_ index: Int) -> String { directory(index) + "/actions.ndjson" }
    package static func states(_ index: Int) -> String { directory(index) + "/states.ndjson" }

    /// The segment that a file is a stream of; `nil` for other files.
    package static func index(ofStream name: String) -> Int? {
        let parts = name.split(separator: "/")
        guard parts.count == 3, let index = Int(parts[1]), index >= 0, name == actions(index) || name == states(index) else { return nil }
        return index
    }

    /// The segments that a list of entry names has, in order.
    package static func indices(in names: some Sequence<String>) -> [Int] { Set(names.compactMap(index(ofStream:))).sorted() }
}
