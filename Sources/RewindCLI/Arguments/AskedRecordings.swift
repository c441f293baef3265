import ArgumentParser
import RewindAge
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// The recordings that a question is about: files, and folders of files.
///
/// Several recordings are opened one at a time; one that can't be read is reported and does not end the run.
struct AskedRecordings {
    let paths: [String]
    /// The folder that was asked, for each recording that was found in one.
    private var folders: [String: String] = [:]
    /// Whether each answer names its recording.
    private let areSeveral: Bool

    /// The results of a question.
    struct Outcome {
        /// The number of recordings that answered yes, and no.
        var yes = 0, no = 0
        /// The distinct reasons of the negative answers.
        var reasons: [String] = []
        /// The number of recordings that could not be asked.
        var failed = 0
        /// The number of recordings that are sealed for others, and so were passed over.
        var sealed = 0
        /// Whether one of them reported wrong usage.
        var isUsage = false

        var count: Int { yes + no + failed }

        /// Says how many recordings were passed over.
        func reportSealed() { SealedRecordings.report(sealed, of: count + sealed) }
    }

    /// - Parameter names: recordings, and folders that contain some.
    init(_ names: [String]) {
        var paths: [String] = []
        for name in names {
            let inside = Activity.during("looking for recordings") { RecordingFolder.paths(in: name) }
            paths += inside.isEmpty ? [name] : inside
            for path in inside where folders[path] == nil { folders[path] = name }
        }
        self.paths = paths
        areSeveral = paths.count > 1 || paths != names
    }

    /// Which of the recordings one is, whatever machine and folder they are on.
    func place(of path: String) -> RecordingPlace { RecordingPlace(path: path, folder: folders[path]) }

    /// Asks each recording.
    ///
    /// - Parameter ask: asks one recording; throws as for a single one.
    /// - Returns: the results for several recordings; `nil` for a single one, whose errors are thrown.
    func ask(_ output: OutputOptions, _ ask: (Timeline, AnswerOutput) throws -> Void) throws -> Outcome? {
        try self.ask(output, opening: { try Bundles.timeline($0, keeps: !areSeveral) }, ask)
    }

    /// The same if there is more to do with a recording, before it can be asked, than to open it.
    func ask<Opened>(
        _ output: OutputOptions, opening open: (String) throws -> Opened, _ ask: (Opened, AnswerOutput) throws -> Void
    ) throws -> Outcome? {
        guard areSeveral else {
            try ask(open(paths[0]), AnswerOutput(options: output))
            return nil
        }
        var outcome = Outcome()
        let progress = Activity.Count(of: paths.count, "recordings")
        defer { progress.end() }
        let width = min(40, paths.map { DisplayWidth.of(TerminalText.escaped($0)) }.max() ?? 0)
        for path in paths {
            try Diagnostics.$subject.withValue(path) {
                do {
                    progress.report(outcome.count)
                    try ask(open(path), AnswerOutput(options: output, name: path, width: width))
                    outcome.yes += 1
                } catch let answer as NegativeAnswer {
                    outcome.no += 1
                    if !outcome.reasons.contains(answer.description) { outcome.reasons.append(answer.description) }
                } catch ExitStatus.no {
                    outcome.no += 1
                } catch ExitStatus.usage {
                    outcome.no += 1
                    outcome.isUsage = true
                } catch var error as RecordingError {
                    switch error.code {
                    case .noKey:
                        outcome.sealed += 1
                        return
                    case .invalidArguments:
                        outcome.no += 1
                        outcome.isUsage = true
                    case .noSuchStep, .noSuchStore: outcome.no += 1
                    default: outcome.failed += 1
                    }
                    if error.path == path { error.path = nil }
                    Diagnostics.say("\(error)")
                }
            }
        }
        outcome.reportSealed()
        return outcome
    }
}

/// Recordings that are sealed for others.
enum SealedRecordings {
    /// Says how many of several recordings can't be opened here; nothing if all can.
    static func report(_ count: Int, of total: Int) {
        if count == 0 { return }
        let words = count == 1 ? "is sealed for a key that is" : "are sealed for keys that are"
        Diagnostics.say("\(count) of \(total) recordings \(words) not known here, and not counted; --identity names a key file")
    }
}

extension AskedRecordings.Outcome {
    /// Throws the exit status of a failure if a recording could not be asked, or that of wrong usage if the question makes no sense to one.
    func throwFailures() throws {
        if count == 0, sealed > 0 { throw ExitStatus.failed }
        if isUsage { throw ExitStatus.usage }
        if failed > 0 {
            Diagnostics.say("\(failed) of \(count) recordings could not be read")
            throw ExitStatus.failed
        }
    }

    /// Throws if a recording could not be asked or none answered yes; otherwise says how many answered no.
    ///
    /// - Parameters:
    ///   - no: what a recording that answered no is: `never true`.
    ///   - reason: why none answered yes, if no recording gave a reason.
    func end(no: String, because reason: String) throws {
        try throwFailures()
        if yes == 0 {
            // If every recording answers no, the cause is probably the same for all, such as a typing error.
            throw NegativeAnswer(description: "in none of \(count) recordings: \(reasons.first ?? reason)")
        }
        if self.no > 0 { Diagnostics.say("\(no) in \(self.no) of \(count) recordings") }
    }
}
