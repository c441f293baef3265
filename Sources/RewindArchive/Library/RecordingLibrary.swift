package import RewindFormat
import RewindJournal
import RewindSystem

/// The directory where this machine's recordings are made, and the list of the newest ones: `$REWIND_HOME`, else `rewind` in
/// `$XDG_DATA_HOME`, else `~/.local/share/rewind`.
package struct RecordingLibrary: Sendable {
    package let home: String
    /// Directories outside the library into which running apps are known to record.
    package var runningElsewhere: [String] = []

    package init(home: String) { self.home = home }

    /// The library that the environment names; `nil` if there is not even a home directory.
    package init?(environment: (String) -> String? = SystemFacts.environment) {
        guard let home = rewindHome(environment: environment) else { return nil }
        self.init(home: home)
    }

    private static let memory = 100

    /// The file that lists the newest recordings, one path a line, the newest first.
    private var listFile: String { home + "/latest" }

    private func remembered() throws(RecordingError) -> [String] {
        guard FileSystem.kind(of: listFile) == .file else { return [] }
        let bytes = try FileSystem.readTrusted(listFile, limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Adds a recording to the list.
    ///
    /// It is listed after those of later sessions, since a recording may be sealed a day after it was made. Within a session, the first
    /// file stays before files that were later derived from it.
    ///
    /// - Parameter original: the recording it was derived from, if that may be listed too.
    ///
    /// Throws `RecordingError` if the library can't be read or written.
    package func remember(_ path: String, madeOf original: String? = nil) throws(RecordingError) {
        try FileSystem.makeDirectory(home)
        let path = FileSystem.absolutePath(path)
        var paths = try remembered().filter { $0 != path }
        paths.insert(path, at: place(of: path, madeOf: original, among: paths))
        try FileSystem.replace(listFile, with: Array(paths.prefix(Self.memory).map { $0 + "\n" }.joined().utf8))
    }

    /// The position for a path in the list: after the last one of the same session, or else after those of later sessions.
    private func place(of path: String, madeOf original: String?, among paths: [String]) -> Int {
        if let original = original.map(FileSystem.absolutePath), let place = paths.firstIndex(of: original) { return place + 1 }
        let new = RecordingSummary(remembered: path)
        let others = paths.map { FileSystem.kind(of: $0) == nil ? nil : RecordingSummary(remembered: $0) }
        let same = new.session.flatMap { session in others.lastIndex { $0?.session == session } }
        return (same ?? others.lastIndex { $0.map { $0.started > new.started } ?? false } ?? -1) + 1
    }

    /// The newest recording of an app, sealed or live, and the newer ones that have been moved or deleted.
    ///
    /// A recording that a command derived from another one does not count as an app's. Throws `RecordingError` if none was made here, or
    /// all are gone.
    package func newest() throws(RecordingError) -> (path: String, gone: [String]) {
        var gone: [String] = []
        var files: [RecordingSummary] = []
        for path in try remembered() {
            guard FileSystem.kind(of: path) != nil else {
                if files.isEmpty { gone.append(path) }
                continue
            }
            let summary = RecordingSummary(remembered: path)
            // The files of one session are adjacent.
            if let first = files.first, first.session == nil || summary.session != first.session { break }
            if summary.manifest?.isDerived != true { files.append(summary) }
        }
        let sealed = Self.onePerSession(files).first
        let live = liveDirectories().compactMap { RecordingSummary(beginning: $0) }.max { $0.started < $1.started }
        if let live, live.started >= sealed?.started ?? .min {
            if live.isLive { return (live.path, []) }
            let made = try remembered().map { RecordingSummary(remembered: $0) }.filter {
                $0.session == live.session && $0.manifest?.isDerived != true
            }
            let path = made.isEmpty ? live.path : Self.onePerSession(made + [live.completed])[0].path
            return (path, path == live.path ? [] : gone)
        }
        if let sealed { return (sealed.path, gone) }
        let advice = "Make one with: rewind record -- COMMAND, or name a file"
        guard let first = gone.first else {
            throw RecordingError(.notFound, "no recording has been made on this machine yet", path: Self.latestName, advice: advice)
        }
        let others = gone.count > 1 ? ", and no older one is left either" : ""
        throw RecordingError(
            .notFound, "the newest recording is no longer at \(first)\(others)", path: Self.latestName, advice: advice)
    }

    /// Summaries of the app recordings, the newest first: those that were sealed here and still exist, and live ones.
    ///
    /// Each session appears once: as the directory into which its app is recording; else as the existing file with the most of its steps,
    /// the first of several; else as the directory that it left.
    ///
    /// Reads the manifests, and the whole directory of an app that has ended. Throws `RecordingError` if the library can't be read.
    package func recordings() throws(RecordingError) -> [RecordingSummary] {
        let sealed = try remembered().filter { FileSystem.kind(of: $0) != nil }.map { RecordingSummary(remembered: $0) }
        let live = liveDirectories().compactMap { RecordingSummary(beginning: $0)?.completed }
        let all = live.filter(\.isLive) + sealed.filter { $0.manifest?.isDerived != true } + live.filter { !$0.isLive }
        return Self.onePerSession(all).sorted { $0.started > $1.started }
    }

    /// One summary for each session: the recording with the most of it, the first of several equals.
    private static func onePerSession(_ all: [RecordingSummary]) -> [RecordingSummary] {
        var best: [RecordingSummary] = []
        var places: [RecordingSummary.Session: Int] = [:]
        for summary in all {
            if let session = summary.session, let place = places[session] {
                if summary.saysMore(than: best[place]) { best[place] = summary }
            } else {
                if let session = summary.session { places[session] = best.count }
                best.append(summary)
            }
        }
        return best
    }

    /// Directories into which apps record or recorded: those that `rewind record` made, those of apps that record by themselves in or below
    /// the current directory, in `recordings`, and those of running apps that can be reached.
    private func liveDirectories() -> [String] {
        func folders(in path: String, _ isWanted: (String) -> Bool) -> [String] {
            let names = (try? FileSystem.names(in: path)) ?? []
            return names.filter(isWanted).map { "\(path)/\($0)" }.filter { FileSystem.kindOfItself($0) == .directory }
        }
        func isLive(_ name: String) -> Bool { name.hasSuffix(".live") }
        let parents = folders(in: home + "/live") { _ in true } + folders(in: ".") { $0.hasPrefix(".rewind-") } + ["recordings", "."]
        let found = parents.flatMap { folders(in: $0, isLive) }.map(FileSystem.absolutePath)
        // What another user put into the current directory is not the newest recording of this one.
        let own = found.filter { FileSystem.isTrusted("\($0)/\(Manifest.entryName)") }
        return own + Set(runningElsewhere).subtracting(found).filter(LiveDirectory.isLocked)
    }

    /// Creates the directory for the live recordings of one `rewind record`.
    ///
    /// Throws `RecordingError` if it can't be created.
    package func makeLiveDirectory(stamp: String) throws(RecordingError) -> String {
        try FileSystem.makeDirectory(home + "/live")
        return try Self.makeDirectory("\(home)/live/\(stamp)")
    }

    /// Creates the same without a library: a hidden directory beside the output file.
    package static func makeLiveDirectory(beside output: String, stamp: String) throws(RecordingError) -> String {
        try makeDirectory((output.lastIndex(of: "/").map { String(output[...$0]) } ?? "") + ".rewind-\(stamp)")
    }

    /// Creates a directory with this name, or with the first free number appended; returns its absolute path.
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
    /// The word that means the newest recording.
    package static let latestName = "latest"

    /// Resolves the name that a user gives a recording: `latest` means the newest one of the library, unless a file has that name.
    ///
    /// `note` receives what the user should know: which recording was chosen, and that a newer one was moved away. Throws `RecordingError`
    /// as ``newest()``.
    package static func path(
        of name: String, in library: @autoclosure () -> RecordingLibrary? = RecordingLibrary(), note: (String) -> Void
    ) throws(RecordingError) -> String {
        guard name == latestName else { return name }
        let library = library()
        if FileSystem.kind(of: name) != nil {
            let other = (try? library?.newest())?.map { ", and not the newest recording, \(nearName(of: $0.path))" } ?? ""
            note("'\(name)' is the file of that name in the current directory\(other)")
            return name
        }
        guard let library else {
            throw RecordingError(.notFound, "there is no home directory to look in", path: name, advice: "Set REWIND_HOME, or name a file")
        }
        let (path, gone) = try library.newest()
        if let newer = gone.first {
            let others = gone.count > 1 ? " (nor \(gone.count - 1) more)" : ""
            note("the newest recording is no longer at \(newer)\(others); this is \(path)")
        } else {
            let isLive = LiveDirectory.isRecorded(path)
            note(
                "latest is \(nearName(of: path))" + (isLive ? ", into which an app is still recording; 'rewind list' shows older ones" : "")
            )
        }
        return path
    }

    /// A path as typed from here: relative if it lies in the current directory.
    package static func nearName(of path: String) -> String {
        let here = FileSystem.absolutePath(".")
        let folder = here.hasSuffix("/.") ? String(here.dropLast(1)) : here + "/"
        return path.hasPrefix(folder) && path.count > folder.count ? String(path.dropFirst(folder.count)) : path
    }
}
