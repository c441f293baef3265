import Foundation

/// A row of the table: a question, what it is to cost, and what it did cost.
struct Question {
    var words: String
    var aim: String
    var figure: String
    /// The process that answered, where it was one of its own.
    var run: ProgramRun?

    init(_ words: String, aim: String, figure: String, run: ProgramRun? = nil) {
        self.words = words
        self.aim = aim
        self.figure = figure
        self.run = run
    }

    /// The row in Markdown.
    var row: String {
        let memory = run.map { rounded(Double($0.peakBytes) / 1_048_576) + " MiB" } ?? ""
        let processor = run.map { text($0.processor) } ?? ""
        return "| \(words) | \(aim) | \(figure) | \(processor) | \(memory) |"
    }

    /// The head of the table in Markdown.
    static let head = "| what | aim | measured | processor time | peak memory |\n|---|---|---|---|---|"
}

/// So many things in that time, a second.
func rate(_ count: Int, in nanoseconds: Int, _ unit: String) -> String {
    rounded(Double(count) / Double(nanoseconds) * 1e9) + " " + unit + "/s"
}

/// The middle time of several runs.
func median(of count: Int, _ body: () throws -> Void) rethrows -> Int {
    var times: [Int] = []
    for _ in 0..<count {
        let start = nanoseconds(CLOCK_MONOTONIC)
        try body()
        times.append(nanoseconds(CLOCK_MONOTONIC) - start)
    }
    return times.sorted()[count / 2]
}
