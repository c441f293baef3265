import RewindFormat
import RewindReplay
import RewindValue

/// Makes files of what a process recorded: says in each recording how the process ended, adds its last words, and seals it.
struct RecordedSession {
    /// The directory that the process was told to record into.
    let directory: String
    let exit: ChildProcess.Exit
    let lastWords: LastWords
    let title: String?
    let note: String?

    /// A recording that was made into a file.
    struct Sealed {
        let file: String
        let name: String
        let recording: Recording
    }

    /// The recordings that were left, in the order they began.
    func recordings() throws -> [String] {
        try FileSystem.names(in: directory).filter { $0.hasSuffix(".live") }.map { "\(directory)/\($0)" }
    }

    /// Seals one of them; `nil` while a process still records into it.
    ///
    /// - Parameter file: Where to, given the app's name.
    func seal(_ path: String, to file: (String) -> String) throws -> Sealed? {
        guard let live = try LiveDirectory(takingOver: path) else { return nil }
        let found = try Recording(directory: path, holdsLock: true)
        var manifest = found.manifest
        manifest.title = title ?? manifest.title
        manifest.note = note ?? manifest.note
        manifest.ending = ending(manifest.ending)
        try live.write(manifest)
        if manifest.ending.how == .crashed, let crash = manifest.json["ending"] {
            try FileSystem.replace(live.file("crash.json"), with: Array((crash.prettyText + "\n").utf8))
        }
        if !lastWords.text.isEmpty {
            try FileSystem.makeDirectory(live.file("attachments"))
            try FileSystem.replace(live.file("attachments/stderr.txt"), with: Array(lastWords.text.utf8))
        }
        live.unlock()
        let name = manifest.app["name"]?.string ?? "recording"
        let target = file(name)
        try Bundles.seal(path, to: target, removing: true)
        return Sealed(file: target, name: name, recording: try Bundles.open(target))
    }

    /// How the recording ended, now that the process's end was seen.
    func ending(_ found: Ending) -> Ending {
        guard found.how == .died || found.how == .recording else { return found }
        var ending = found
        switch exit {
        case .signal(let signal): Self.settle(&ending, signal: signal)
        case .status(let status):
            if let signal = SignalName.signal(ofShellStatus: status) {
                Self.settle(&ending, signal: signal)
            } else {
                ending.how = .exited
                ending.exit = Int(status)
            }
        }
        if ending.how == .crashed { ending.reason = lastWords.reason }
        return ending
    }

    private static func settle(_ ending: inout Ending, signal: Int32) {
        ending.how = SignalName.isCrash(signal) ? .crashed : .killed
        ending.signal = SignalName.name(signal)
    }
}
