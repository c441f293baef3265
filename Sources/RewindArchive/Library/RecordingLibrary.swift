package import RewindFormat
import RewindJournal
import RewindSystem

/// Where this machine's recordings are kept while they are made, and which are the newest: `$REWIND_HOME`, else `rewind` in
/// `$XDG_DATA_HOME`, else `~/.local/share/rewind`.
package struct RecordingLibrary: Sendable {
    /// The directory.
    package let home: String

    /// The library at a directory.
    package init(home: String) { self.home = home }

    /// The library that the environment names; `nil` where there is not even a home directory.
    package init?(environment: (String) -> String? = SystemFacts.environment) {
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

    /// Recordings that are remembered.
    private static let memory = 100

    /// The newest recordings, a path a line, the newest first.
    private var listFile: String { home + "/latest" }

    private func remembered() throws(RecordingError) -> [String] {
        guard FileSystem.kind(of: listFile) == .file else { return [] }
        let bytes = try FileSystem.read(listFile, limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Remembers the recording that was made last.
    ///
    /// Throws `RecordingError` if the library can't be read or written.
    package func remember(_ path: String) throws(RecordingError) {
        try FileSystem.makeDirectory(home)
        let path = FileSystem.absolutePath(path)
        let paths = [path] + (try remembered().filter { $0 != path })
        try FileSystem.replace(listFile, with: Array(paths.prefix(Self.memory).map { $0 + "\n" }.joined().utf8))
    }

    /// The newest recording that is still where it was made, and the newer ones that are not.
    ///
    /// Throws `RecordingError` if none was made here, or all are gone.
    package func newest() throws(RecordingError) -> (path: String, gone: [String]) {
        let advice = "Make one with: rewind record -- COMMAND, or name a file"
        let paths = try remembered()
        guard let first = paths.first else {
            throw RecordingError(.notFound, "no recording has been made on this machine yet", path: Self.latestName, advice: advice)
        }
        guard let place = paths.firstIndex(where: { FileSystem.kind(of: $0) != nil }) else {
            let others = paths.count > 1 ? ", and no older one is left either" : ""
            throw RecordingError(
                .notFound, "the newest recording is no longer at \(first)\(others)", path: Self.latestName, advice: advice)
        }
        return (paths[place], Array(paths[..<place]))
    }

    /// The directory for the live recordings of one `rewind record`.
    ///
    /// Throws `RecordingError` if it can't be made.
    package func makeLiveDirectory(stamp: String) throws(RecordingError) -> String {
        try FileSystem.makeDirectory(home + "/live")
        return try Self.makeDirectory("\(home)/live/\(stamp)")
    }

    /// The same without a library: a hidden directory beside the file that is to be made.
    package static func makeLiveDirectory(beside output: String, stamp: String) throws(RecordingError) -> String {
        try makeDirectory((output.lastIndex(of: "/").map { String(output[...$0]) } ?? "") + ".rewind-\(stamp)")
    }

    /// Makes a new directory of this name, or of the first of this name and a number; returns its absolute path.
    private static func makeDirectory(_ name: String) throws(RecordingError) -> String {
        var number = 1
        while true {
            let path = name + (number == 1 ? "" : "-\(number)")
            if try FileSystem.makeNewDirectory(path) { return FileSystem.absolutePath(path) }
            number += 1
        }
    }
}

extension RecordingLibrary {
    /// The word that stands for the newest recording.
    package static let latestName = "latest"

    /// The path of a recording by the name that a user gives it: `latest` is the newest one of this machine, unless a file has that name.
    ///
    /// `note` is told what the user should know, such as that a newer one was moved away. Throws `RecordingError` as ``newest()``.
    package static func path(of name: String, note: (String) -> Void) throws(RecordingError) -> String {
        guard name == latestName, FileSystem.kind(of: name) == nil else { return name }
        guard let library = RecordingLibrary() else {
            throw RecordingError(.notFound, "there is no home directory to look in", path: name, advice: "Set REWIND_HOME, or name a file")
        }
        let (path, gone) = try library.newest()
        if let newer = gone.first {
            let others = gone.count > 1 ? " (nor \(gone.count - 1) more)" : ""
            note("the newest recording is no longer at \(newer)\(others); this is \(path)")
        }
        return path
    }
}
