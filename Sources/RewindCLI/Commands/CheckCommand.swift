import ArgumentParser
import RewindFormat
import RewindReplay
import RewindValue

/// `rewind check`: what should hold after every step.
struct CheckCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a file of invariants against every state, and name the first step that breaks each.",
        discussion: """
            The file has a name, a colon and an expression a line; empty lines and lines that begin with # are passed over. '-' reads standard \
            input. If one is broken, the status is 1. A step at which the expression has no value breaks it.

            EXAMPLES
              rewind check bug.rewind invariants.txt
              echo 'few: .home.episodes | length < 9' | rewind check bug.rewind -
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The file of invariants.", completion: .file())
    var file: String

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func run() throws {
        let invariants: [Invariant]
        do {
            invariants = try Invariant.list(parsing: try TextInput.read(file), predicate: Question.predicate)
        } catch let error as InvariantError {
            throw ValidationError("\(file), \(error)")
        }
        if invariants.isEmpty { throw ValidationError("\(file) has no invariant in it: a line is a name, a colon and an expression") }
        let timeline = try bundle.timeline()
        let store = try store.checked(in: timeline)
        let (results, unknown) = try Activity.during("checking") { () throws(RecordingError) in
            try timeline.check(invariants, store: store)
        }
        for result in results {
            if output.json {
                output.console.print(json: try json(result, in: timeline))
            } else {
                output.console.printRow(try line(result, in: timeline))
            }
        }
        timeline.report(unknown)
        for invariant in invariants { invariant.condition.warnOfRounding() }
        if results.contains(where: { $0.broken != nil }) { throw ExitStatus.no }
    }

    private func line(_ result: InvariantResult, in timeline: Timeline) throws -> Line {
        let name = Line(result.invariant.name, .strong)
        guard let broken = result.broken else { return Line("holds   ", .added) + name }
        let step = try timeline.step(at: broken.upperBound)
        var words = " from step \(PlaceRow(broken, step).number)" + (step.map { ", \($0.type)" } ?? "")
        if result.failures.count > 0 { words += ": \(result.failures.reason)" }
        return Line("broken  ", .alarm) + name + Line(words)
    }

    private func json(_ result: InvariantResult, in timeline: Timeline) throws -> JSONValue {
        var object: JSONObject = [
            "name": .string(result.invariant.name), "expression": .string(result.invariant.text), "holds": .bool(result.broken == nil),
        ]
        if let broken = result.broken {
            for (key, value) in try PlaceRow(broken, in: timeline).json { object[key] = value }
            if result.failures.count > 0 { object["reason"] = .string(result.failures.reason) }
        }
        return .object(object)
    }
}
