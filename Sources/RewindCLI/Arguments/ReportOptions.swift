import ArgumentParser
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// The options of a command that judges recordings in CI: where its findings go.
struct ReportOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Also write the findings as JUnit's XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Also write the findings as Markdown for a pull request, below 64 KB.", valueName: "file"), completion: .file())
    var markdown: String?

    @Option(
        help: ArgumentHelp(
            "What the command wrote before with --json, and verify with --continue: such findings are known, and not counted.",
            valueName: "file"),
        completion: .file())
    var baseline: String?

    @Flag(help: "Of several recordings, print every row: by default only what is wrong, and a line for all.")
    var all = false

    /// What is known.
    ///
    /// - Throws: `RecordingError` if the file can't be read, `ValidationError` if it is something else.
    func known() throws -> Baseline? { try baseline.map { try Baseline(path: $0) } }

    /// Writes what was asked for, and annotations where GitHub runs the command.
    func write(_ judged: JudgedRecordings) throws {
        if let junit { try FileSystem.replace(junit, with: Array(judged.junit.utf8)) }
        if let markdown { try FileSystem.replace(markdown, with: Array(judged.markdown.utf8)) }
        if SystemFacts.environment("GITHUB_ACTIONS") == "true" {
            for line in judged.annotations { _ = StandardStream.error.write("\(line)\n".utf8) }
        }
    }
}
