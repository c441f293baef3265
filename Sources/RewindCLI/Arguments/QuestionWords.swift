import ArgumentParser
import RewindJournal
import RewindReplay
import RewindSystem

/// The recordings that a question is about, followed by the question as the last word.
struct QuestionWords: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Recordings, or folders of them, and behind them the expression; 'latest' and '-' name recordings too.",
            valueName: "bundle> ... <expr"),
        completion: .file())
    var words: [String]

    var bundles: [String] { Array(words.dropLast()) }

    func question() throws -> WrittenCondition {
        guard let last = words.last, words.count > 1 else { throw ValidationError("Missing expected argument '<expr>'") }
        do { return try WrittenCondition(parsing: last) } catch {
            if FileSystem.kind(of: last) != nil {
                throw ValidationError("Missing expected argument '<expr>': the last word, '\(last)', is a file")
            }
            throw ValidationError("The value '\(last)' is invalid for '<expr>': \(error)")
        }
    }

    func validate() throws {
        _ = try question()
    }
}
