import ArgumentParser
import RewindReplay
import RewindValue

/// `rewind diff`: what differs between two states of one recording.
struct DiffCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "What a step changed, or what differs between the states after two steps.",
        discussion: """
            With one step, the state before it is compared with the state after it. A range (10..20) names both steps at once. Parts that \
            are equal are folded.

            EXAMPLES
              rewind diff Fixtures/crash.rewind end-1
              rewind diff Fixtures/ordinary.rewind 3 end /home --format patch
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The step, the first of two steps, or a range.", transform: StepRange.argument)
    var from: StepRange

    @Argument(help: ArgumentHelp("The second step; without it, the path may stand here.", valueName: "to"))
    var second: String?

    @Argument(help: ArgumentHelp("The part of the state to compare: /cart/items/0 or .cart.items[0].", valueName: "path"))
    var third: String?

    @Option(help: "tree (to read), patch (JSON Patch, RFC 6902) or json (one object); by itself tree, or json with --json.")
    var format: Format?

    @Flag(help: "End with status 1 if something differs.")
    var exitCode = false

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    /// How the difference is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case tree, patch, json
    }

    func validate() throws {
        _ = try operands()
        if output.json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) are two formats: give one of them")
        }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let (second, path) = try operands()
        let pair = try steps(in: timeline, second: second)
        let store = try store.checked(in: timeline) ?? (try timeline.step(at: pair.to)?.store)
        let old = try timeline.knownState(at: pair.from, store: store)
        let new = try timeline.knownState(at: pair.to, store: store)
        let report = try DiffReport(from: old, to: new, at: path, steps: pair)
        let console = output.console
        switch format ?? (output.json ? .json : .tree) {
        case .tree: console.print(report.lines)
        case .patch: console.print(report.patchLines)
        case .json: console.print(json: report.json)
        }
        if exitCode, !report.isEmpty { throw ExitStatus.no }
    }

    /// What follows the first step: another step, a path, both, or nothing.
    private func operands() throws -> (second: StepReference?, path: JSONPointer) {
        do {
            guard let second else { return (nil, .root) }
            if third == nil, JSONPointer.isMeant(by: second) { return (nil, try .asArgument(second)) }
            if from.first != from.last { throw ValidationError("a range names both steps already") }
            return (try StepReference(parsing: second), try third.map(JSONPointer.asArgument) ?? .root)
        } catch let error as ReferenceError {
            throw ValidationError("\(error)")
        } catch let error as JSONPointerError {
            throw ValidationError("\(error)")
        }
    }

    private func steps(in timeline: Timeline, second: StepReference?) throws -> DiffReport.Steps {
        if from.first != from.last {
            let range = try from.resolve(in: timeline)
            return DiffReport.Steps(from: range.lowerBound, to: range.upperBound)
        }
        let first = try from.resolve(in: timeline).lowerBound
        if let second { return DiffReport.Steps(from: first, to: try second.resolve(in: timeline)) }
        return DiffReport.Steps(from: max(timeline.steps.lowerBound, first - 1), to: first)
    }
}
