import Foundation
import RewindValue

/// What the commands cost, each run a process of its own.
struct CommandQuestions {
    /// The recording of a million steps on S.
    let small: String
    let smallSteps: Int
    /// The recording of 50,000 steps on L.
    let large: String
    let largeSteps: Int

    func info() throws -> [Question] {
        try [("S", small), ("L", large)].map { size, path in
            let run = try ProgramRun.median(of: 9) { _ in ["info", path] }
            return Question("`info`, \(size)", aim: "30 ms, below 32 MiB", figure: text(run.nanoseconds), run: run)
        }
    }

    func show() throws -> [Question] {
        var numbers = Numbers(seed: 5)
        let smalls = (0..<15).map { _ in numbers.next(below: smallSteps) }
        let larges = (0..<7).map { _ in numbers.next(below: largeSteps) }
        let onSmall = try ProgramRun.median(of: smalls.count) { ["show", small, String(smalls[$0]), "/counters"] }
        let onLarge = try ProgramRun.median(of: larges.count) { ["show", large, String(larges[$0]), "/counters"] }
        guard let keyframe = try ProgramRun.inside("keyframe").first.flatMap({ Int($0) }) else { throw Problem("no keyframe") }
        let times = rounded(Double(onLarge.nanoseconds) / Double(keyframe))
        return [
            Question("`show` of a random step, S", aim: "60 ms", figure: text(onSmall.nanoseconds), run: onSmall),
            Question(
                "`show` of a random step, L, beside parsing its keyframe once", aim: "4 ×",
                figure: "\(times) × (\(text(onLarge.nanoseconds)), \(text(keyframe)))", run: onLarge),
        ]
    }

    func log() throws -> Question {
        let run = try ProgramRun.median(of: 1) { _ in ["log", small] }
        return Question(
            "`log` of all steps to a pipe, S", aim: "500,000 lines/s", figure: rate(run.lines, in: run.nanoseconds, "lines"),
            run: run)
    }

    /// The first question builds the index, the others use it.
    func index() throws -> [Question] {
        var questions: [Question] = []
        for (size, path) in [("S", small), ("L", large)] {
            try? FileManager.default.removeItem(atPath: ProgramRun.cache)
            let bytes = try streamBytes(of: path)
            let first = try ProgramRun(["blame", path, "/session/user"])
            questions.append(
                Question(
                    "building the index of paths, \(size)", aim: "50 MB/s of streams",
                    figure: "\(rounded(Double(bytes) / Double(first.nanoseconds) * 1000)) MB/s (\(text(first.nanoseconds)))",
                    run: first))
            for (words, arguments) in [
                ("`blame /session/user`", ["blame", path, "/session/user"]), ("`blame /filter`", ["blame", path, "/filter"]),
                ("`history /session/user`", ["history", path, "/session/user"]),
                ("`log --path /screens`", ["log", path, "--path", "/screens"]),
            ] {
                let run = try ProgramRun.median(of: 5) { _ in arguments }
                questions.append(
                    Question("\(words) with the index, \(size)", aim: "100 ms", figure: text(run.nanoseconds), run: run))
            }
            let why = try ProgramRun.median(of: 5) { _ in ["why", path, "/session/user"] }
            questions.append(
                Question("`why /session/user` with the index, \(size)", aim: "300 ms", figure: text(why.nanoseconds), run: why))
        }
        return questions
    }

    /// Bytes of all streams of a recording, as `du` tells them.
    private func streamBytes(of path: String) throws -> Int {
        let answer = try JSONValue(parsing: ProgramRun(["du", path, "--json"], keepsOutput: true).output)
        return (answer["segments"]?.array ?? []).reduce(0) { $0 + ($1["bytes"]?.int ?? 0) }
    }

    func find() throws -> Question {
        try? FileManager.default.removeItem(atPath: ProgramRun.cache)
        let run = try ProgramRun(["find", small, ".session.user == \"nobody\""])
        return Question(
            "`find` on a path that few steps touch, S, no index yet", aim: "3 s", figure: text(run.nanoseconds), run: run)
    }

    /// The commands that have no aim but a bounded memory.
    func memory() throws -> [Question] {
        try [
            ["stats", small], ["du", small], ["find", small, ".todos | length > 100000"], ["history", small, "/filter"], ["stats", large],
            ["du", large], ["diff", large, "100", "\(largeSteps - 100)", "--stat"],
        ].map { arguments in
            let run = try ProgramRun(arguments)
            let words = arguments.map { $0 == small ? "S" : $0 == large ? "L" : $0.replacing("|", with: "\\|") }.joined(separator: " ")
            return Question("`\(words)`", aim: "bounded memory", figure: text(run.nanoseconds), run: run)
        }
    }
}
