import RewindFormat

/// Where this machine's recordings are kept while they are made, and which is the newest: `$REWIND_HOME`, else `rewind` in
/// `$XDG_DATA_HOME`, else `~/.local/share/rewind`.
struct RecordingLibrary: Sendable {
    /// The directory.
    let home: String

    /// The library at a directory.
    init(home: String) { self.home = home }

    /// The library that the environment names; `nil` where there is not even a home directory.
    init?(environment: (String) -> String? = SystemFacts.environment) {
        if let home = environment("REWIND_HOME") {
            self.init(home: home)
        } else if let data = environment("XDG_DATA_HOME") {
            self.init(home: data + "/rewind")
        } else if let user = environment("HOME") {
            self.init(home: user + "/.local/share/rewind")
        } else {
            return nil
        }
    }

    /// The word that stands for the newest recording.
    static let latestName = "latest"

    private var latestFile: String { home + "/latest" }

    /// Remembers the recording that was made last.
    func remember(_ path: String) throws(RecordingError) {
        try FileSystem.makeDirectory(home)
        try FileSystem.replace(latestFile, with: Array((absolutePath(path) + "\n").utf8))
    }

    /// The newest recording.
    ///
    /// - Throws: ``RecordingError`` if none was made here, or it is gone.
    func latest() throws(RecordingError) -> String {
        let advice = "Make one with: rewind record -- COMMAND, or name a file"
        guard FileSystem.kind(of: latestFile) == .file else {
            throw RecordingError(.notFound, "no recording was made on this machine yet", path: Self.latestName, advice: advice)
        }
        let bytes = try FileSystem.read(latestFile, limit: 1 << 16)
        let path = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard FileSystem.kind(of: path) != nil else {
            throw RecordingError(.notFound, "the newest recording is not where it was: \(path)", path: Self.latestName, advice: advice)
        }
        return path
    }

    /// The directory for the live recordings of one `rewind record`.
    func makeLiveDirectory(stamp: String) throws(RecordingError) -> String {
        try FileSystem.makeDirectory(home + "/live")
        var number = 1
        while true {
            let path = "\(home)/live/\(stamp)" + (number == 1 ? "" : "-\(number)")
            if try FileSystem.makeNewDirectory(path) { return path }
            number += 1
        }
    }
}
