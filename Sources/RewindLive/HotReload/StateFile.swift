import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// The file on the disk, and what it's known to say.
struct StateFile {
    /// As the user gave it.
    let path: String
    let sizeLimit: Int
    /// What we wrote there, or took from there, last.
    private(set) var known: [UInt8] = []
    private(set) var isThere = false
    /// When that was written, by the file system's clock.
    private(set) var knownTime = 0

    /// What became of a try to write.
    enum Writing { case replaced, foreign }

    init(path: String, sizeLimit: Int) { (self.path, self.sizeLimit) = (path, sizeLimit) }

    /// Writes the first text.
    ///
    /// - Parameter overwrites: whether any file may be replaced; else only one that is empty or has JSON text, as an earlier run left it.
    mutating func begin(with text: [UInt8], overwrites: Bool) throws(RecordingError) {
        let place = FileSystem.resolved(path)
        if FileSystem.kind(of: place) == .directory {
            throw RecordingError(.exists, "a directory is at that path", path: path, advice: "Name a file")
        }
        if !overwrites, FileSystem.kind(of: place) != nil, try !isState() {
            throw RecordingError(
                .exists, "the file there is no state: it is not JSON text, and is left alone", path: path,
                advice: "Mend or remove it, or name another file")
        }
        try FileSystem.moveFile(try temporaryFile(text, for: place), onto: place)
        (known, isThere) = (text, true)
        knownTime = time
    }

    /// When what stands there was written or moved there.
    var time: Int { FileSystem.timeOfChange(of: path) ?? knownTime }

    /// Takes note of what somebody else wrote, and when.
    mutating func take(_ text: [UInt8], writtenAt time: Int) { (known, knownTime) = (text, time) }

    /// Whether what stands there may be a state that was kept before.
    private func isState() throws(RecordingError) -> Bool {
        let text = try FileSystem.read(path, limit: sizeLimit)
        return text.isEmpty || (try? JSONValue(parsing: text)) != nil
    }

    /// The text, if it's neither what we wrote last nor what we took last; `nil` too while no file is there.
    mutating func foreignText() throws(RecordingError) -> [UInt8]? {
        do throws(RecordingError) {
            let text = try FileSystem.read(path, limit: sizeLimit)
            isThere = true
            return text == known ? nil : text
        } catch {
            guard error.code == .notFound else { throw error }
            isThere = false
            return nil
        }
    }

    /// Writes another text in one go, unless somebody else has written meanwhile; what they wrote stays.
    mutating func replace(with text: [UInt8]) throws(RecordingError) -> Writing {
        if text == known, isThere { return .replaced }
        if try foreignText() != nil { return .foreign }
        let place = FileSystem.resolved(path)
        let temporary = try temporaryFile(text, for: place)
        if isThere, FileSystem.exchange(temporary, place) {
            // What was there a moment ago is in our hands now: if that's not what we knew, it goes back.
            if try FileSystem.read(temporary, limit: sizeLimit) != known {
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

    /// A file beside another, with the same permissions, that is to take its place.
    private func temporaryFile(_ text: [UInt8], for place: String) throws(RecordingError) -> String {
        let (directory, name) = FileSystem.parts(of: place)
        let temporary = "\(directory)/.\(name).rewind-\(SystemFacts.processID)"
        let file = try FileDescriptor<RecordingError>(opening: temporary, .replace)
        try file.write(text)
        if let permissions = FileSystem.permissions(of: place) { FileSystem.setPermissions(permissions, of: temporary) }
        return temporary
    }

    private var errorPath: String { path + ".error" }

    /// Says beside the file what is wrong with it.
    func write(error: String) { try? FileSystem.replace(errorPath, with: Array((error + "\n").utf8)) }

    /// Takes back what was said beside the file.
    func removeError() { FileSystem.removeFile(errorPath) }
}
