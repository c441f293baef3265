import Foundation

// What questions cost, on a recording of a million steps of a small state and one of 50,000 steps of a large state.
//
//     swift build -c release --package-path Tests/Benchmarks --product rewind
//     swift run -c release --package-path Tests/Benchmarks QuestionCosts [values] [stepping] [info] [show] [log] [index] [find] [memory]
//
// The recordings are made once (minutes) and kept: REWIND_QUESTIONS names the folder, REWIND the program to ask.
// With smaller numbers for REWIND_SMALL_STEPS and REWIND_LARGE_STEPS it is a trial.

let environment = ProcessInfo.processInfo.environment
let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..").standardized.path
let folder = environment["REWIND_QUESTIONS"] ?? NSTemporaryDirectory() + "rewind-questions"
ProgramRun.program = environment["REWIND"] ?? "\(root)/Tests/Benchmarks/.build/release/rewind"
ProgramRun.cache = "\(folder)/cache"
let smallSteps = environment["REWIND_SMALL_STEPS"].flatMap { Int($0) } ?? 1_000_000
let largeSteps = environment["REWIND_LARGE_STEPS"].flatMap { Int($0) } ?? 50_000
let wanted = Set(CommandLine.arguments.dropFirst())

func ask(_ topic: String, _ questions: () throws -> [Question]) throws {
    guard wanted.isEmpty || wanted.contains(topic) else { return }
    for question in try questions() { say(question.row) }
}

let made = MadeRecordings(folder: folder)
let commands = CommandQuestions(
    small: try made.recording(.S, steps: smallSteps), smallSteps: smallSteps, large: try made.recording(.L, steps: largeSteps),
    largeSteps: largeSteps)
say("recordings in \(folder)", to: .standardError)
if wanted != ["make"] {
    say(Question.head)
    try ask("values") { try [ValueQuestions.parsing()] + ValueQuestions.diffs() }
    try ask("stepping") { [try TimelineQuestions.stepping(through: commands.small)] }
    try ask("info") { try commands.info() }
    try ask("show") { try commands.show() }
    try ask("log") { [try commands.log()] }
    try ask("index") { try commands.index() }
    try ask("find") { [try commands.find()] }
    try ask("memory") { try commands.memory() }
}
