import RewindFormat

/// Recordings by the names that users give them.
enum Bundles {
    /// Opens a recording of either form; `latest` is the newest one of this machine, unless a file has that name.
    static func open(_ name: String) throws -> Recording { try Recording(directory: try path(of: name)) }

    /// The path of a recording.
    static func path(of name: String) throws -> String {
        guard name == RecordingLibrary.latestName, FileSystem.kind(of: name) == nil else { return name }
        guard let library = RecordingLibrary() else {
            throw RecordingError(.notFound, "there is no home directory to look in", path: name, advice: "Set REWIND_HOME, or name a file")
        }
        return try library.latest()
    }

    /// Seals a directory whose app has ended into one file, and takes the directory away when the file was read back.
    static func seal(_ directory: String, to file: String, replacing: Bool = false, removing: Bool) throws {
        throw RecordingError(.unsupported, "sealing is not there yet", path: directory)
    }

    /// Makes a sound file of whatever is left of a recording.
    static func recover(_ path: String, to file: String, replacing: Bool) throws {
        throw RecordingError(.unsupported, "recovering is not there yet", path: path)
    }

    /// Writes a recording's files into a new directory.
    static func unpack(_ path: String, to directory: String) throws {
        throw RecordingError(.unsupported, "unpacking is not there yet", path: path)
    }
}
