import Foundation

// What questions cost, on a recording of a million steps of a small state and one of 50,000 steps of a large state.
//
//     swift build -c release --product rewind
//     REWIND_BENCHMARKS=1 swift run -c release QuestionCosts \
//         [make] [info] [show] [log] [index] [find] [memory] [stepping] [values] [verify]
//
// The recordings are made once (minutes) and kept: REWIND_QUESTIONS names the folder, REWIND the program to ask.
// With smaller numbers for REWIND_SMALL_STEPS and REWIND_LARGE_STEPS it is a trial.

let environment = ProcessInfo.processInfo.environment
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized.path
let folder = environment["REWIND_QUESTIONS"] ?? NSTemporaryDirectory() + "rewind-questions"
ProgramRun.program = environment["REWIND"] ?? "\(root)/.build/release/rewind"
ProgramRun.cache = "\(folder)/cache"
let smallSteps = environment["REWIND_SMALL_STEPS"].flatMap { Int($0) } ?? 1_000_000
let largeSteps = environment["REWIND_LARGE_STEPS"].flatMap { Int($0) } ?? 50_000
let made = MadeRecordings(folder: folder)
let small = made.path(.S, steps: smallSteps)
let large = made.path(.L, steps: largeSteps)

/// Topics that take much memory; each runs in a process of its own, because a command that is run begins with the peak of its parent.
let insiders: [String: () throws -> [String]] = [
    "make": {
        try made.make(.S, steps: smallSteps)
        try made.make(.L, steps: largeSteps)
        try made.make(.S, steps: smallSteps, isClear: true)
        return []
    },
    "values": { try ([ValueQuestions.parsing()] + ValueQuestions.diffs()).map(\.row) },
    "stepping": { [try TimelineQuestions.stepping(through: small).row] },
    "keyframe": { [String(try TimelineQuestions.keyframeParsing(of: large))] },
]

var topics = Array(CommandLine.arguments.dropFirst())
if topics == ["host"] { VerifyQuestions.host() }
if topics.count == 2, topics[1] == "--inside", let inside = insiders[topics[0]] {
    do {
        for line in try inside() { say(line) }
        exit(0)
    } catch {
        say("\(topics[0]): \(error)", to: .standardError)
        exit(2)
    }
}
if topics.isEmpty { topics = ["make", "info", "show", "log", "index", "find", "memory", "stepping", "values", "verify"] }
let commands = CommandQuestions(small: small, smallSteps: smallSteps, large: large, largeSteps: largeSteps)
if topics.contains(where: { insiders[$0] == nil }), !FileManager.default.isExecutableFile(atPath: ProgramRun.program) {
    say("there is no program at \(ProgramRun.program): build it first, or name it by REWIND:", to: .standardError)
    say("    swift build -c release --product rewind", to: .standardError)
    exit(2)
}
do {
    if topics != ["make"] { say(Question.head) }
    for topic in topics { try answer(topic) }
} catch {
    say("QuestionCosts: \(error)", to: .standardError)
    exit(2)
}

/// Asks the questions of a topic, and says what came of them.
@MainActor func answer(_ topic: String) throws {
    let questions: [Question]
    switch topic {
    case "info": questions = try commands.info()
    case "show": questions = try commands.show()
    case "log": questions = [try commands.log()]
    case "index": questions = try commands.index()
    case "find": questions = [try commands.find()]
    case "verify": questions = try VerifyQuestions(small: made.path(.S, steps: smallSteps, isClear: true), smallSteps: smallSteps).answer()
    case "memory": questions = try commands.memory()
    case _ where insiders[topic] != nil: return try ProgramRun.inside(topic).forEach { say($0) }
    default: throw Problem("there is no topic '\(topic)'")
    }
    for question in questions { say(question.row) }
}
