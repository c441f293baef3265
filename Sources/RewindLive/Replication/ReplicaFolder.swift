import RewindControl
import RewindFormat
import RewindSystem
import RewindValue

/// The folder that replicas share: this one's file, which it alone writes, and those of the others.
struct ReplicaFolder {
    let path: String
    let head: ReplicaHead
    private let lock: File
    private var file: File?
    /// How long this replica's file is, and the line at its end, as they were written.
    private var written: (count: Int, last: [UInt8]) = (0, [])
    private var bytesSinceSnapshot = 0
    private var changesSinceSnapshot = 0
    private var snapshotSize = 0
    private var others: [String: ReplicaFile] = [:]

    /// How many bytes of changes may follow a snapshot, if four times the snapshot's size is less.
    static let changesLimit = 256 << 10

    /// Takes a name in a folder, which is made if it's not there.
    init(_ path: String, head: ReplicaHead) throws {
        let name = head.replica
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }),
            !name.hasPrefix(".")
        else {
            throw ReplicationError(
                reason: .name, message: "a replica can't be called '\(name)': it takes letters, digits, '-', '_' and '.', up to 64 of them")
        }
        (self.path, self.head) = (path, head)
        try FileSystem.makeDirectory(path)
        lock = try File(opening: "\(path)/.\(name).lock", .create)
        guard try lock.tryLock() else {
            throw ReplicationError(
                reason: .name, message: "another process on this machine is the replica '\(name)' of \(path); give this one another name")
        }
    }

    var followed: [String] { others.values.filter { $0.head.map { head.refusal(of: $0) == nil } == true }.map(\.replica).sorted() }

    /// The lines of all files, with this replica's earlier ones.
    ///
    /// - Throws: the problem with the replica's own file, unless the file merely ends in the middle of a line.
    mutating func readAll() throws(RecordingError) -> [(replica: String, lines: [ReplicaLine])] {
        var own = ReplicaFile(folder: path, replica: head.replica)
        let lines = own.read()
        if let problem = own.problem, problem.code != .damaged { throw problem }
        // Changes that it wrote in another format no longer count.
        return [(head.replica, own.head?.format == head.format ? lines : [])] + (try read())
    }

    /// The lines that the others have added since the last look.
    mutating func read() throws(RecordingError) -> [(replica: String, lines: [ReplicaLine])] {
        var read: [(String, [ReplicaLine])] = []
        let names = try ReplicaFile.replicas(in: path)
        others = others.filter { $0.value.problem == nil || names.contains($0.key) }
        for name in names where name != head.replica {
            var file = others[name] ?? ReplicaFile(folder: path, replica: name)
            let lines = file.read()
            others[name] = file
            if !lines.isEmpty { read.append((name, lines)) }
        }
        return read
    }

    /// The problems with other replicas' files that could not be read to their end the last time.
    var problems: [RecordingError] { others.values.compactMap(\.problem).sorted { $0.description < $1.description } }

    /// Has all files read from their beginning the next time.
    mutating func forget() { others = [:] }

    /// Why a replica can't be followed; `nil` if it can, or has not identified itself.
    func refusal(of replica: String) -> String? {
        guard let other = others[replica]?.head else { return nil }
        if other.replica != replica { return "\(replica)\(ReplicaFile.suffix) is a copy of \(other.replica)'s file" }
        return head.refusal(of: other)
    }

    /// Writes this replica's file anew: its identity, a whole state, and the changes after that.
    mutating func begin(with state: ReplicaState) throws(RecordingError) {
        var bytes = ReplicaFile.bytes(of: .head(head))
        bytes += ReplicaFile.bytes(of: .snapshot(state.snapshot, state.position))
        snapshotSize = bytes.count
        for change in state.ownChanges { bytes += ReplicaFile.bytes(of: .change(change)) }
        let place = "\(path)/\(head.replica)\(ReplicaFile.suffix)"
        let temporary = "\(path)/.\(head.replica).new"
        FileSystem.removeFile(temporary)
        try File(opening: temporary, .createNew).write(bytes)
        try FileSystem.moveFile(temporary, onto: place)
        file = try File(opening: place, .append)
        written = (bytes.count, bytes.suffix(ReplicaFile.lastBytes))
        (bytesSinceSnapshot, changesSinceSnapshot) = (bytes.count - snapshotSize, state.ownChanges.count)
    }

    /// Whether this replica's file was removed or replaced.
    var hasLostFile: Bool { file.map { !$0.isStill(at: $0.path) } ?? true }

    /// Why this replica's file is not as it was written, although it is still in its place; `nil` if it is.
    ///
    /// Lines after the damage would reach no replica.
    var damage: RecordingError? {
        guard let file, !hasLostFile, (try? file.size()) != written.count || !hasItsEnd(file) else { return nil }
        return RecordingError(
            .damaged, "another program cut or changed this replica's file, so it is written anew", path: file.path,
            advice: "Have nothing but this replica write to it")
    }

    /// Whether the file ends as it was written; it is open for writing alone, so that it is opened once more.
    private func hasItsEnd(_ file: File) -> Bool {
        guard let there = try? File(opening: file.path, .regularFile) else { return true }
        return (try? there.read(at: written.count - written.last.count, count: written.last.count)) == written.last
    }

    mutating func append(_ change: ReplicaChange) throws(RecordingError) {
        let bytes = ReplicaFile.bytes(of: .change(change))
        try file?.write(bytes)
        written = (written.count + bytes.count, bytes.suffix(ReplicaFile.lastBytes))
        bytesSinceSnapshot += bytes.count
        changesSinceSnapshot += 1
    }

    /// Whether most of the file could be dropped, because a snapshot covers it.
    func isWorthRewriting(with state: ReplicaState) -> Bool { 2 * state.ownChanges.count < changesSinceSnapshot }

    /// Whether the file has grown so much that it should begin with another state.
    var isLarge: Bool { bytesSinceSnapshot > max(Self.changesLimit, 4 * snapshotSize) }

    /// Whether the file has grown so much that this replica no longer waits for the others.
    var isFarTooLarge: Bool { bytesSinceSnapshot > 4 * max(Self.changesLimit, 4 * snapshotSize) }
}
