import RewindArchive
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRedaction
import RewindSystem
import RewindValue

/// Turns the recordings of a process into files: adds how the process ended and its last words to each, and seals it.
struct RecordedSession {
    /// The directory that the process was told to record into.
    let directory: String
    let exit: ChildProcess.Exit
    /// The time when its end was seen, by the system's monotonic clock.
    var ended = SystemFacts.monotonicNanoseconds()
    /// The last bytes that it wrote to standard error.
    let standardError: [UInt8]
    let title: String?
    let note: String?
    /// The path of the started program, as it was given.
    var program: String?

    /// The recordings that the process left, in the order in which they began.
    func recordings() throws(RecordingError) -> [String] {
        try FileSystem.names(in: directory).filter { $0.hasSuffix(".live") }.map { "\(directory)/\($0)" }
    }

    /// Seals a recording and removes its directory; `file` returns the output path for the app's name.
    ///
    /// - Parameter replacing: whether an existing file is replaced.
    /// - Throws: ``RecordingError``, with ``RecordingError/Code/stillRecording`` if a process is using it. The directory is then unchanged.
    func seal(_ path: String, replacing: Bool = false, to file: (String) -> String) throws(RecordingError) -> Recording {
        let found = try Recording(directory: path).manifest
        let errorText = StandardErrorText(standardError, level: found.recordedLevel)
        var ending = ending(found.ending, reason: errorText.reason, isFinal: isFinal(path))
        // A process ended by SIGKILL can't record the time.
        if ending.at == nil, let page = try? FileSystem.read("\(path)/\(StatusPage.fileName)", limit: StatusPage.byteCount) {
            ending.at = Status(page)?.time(at: ended)
        }
        var sealing = Sealing()
        sealing.removesDirectory = true
        sealing.overwrites = replacing
        sealing.additions = additions(errorText)
        sealing.addsAsItIs = true
        let files = ImageFiles(program: program)
        sealing.symbolise = { $0.symbolised(by: files).crash }
        return try sealing.seal(path, to: file(found.appName ?? "recording")) { manifest in
            manifest.ending = ending
            let redactor = Redactor(addingTo: found.recordedLevel)
            manifest.title = title.map { redactor.redact($0, at: .words) } ?? manifest.title
            manifest.note = note.map { redactor.redact($0, at: .words) } ?? manifest.note
            manifest.byHand = [title.map { _ in "title" }, note.map { _ in "note" }].compactMap(\.self)
        }
    }

    /// The error if nothing was recorded, with the reason if the process's end shows it.
    func recordedNothing(command: String) -> RecordingError {
        let end =
            switch exit {
            case .status(0): "recorded nothing"
            case .status(let status): "ended with status \(status) before it recorded anything"
            case .signal(let signal): "was ended by \(SignalName.name(signal)) before it recorded anything"
            }
        return RecordingError(
            .notFound, "'\(command)' \(end)",
            advice: """
                If its output does not say why, it has no recorder, does not look at REWIND_RECORD, or ended before its recorder began. \
                In the app, begin with: Recorder(app:)
                """)
    }

    private func additions(_ errorText: StandardErrorText) -> [Sealing.Addition] {
        if errorText.text.isEmpty { return [] }
        let details: JSONObject = ["title": "the last words on standard error", "type": "text/plain"]
        return [Sealing.Addition("attachments/stderr.txt", Array(errorText.text.utf8), details: details)]
    }

    /// Whether the app itself recorded its ending in the manifest, rather than only in its status page.
    private func isFinal(_ path: String) -> Bool {
        let bytes = try? FileSystem.read("\(path)/\(Manifest.entryName)", limit: FormatLimits.default.manifestBytes)
        return bytes.flatMap { try? Manifest(parsing: $0, path: path) }?.ending.how != .recording
    }

    /// The ending of the recording, now that the end of the process was seen.
    ///
    /// - Parameter isFinal: whether the app itself recorded its ending; a process that only recorded its exit may still have been killed by
    ///   a signal.
    func ending(_ found: Ending, reason: CrashReason?, isFinal: Bool = true) -> Ending {
        var ending = found
        if found.how == .finished {
            if case .status(let status) = exit, status != 0 { ending.exit = Int(status) }
            guard !isFinal, case .signal = exit else { return ending }
        }
        switch exit {
        case .signal(let signal): complete(&ending, signal: signal, reason)
        case .status(let status):
            if let signal = SignalName.signal(ofShellStatus: status) {
                complete(&ending, signal: signal, reason)
            } else {
                ending.how = .exited
                ending.exit = Int(status)
            }
        }
        return ending
    }

    private func complete(_ ending: inout Ending, signal: Int32, _ reason: CrashReason?) {
        let isSent = ending.how == .killed && ending.signal == SignalName.name(signal)
        ending.how = SignalName.isCrash(signal) && !isSent ? .crashed : .killed
        ending.signal = SignalName.name(signal)
        if ending.how == .crashed { ending.crashReason = reason }
    }
}
