import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind diff`: what differs between two states of one recording, or between two recordings.
struct DiffCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what a step changed, or what differs between two steps or two recordings.",
        discussion: """
            Given one step, compare the states before and after it. Given two steps or a range (10..20), compare the states after \
            them. Equal parts are folded; elements of arrays are matched by their ids. In a recording of several stores, one step is \
            compared in its own store, and two steps in every store, unless --store names one.

            Given another recording in place of a step, compare the two step by step: what they did, not when. Steps with the same action \
            belong together, up to 500 steps apart. A step marked - is only in the first recording, one marked + only in the second, and \
            one marked ~ is in both but changed the state differently. The first difference is shown in full, followed by the steps that \
            differ after it, and how many could not be compared since a state is unknown. A step that wrote the same list or dictionary in both \
            changed the state alike, whatever that replaced. With a path, only what the steps did to that \
            part counts, whatever the actions were. Each recording has placeholders of its own for \
            what was redacted: where they stand at the same places, they count as the same, and the answer says how many. To compare a \
            masked recording with one that is not, mask the other first, with 'rewind redact --level masked'.

            EXAMPLES
              rewind diff Fixtures/crash.rewind end-1
              rewind diff Fixtures/ordinary.rewind 3 end /home --format patch
              rewind diff Fixtures/ordinary.rewind 0 end --stat
              rewind diff Fixtures/ordinary.rewind Fixtures/crash.rewind
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: ArgumentHelp("A step, the first of two steps, a range, or another recording.", valueName: "from"))
    var first: String

    @Argument(help: ArgumentHelp("The second step, or the path if only one step is given.", valueName: "to"))
    var second: String?

    @Argument(help: ArgumentHelp("The part of the state to compare: /cart/items/0 or .cart.items[0].", valueName: "path"))
    var third: String?

    @Option(help: "The format: tree or side-by-side to read, patch (a JSON Patch, RFC 6902) or json; by default tree, or json with --json.")
    var format: Format?

    @Flag(help: "Show only how much differs, by part of the state.")
    var stat = false

    @Flag(help: "Exit with status 1 if something differs, or could not be compared.")
    var exitCode = false

    @Option(help: "The store, in a recording of several; by default that of the step, or all stores that changed between two steps.")
    var store: String?

    @OptionGroup var output: OutputOptions

    /// How the difference is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case tree
        case sideBySide = "side-by-side"
        case patch, json
    }

    func validate() throws {
        if output.json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) can't be used together")
        }
        if stat, let format, format != .json {
            throw ValidationError("--stat and --format \(format.rawValue) can't be used together")
        }
        if try isOfTwoRecordings() {
            _ = try otherPath()
            if stat || format.map({ $0 != .tree && $0 != .json }) == true {
                throw ValidationError(
                    "two recordings can only be compared as a tree or with --json; compare two steps for the other formats")
            }
        } else {
            _ = try operands()
        }
    }

    func run() throws {
        if try isOfTwoRecordings() { return try compareRecordings() }
        let timeline = try bundle.timeline()
        let (from, second, path) = try operands()
        let pair = try steps(from, second, in: timeline)
        let isOneStep = from.first == from.last && second == nil
        let ofAll = timeline.hasSeveralStores && !isOneStep && store == nil
        let one = try store ?? timeline.step(at: pair.to)?.store ?? timeline.mainStore
        let form: DiffQuestion.Form = stat ? .counts : format == .patch ? .patch : .whole
        let question = DiffQuestion(from: pair.from, to: pair.to, at: path, store: ofAll ? nil : one, as: form)
        let columns = output.console.columns
        try print(answerTo: question, in: timeline, as: format == .sideBySide ? DiffQuestion.table(besideIn: columns ?? 120) : nil)
    }

    private func compareRecordings() throws {
        let question = ComparisonQuestion(with: try Bundles.timeline(first), at: try otherPath(), store: store)
        try print(answerTo: question, in: try bundle.timeline(), during: "comparing")
    }

    private func print<Asked: RenderedQuestion>(
        answerTo question: Asked, in timeline: Timeline, as table: AnswerTable<Asked.Row>? = nil, during activity: String? = nil
    ) throws {
        var options = output
        if format == .json { options.json = true }
        do {
            try AnswerOutput(options: options).print(answerTo: question, in: timeline, as: table, during: activity)
        } catch ExitStatus.no where !exitCode {}
    }

    /// Whether the first operand is no step but a recording.
    private func isOfTwoRecordings() throws -> Bool {
        do {
            _ = try StepRange(parsing: first)
            return false
        } catch {
            if first == RecordingLibrary.latestName || FileSystem.kind(of: first) != nil { return true }
            throw ValidationError("'\(first)' is neither a step nor a recording; \(error.reason)")
        }
    }

    /// The part of the states that is compared in two recordings.
    private func otherPath() throws -> JSONPointer {
        if let third { throw ValidationError("unexpected argument '\(third)': two recordings are compared at one path at most") }
        do { return try second.map(JSONPointer.asArgument) ?? .root } catch let error as JSONPointerError {
            throw ValidationError("\(error)")
        }
    }

    /// The first step, and what follows it: another step, a path, both, or nothing.
    private func operands() throws -> (from: StepRange, second: StepReference?, path: JSONPointer) {
        do {
            let from = try StepRange(parsing: first)
            guard let second else { return (from, nil, .root) }
            if third == nil, JSONPointer.isMeant(by: second) { return (from, nil, try .asArgument(second)) }
            if from.first != from.last { throw ValidationError("a range already names both steps") }
            return (from, try StepReference(parsing: second), try third.map(JSONPointer.asArgument) ?? .root)
        } catch let error as ReferenceError {
            throw ValidationError("\(error)")
        } catch let error as JSONPointerError {
            throw ValidationError("\(error)")
        }
    }

    private func steps(_ from: StepRange, _ second: StepReference?, in timeline: Timeline) throws -> (from: Int, to: Int) {
        if from.first != from.last {
            let states = try from.resolveStates(in: timeline)
            return (states.from, states.to)
        }
        let first = try from.resolveStates(in: timeline).from
        if let second { return (first, try second.resolve(in: timeline)) }
        return (max(timeline.steps.lowerBound, first - 1), first)
    }
}
