import RewindFormat
import RewindSystem
import RewindValue

/// The file on the disk, and its last known text.
struct StateFile {
    /// As the user gave it.
    let path: String
    /// What we wrote there, or took from there, last.
    private(set) var known: [UInt8] = []
    private(set) var isThere = false
    /// When that was written, by the file system's clock.
    private(set) var knownTime = 0

    /// What became of a try to write.
    enum Writing { case replaced, foreign }

    init(path: String) { self.path = path }

    /// Writes the first text.
    ///
    /// A different text in the file is kept in another file next to it: it may be an edit that was made while no app ran.
    ///
    /// - Parameter overwrites: whether any file may be replaced; if not, only one that is empty or has JSON text, as an earlier run left
    ///   it.
    /// - Returns: the file in which the other text is kept; `nil` if there was no other text.
    mutating func begin(with text: [UInt8], overwrites: Bool) throws(RecordingError) -> String? {
        let present = overwrites && FileSystem.kind(of: path) == .file ? try? present() : try present()
        if !overwrites || FileSystem.kind(of: path) != .file, let present, try !isState(present) {
            throw RecordingError(
                .exists, "the file there is no state: it is not JSON text, and is left alone", path: path,
                advice: "Mend or remove it, or name another file")
        }
        let place = FileSystem.resolved(path)
        let other = present.flatMap { $0.isEmpty || $0 == text ? nil : $0 }
        if let other { try FileSystem.moveFile(try temporaryFile(other, for: path + ".old"), onto: path + ".old") }
        try FileSystem.moveFile(try temporaryFile(text, for: place), onto: place)
        (known, isThere) = (text, true)
        knownTime = time
        return other.map { _ in path + ".old" }
    }

    /// When the present file was written, or moved to its path.
    var time: Int { FileSystem.timeOfChange(of: path) ?? knownTime }

    /// Notes what another program wrote, and when.
    mutating func noteWritten(_ text: [UInt8], at time: Int) { (known, knownTime) = (text, time) }

    /// Whether a text may be a state that was kept before.
    private func isState(_ text: [UInt8]) throws(RecordingError) -> Bool {
        try FileLimits.check(text[...], of: path)
        return text.isEmpty || (try? JSONValue(parsing: text)) != nil
    }

    /// The error for a symbolic link that leads to nothing, if one is there.
    var danglingLink: RecordingError? {
        FileSystem.linkTarget(of: path).map { _ in RecordingError(isDanglingLink: path) }
    }

    /// The file's text; `nil` while the file is missing.
    private func present() throws(RecordingError) -> [UInt8]? {
        do throws(RecordingError) {
            return try File(opening: path, .regularFile).readAll(limit: FileLimits.stateFileBytes)
        } catch {
            if error.code == .notFound { return nil }
            var error = error
            if error.code == .limit { error.advice = "Make it smaller; the app keeps its state" }
            throw error
        }
    }

    /// The text, if it's neither what we wrote last nor what we took last; also `nil` while the file is missing.
    mutating func foreignText() throws(RecordingError) -> [UInt8]? {
        isThere = false
        let text = try present()
        isThere = text != nil
        return text == known ? nil : text
    }

    /// Replaces the text in one go, unless another program has written meanwhile; its text stays then.
    mutating func replace(with text: [UInt8]) throws(RecordingError) -> Writing {
        if text == known, isThere { return .replaced }
        if try foreignText() != nil { return .foreign }
        let place = FileSystem.resolved(path)
        let temporary = try temporaryFile(text, for: place)
        if isThere, FileSystem.exchange(temporary, place) {
            // The file's former text is in the temporary file now: if that's not what we knew, it goes back.
            guard (try? File(opening: temporary, .regularFile).readAll(limit: known.count)) == known else {
                _ = FileSystem.exchange(temporary, place)
                FileSystem.removeFile(temporary)
                return .foreign
            }
            FileSystem.removeFile(temporary)
        } else {
            try FileSystem.moveFile(temporary, onto: place)
        }
        (known, isThere) = (text, true)
        knownTime = time
        return .replaced
    }

    /// A temporary file next to another, with the same permissions, to replace it.
    private func temporaryFile(_ text: [UInt8], for place: String) throws(RecordingError) -> String {
        guard text.count <= FileLimits.stateFileBytes else {
            throw RecordingError(
                .limit, "the state takes more than \(FileLimits.stateFileBytes) bytes as text, so it can't be kept there", path: path,
                advice: "Keep the state of another store in a file")
        }
        let (directory, name) = FileSystem.parts(of: place)
        guard FileSystem.kind(of: directory) == .directory else {
            throw RecordingError(.notFound, "its directory is not there", path: place, advice: "Make the directory, or name another file")
        }
        let temporary = "\(directory)/.\(name).rewind-\(SystemFacts.processID)"
        FileSystem.removeFile(temporary)
        let file = try File(opening: temporary, .createNew)
        try file.write(text)
        if let permissions = FileSystem.permissions(of: place) { FileSystem.setPermissions(permissions, of: temporary) }
        return temporary
    }

    private var errorPath: String { path + ".error" }

    /// Writes what is wrong with the file into a file next to it.
    func write(error: String) {
        guard let temporary = try? temporaryFile(Array((error + "\n").utf8), for: errorPath) else { return }
        try? FileSystem.moveFile(temporary, onto: errorPath)
    }

    func removeError() { FileSystem.removeFile(errorPath) }
}
