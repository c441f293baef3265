import RewindArchive
import RewindFormat
import RewindRendering
import RewindSystem

/// Asks on a terminal which of the newest recordings a ticket is about, if none was named.
enum RecordingChoice {
    /// The number of recordings to choose from.
    private static let count = 5

    /// What names the recording; `nil` if the person ends the input.
    ///
    /// - Parameter name: what the user named; where it is `latest`, and there are several, the person is asked.
    static func name(for name: String) throws -> String? {
        let newest = name == RecordingLibrary.latestName && FileSystem.isMissing(name) ? try newest() : []
        guard newest.count > 1 else { return name }
        let now = SystemFacts.wallNanoseconds()
        let rows = newest.enumerated().map { place, recording in
            Line(TerminalText.escaped("\(place + 1)  \(recording.words(now: now))")).hanging(3)
        }
        Console(isColoured: false).print([Line("The newest recordings:")] + rows)
        StandardOutput.flush()
        while true {
            guard let line = Prompt.line(after: "Which one is it about (Enter: 1): ", joinsPastedLines: true) else { return nil }
            let answer = line.trimmed
            if answer.isEmpty { return newest[0].path }
            if let number = Int(answer), newest.indices.contains(number - 1) { return newest[number - 1].path }
            if !FileSystem.isMissing(answer) { return answer }
            Diagnostics.say("answer 1 to \(newest.count), or with the path of a recording")
        }
    }

    private static func newest() throws(RecordingError) -> [RecordingSummary] {
        Array((try RecordingLibrary.ofThisMachine?.recordings() ?? []).prefix(count))
    }
}
