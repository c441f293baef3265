import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindSystem

/// `rewind record`: runs an app with recording switched on, and makes one file of the result, including any crash.
struct RecordCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Run an app, and make one file of what it recorded, even if it crashes.",
        discussion: """
            The app runs as if the shell had started it, with REWIND_RECORD naming the directory to record into, which every \
            Recorder(app:) does. Its standard error is passed on, and the last 64 KiB \
            of it are added to the recording, with secrets removed; in a masked recording they are masked, too, except for the Swift \
            runtime's own words. No memory dump (core file) is kept of an app that crashes, and the Swift runtime prints no backtrace \
            of its own, unless SWIFT_BACKTRACE says that it should: 'rewind crash' shows where the app was.

            The exit status is that of the app, or 128 plus the signal's number if a signal ended it. If the app exited with 0, the \
            status is 3 if something recorded was lost. It is 2 if nothing was recorded, or if the file could not be made.

            EXAMPLES
              rewind record --title 'It crashes' -- .build/debug/Episodes
              rewind record --report -o bug-1234.rewind -- .build/debug/Episodes --seed 7
            """)

    @Option(
        name: .shortAndLong, help: "The file to write; by default the app's name, the date and the time, in the current directory.",
        completion: .file())
    var output: String?

    @Option(help: "The title of the recording.")
    var title: String?

    @Option(help: "A note about the recording.")
    var note: String?

    @Flag(help: "Write the recording as a page for a browser, too, beside the file.")
    var report = false

    @Flag(help: "Replace the file if it exists, once the new one is complete.")
    var force = false

    @Flag(help: "Let the system keep a memory dump of an app that crashes: everything it had in memory, including secrets.")
    var keepMemoryDumps = false

    @Argument(parsing: .postTerminator, help: "The app and its arguments, after --.")
    var command: [String] = []

    func validate() throws {
        try OutputName.check(output)
        if command.isEmpty { throw ValidationError("no command given after --, as in: rewind record -- COMMAND ARGUMENTS") }
        if force, output == nil { throw ValidationError("--force goes with -o: without that, a name is chosen that nothing has") }
        if let output, FileSystem.kind(of: output) == .directory {
            throw ValidationError("'\(output)' is a directory: name a file with -o")
        }
    }

    func run() throws {
        if let output, !force, FileSystem.kind(of: output) != nil {
            let advice = "Name another file with -o, or replace it with --force"
            throw RecordingError(.exists, "the file already exists", path: output, advice: advice)
        }
        try OutputPlace.check(output ?? ".")
        let now = CalendarTime(utc: SystemFacts.wallNanoseconds())
        let stamp = "\(now.date)-\(now.time)Z"
        let directory = try liveDirectory(stamp: stamp)
        let tee = try ErrorTee()
        if !keepMemoryDumps { MemoryDumps.forbid() }
        let child: ChildProcess
        do {
            child = try ChildProcess(command, environment: environment(recordingInto: directory), standardError: tee.input)
        } catch {
            try? FileSystem.removeDirectory(directory)
            Diagnostics.say("\(error). Give the command as you would to a shell: rewind record -- COMMAND ARGUMENTS")
            throw ExitStatus.failed
        }
        tee.start()
        let terminal = TerminalState()
        let exit = child.wait()
        let ended = SystemFacts.monotonicNanoseconds()
        terminal?.putBack()
        let session = RecordedSession(
            directory: directory, exit: exit, ended: ended, standardError: tee.finish(), title: title, note: note, program: command[0])
        let isLossy = try seal(session, stamp: stamp)
        try? FileSystem.removeDirectory(directory)
        if exit.shellStatus != 0 { throw ExitCode(exit.shellStatus) }
        if isLossy { throw ExitStatus.lossy }
    }

    /// The environment of the app: where to record; the title and the note, in case this process ends before it can add them; and settings
    /// that keep the Swift runtime from printing a backtrace or waiting for a key.
    private func environment(recordingInto directory: String) -> [String: String] {
        // Empty if not given, so that the app does not inherit those of an outer `rewind record`.
        var variables = ["REWIND_RECORD": directory, "REWIND_RECORD_TITLE": title ?? "", "REWIND_RECORD_NOTE": note ?? ""]
        if !SwiftBacktrace.isDecided { variables[SwiftBacktrace.variable] = "enable=no" }
        return variables
    }

    /// Creates a directory for the app to record into: in the library, or beside the output if the library is not writable.
    private func liveDirectory(stamp: String) throws(RecordingError) -> String {
        do throws(RecordingError) {
            if let library = RecordingLibrary() { return try library.makeLiveDirectory(stamp: stamp) }
            Diagnostics.say("there is no home directory, so the app records into the current one; REWIND_HOME names another")
        } catch {
            Diagnostics.say("\(error) The app records into the current directory instead; REWIND_HOME names another")
        }
        return try RecordingLibrary.makeLiveDirectory(beside: output ?? "", stamp: stamp)
    }

    /// Seals and reports each recording; returns whether any recorded data was lost.
    private func seal(_ session: RecordedSession, stamp: String) throws -> Bool {
        let recordings = try session.recordings()
        if recordings.isEmpty {
            try? FileSystem.removeDirectory(session.directory)
            throw session.recordedNothing(command: command[0])
        }
        var isLossy = false
        for (number, recording) in recordings.enumerated() {
            // If one run left several recordings, the first gets the given name, and the others get free names.
            let replaced = force && number == 0 ? output : nil
            do throws(RecordingError) {
                let sealed = try Activity.during("sealing") { () throws(RecordingError) in
                    if let replaced { return try session.seal(recording, replacing: true) { _ in replaced } }
                    return try sealUnderAFreeName(recording, by: session, stamp: stamp)
                }
                Bundles.remember(sealed.path)
                for line in sealed.sealedWords { Diagnostics.say(line) }
                isLossy = isLossy || !sealed.losses.isEmpty
                if report { writePage(of: sealed) }
            } catch  where error.code == .stillRecording {
                Diagnostics.say(
                    "a process is still recording into \(recording). Once it has ended, run: rewind seal \(recording.shellQuoted)")
            } catch {
                Diagnostics.say("\(error)")
                // If the system refused, the directory is intact: the file only has to be written elsewhere.
                let advice =
                    error.code == .system
                    ? "To make a file of it in another place: rewind seal \(recording.shellQuoted) -o FILE"
                    : "Try: rewind recover \(recording.shellQuoted) -o FILE"
                Diagnostics.say("the directory is as the process left it. \(advice)")
                throw ExitStatus.failed
            }
        }
        return isLossy
    }

    /// Writes the page of a sealed recording; a failure is only reported, because the recording exists all the same.
    private func writePage(of sealed: Recording) {
        do { try PageOutput.writeBeside(sealed, replacing: force) } catch { Diagnostics.say("there is no page of it: \(error)") }
    }

    /// Seals a recording into a file with a free name, or with the next one if another process takes it in the meantime.
    private func sealUnderAFreeName(_ recording: String, by session: RecordedSession, stamp: String) throws(RecordingError) -> Recording {
        for _ in 1..<100 {
            do throws(RecordingError) {
                return try session.seal(recording) { freeName(app: $0, stamp: stamp) }
            } catch  where error.code == .exists {}
        }
        return try session.seal(recording) { freeName(app: $0, stamp: stamp) }
    }

    /// A file name that is not taken yet.
    private func freeName(app: String, stamp: String) -> String {
        if let output, output.hasSuffix(".rewind") { return OutputName.free(String(output.dropLast(7))) }
        if let output { return OutputName.free(output, suffix: "") }
        let name = app.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" }
        return OutputName.free("\(String(name))-\(stamp)")
    }
}
