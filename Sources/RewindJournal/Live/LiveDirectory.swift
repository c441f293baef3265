package import RewindFormat
import RewindSystem
import RewindValue
import Synchronization

/// The directory of a recording that an app is writing: its lock, its names, its manifest.
///
/// While the lock is held the recording is live, and other processes leave it alone. A free lock and an unfinished status mean that the app
/// died; the directory then opens as it is. The lock ends with the process, however that ends.
package struct LiveDirectory: Sendable {
    package let path: String
    private let lock: File
    /// The status page, which is locked, too, by a process that has taken the directory of a dead one over.
    private var takenOver: File?

    package static let lockName = "lock"

    /// Makes a new recording's directory below `parent`, named after the app and the moment, and locks it.
    package init(creatingIn parent: String, app: String, started: Int, processID: Int32) throws(RecordingError) {
        try FileSystem.makeDirectory(parent)
        let base = "\(parent)/\(Self.fileName(app))-\(CalendarTime(utc: started).stamp)-\(processID)"
        var candidate = base + ".live"
        var number = 1
        while try !FileSystem.makeNewDirectory(candidate) {
            number += 1
            candidate = "\(base)-\(number).live"
        }
        path = candidate
        lock = try File(opening: "\(candidate)/\(Self.lockName)", .create)
        // A search for dead recordings may hold the lock for a moment, until it sees that the manifest does not exist yet.
        guard try lock.lock(within: 1_000) else {
            throw RecordingError(
                .system, "another process holds the recording's lock", path: candidate,
                advice: "Start the app again; if that does not help, restart the system")
        }
        try FileSystem.makeDirectory("\(candidate)/segments")
    }

    /// Takes over the directory of a dead process, to record its ending or to seal it; `nil` while its app holds the lock.
    ///
    /// - Parameter makesLock: whether to make a missing lock file. In a directory that is being removed, a new one would keep the
    ///   directory.
    package init?(takingOver path: String, makesLock: Bool = true) throws(RecordingError) {
        self.path = path
        lock = try File(opening: "\(path)/\(Self.lockName)", makesLock ? .create : .update)
        guard try lock.tryLock() else { return nil }
        takenOver = try? File(opening: "\(path)/\(StatusPage.fileName)", .read)
        _ = try? takenOver?.lock(within: 100)
    }

    /// Takes over the directory of a dead process; if a recorder of this process is looking after it, once that is done.
    package init?(waitingToTakeOver path: String) throws(RecordingError) {
        if let live = try LiveDirectory(takingOver: path) {
            self = live
        } else if Self.isInUse(path) {
            return nil
        } else {
            try self.init(takingOver: path)
        }
    }

    /// Whether a process records into the directory at `path`: one holds its lock, and has not taken it over from a dead one.
    package static func isRecorded(_ path: String) -> Bool {
        guard isInUse(path) else { return false }
        guard let status = try? File(opening: "\(path)/\(StatusPage.fileName)", .read) else { return true }
        return (try? status.tryLock(shared: true)) ?? true
    }

    /// Whether a process holds the lock.
    ///
    /// A recorder that begins in this process holds the locks of what earlier ones left, for a moment: then this waits for it.
    private static func isInUse(_ path: String) -> Bool {
        guard isLocked(path) else { return false }
        Scheduling.current?.wait(until: nil)  // for the recorder that may hold it
        return lookingAfter.withLock { _ in isLocked(path) }
    }

    /// Looks after what earlier processes left, with their locks held.
    package static func lookAfterEarlier<Result>(_ body: () -> sending Result) -> sending Result { lookingAfter.withLock { _ in body() } }

    private static let lookingAfter = Mutex(())

    /// Whether a process holds the lock of the recording at `path`.
    package static func isLocked(_ path: String) -> Bool {
        guard let lock = try? File(opening: "\(path)/\(lockName)", .read) else { return false }
        return (try? lock.tryLock()) == false
    }

    /// The file that was last made from the recording, if noted here.
    package var madeFile: String? {
        guard let path = try? lock.read(at: 0, count: 4 << 10), path.first == UInt8(ascii: "/") else { return nil }
        return String(decoding: path, as: UTF8.self)
    }

    /// Notes the file that was made from the recording, by its absolute path: in the lock file, which is not part of the recording.
    ///
    /// If the lock file can't be written, or has the recording that a client follows into the directory, nothing is noted.
    package func note(madeFile path: String) {
        guard let noted = try? lock.read(at: 0, count: 1), noted.isEmpty || noted.first == UInt8(ascii: "/") else { return }
        guard (try? lock.truncate(to: 0)) != nil else { return }
        lock.seek(to: 0)
        try? lock.write(Array(path.utf8))
    }

    /// The system's number of the open lock file: a forked child closes it, or the recording would seem to live as long as the child.
    package var lockDescriptor: Int32 { lock.number }

    /// Lets others have the recording.
    package func unlock() {
        takenOver?.unlock()
        lock.unlock()
    }

    /// Makes the directory and its lock anew if they were removed.
    ///
    /// - Returns: whether they were missing.
    package func restore() throws(RecordingError) -> Bool {
        removeLinks()
        if lock.isStill(at: file(Self.lockName)) { return false }
        try FileSystem.makeDirectory(file("segments"))
        let new = try File(opening: file(Self.lockName), .create)
        guard try new.tryLock() else {
            throw RecordingError(.system, "another process holds the recording's lock", path: path, advice: "Start the app again")
        }
        try lock.redirect(to: new)
        return true
    }

    /// Removes links in the place of the recording's folders, which another program put there: no reader follows them.
    private func removeLinks() {
        let segments = file("segments")
        if FileSystem.isLink(segments) { FileSystem.removeFile(segments) }
        for name in (try? FileSystem.names(in: segments)) ?? [] where Int(name) != nil && FileSystem.isLink("\(segments)/\(name)") {
            FileSystem.removeFile("\(segments)/\(name)")
        }
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func makeSegment(_ index: Int) throws(RecordingError) {
        try FileSystem.makeDirectory(file(SegmentName.directory(index)))
    }

    /// Waits until the disk has the names of a segment's files, and those on the way to them from the directory of the recordings.
    package func synchroniseNames(ofSegment index: Int) throws(RecordingError) {
        for directory in [file(SegmentName.directory(index)), file("segments"), path, path + "/.."] {
            // A process that may write into a directory may still not be allowed to read it, and so to open it.
            if !FileSystem.mayRead(directory) { continue }
            try FileSystem.synchroniseDirectory(directory)
        }
    }

    /// Removes a segment that the recording's limits dropped.
    ///
    /// The actions go first: if only states are left of a ring's oldest segment, nothing counts as missing.
    ///
    /// - Returns: whether all of it is removed.
    package func removeSegment(_ index: Int) -> Bool {
        FileSystem.removeFile(file(SegmentName.actions(index)))
        let directory = file(SegmentName.directory(index))
        try? FileSystem.removeTree(directory)
        return FileSystem.isMissing(directory)
    }

    /// Bytes of a segment's files.
    package func bytes(ofSegment index: Int) -> Int {
        [SegmentName.actions(index), SegmentName.states(index)].reduce(0) { $0 + (FileSystem.size(of: file($1)) ?? 0) }
    }

    /// Replaces the manifest in one go.
    ///
    /// - Parameter isDurable: whether to wait until the disk has it.
    package func write(_ manifest: Manifest, isDurable: Bool = false) throws(RecordingError) {
        try FileSystem.replace(file(Manifest.entryName), with: manifest.fileBytes, isDurable: isDurable)
        if isDurable { try FileSystem.synchroniseDirectory(path) }
    }

    /// An app's name as part of a file name.
    private static func fileName(_ app: String) -> String {
        let name = app.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return name.isEmpty ? "app" : String(name.prefix(40))
    }
}

/// Takes a recording's directory away, in an order that a crash half-way can't make look like a damaged recording.
package enum DirectoryRemoval {
    /// Removes the manifest first: without it, the rest is not taken for a recording.
    package static func remove(_ directory: String) throws(RecordingError) {
        FileSystem.removeFile("\(directory)/\(Manifest.entryName)")
        try FileSystem.removeTree(directory)
    }
}
