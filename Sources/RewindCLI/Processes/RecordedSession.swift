import RewindArchive
import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// Makes files of what a process recorded: says in each recording how the process ended, adds its last words, and seals it.
struct RecordedSession {
    /// The directory that the process was told to record into.
    let directory: String
    let exit: ChildProcess.Exit
    /// When its end was seen, by the system's monotonic clock.
    var ended = SystemFacts.monotonicNanoseconds()
    /// What it wrote to standard error at the end.
    let standardError: [UInt8]
    let title: String?
    let note: String?
    /// The program that was started, by its path, as it was given.
    var program: String?

    /// The status that the process ended with, if that is not 0.
    var failure: Int32? { if case .status(let status) = exit, status != 0 { Int32(status) } else { nil } }

    /// The recordings that were left, in the order they began.
    func recordings() throws(RecordingError) -> [String] {
        try FileSystem.names(in: directory).filter { $0.hasSuffix(".live") }.map { "\(directory)/\($0)" }
    }

    /// Seals one of them and takes its directory away; `file` says where to, given the app's name.
    ///
    /// - Parameter replacing: whether a file that is there is replaced.
    /// - Throws: ``RecordingError``, with ``RecordingError/Code/stillRecording`` while a process has it. The directory is untouched then.
    func seal(_ path: String, replacing: Bool = false, to file: (String) -> String) throws(RecordingError) -> Recording {
        let found = try Recording(directory: path).manifest
        // Of a manifest that is lost nobody knows how much the app wanted to tell.
        let lastWords = LastWords(standardError, level: found.recordedLevel ?? .masked)
        var ending = ending(found.ending, reason: lastWords.reason, isFinal: isFinal(path))
        // SIGKILL leaves the process no time to say when.
        if ending.at == nil, let page = try? FileSystem.read("\(path)/\(StatusPage.fileName)", limit: StatusPage.byteCount) {
            ending.at = Status(page)?.time(at: ended)
        }
        var sealing = Sealing()
        sealing.removesDirectory = true
        sealing.overwrites = replacing
        sealing.additions = additions(lastWords)
        sealing.addsAsItIs = true
        let files = ImageFiles(program: program)
        sealing.symbolise = { $0.symbolised(by: files).crash }
        return try sealing.seal(path, to: file(found.appName ?? "recording")) { manifest in
            manifest.ending = ending
            // A person's words stay, but for secrets.
            let open = Redactor(addingTo: found.recordedLevel)
            manifest.title = title.map { open.redact($0, at: .words) } ?? manifest.title
            manifest.note = note.map { open.redact($0, at: .words) } ?? manifest.note
            manifest.byHand = [title.map { _ in "title" }, note.map { _ in "note" }].compactMap(\.self)
        }
    }

    /// Says that there is no recording, and what the process's end tells of why.
    func recordedNothing(command: String) -> RecordingError {
        let end: String? =
            switch exit {
            case .status(0): nil
            case .status(let status): "ended with status \(status)"
            case .signal(let signal): "was ended by \(SignalName.name(signal))"
            }
        if let end {
            return RecordingError(
                .notFound, "'\(command)' \(end) before it recorded anything",
                advice:
                    "If its output does not say why, check that it has a recorder, which Recorder.Configuration.requested(app:) configures")
        }
        return RecordingError(
            .notFound, "'\(command)' recorded nothing",
            advice: """
                If its output does not say why, it has no recorder, does not look at REWIND_RECORD, or ended before its recorder began. \
                In the app, begin with: Recorder.Configuration.requested(app:)
                """)
    }

    private func additions(_ lastWords: LastWords) -> [Sealing.Addition] {
        var additions: [Sealing.Addition] = []
        if !lastWords.text.isEmpty {
            let details: JSONObject = ["title": "the last words on standard error", "type": "text/plain"]
            additions.append(Sealing.Addition("attachments/stderr.txt", Array(lastWords.text.utf8), details: details))
        }
        return additions
    }

    /// Whether the app itself said in the manifest how its recording ended, rather than its status page.
    private func isFinal(_ path: String) -> Bool {
        let bytes = try? FileSystem.read("\(path)/\(Manifest.entryName)", limit: FormatLimits.default.manifestBytes)
        return bytes.flatMap { try? Manifest(parsing: $0, path: path) }?.ending.how != .recording
    }

    /// How the recording ended, now that the process's end was seen.
    ///
    /// - Parameter isFinal: whether the app itself said so; a process that only said that it exits may still have been ended by a signal.
    func ending(_ found: Ending, reason: String?, isFinal: Bool = true) -> Ending {
        var ending = found
        if found.how == .finished {
            if let failure { ending.exit = Int(failure) }
            guard !isFinal, case .signal = exit else { return ending }
        }
        switch exit {
        case .signal(let signal): settle(&ending, signal: signal, reason)
        case .status(let status):
            if let signal = SignalName.signal(ofShellStatus: status) {
                settle(&ending, signal: signal, reason)
            } else {
                ending.how = .exited
                ending.exit = Int(status)
            }
        }
        return ending
    }

    private func settle(_ ending: inout Ending, signal: Int32, _ reason: String?) {
        let isSent = ending.how == .killed && ending.signal == SignalName.name(signal)
        ending.how = SignalName.isCrash(signal) && !isSent ? .crashed : .killed
        ending.signal = SignalName.name(signal)
        if ending.how == .crashed { ending.reason = reason }
    }
}
