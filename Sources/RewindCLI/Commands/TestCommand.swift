import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind test`: makes a recording a test.
struct TestCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Write a Swift test that replays the recording, and the part of the recording that it needs.",
        discussion: """
            The test reduces the recorded actions in the app's own store, and fails at the first step whose state is not the recorded one. \
            Of a recording that ended in a reducer it has the steps from what caused that one, and fails until the reducer gets through; \
            the states of that app, which need not be right, are compared only with --states. A member that the recorded type did not \
            have is no difference, and --ignore leaves out other places. The test uses the product RewindTesting. Migrations in \(ProjectFile.name) are written into the test, if the recording needs them; those of \
            actions are for you to add.

            Where the command can't know something, the file has a place to fill in: the app's module (--module), and the expression that \
            makes its store (--in). Where the store's actions are of several types, --actions says which.

            A recording that was minimized is kept whole. If it was minimized until an expression was true, its states are those of the bug, \
            so none is compared, and the test fails where the expression becomes true. In the same way, the test of a ticket about a wrong \
            value ('rewind ticket --value') has the steps up to there, and fails as long as the value is not what it should be.

            EXAMPLES
              rewind test bug.rewind -o Tests/ShopTests
              rewind test bug.rewind 40..67 --module Shop --in 'Store(initialState: ShopState(), reducer: shopReducer)'
              rewind test Fixtures/edits.rewind --compare last --path .comments --ignore .comments.selection
              rewind test Fixtures/crash.rewind --states
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var steps: StepsArgument

    @Option(name: .shortAndLong, help: "The folder to write both files to; by default the current directory.", completion: .directory)
    var output = "."

    @Option(help: ArgumentHelp(TestFile.help("name")))
    var name: String?

    @Option(help: ArgumentHelp(TestFile.help("module")))
    var module: [String] = []

    @Option(name: .customLong("in"), help: ArgumentHelp(TestFile.help("in"), valueName: "expr"))
    var store: String?

    @Option(help: ArgumentHelp(TestFile.help("actions"), valueName: "expr"))
    var actions: String?

    @Option(
        help: """
            After which steps the state has to be the recorded one: all, last or none; by default all, or none of a recording that ended \
            in a reducer, or was minimized until an expression was true.
            """)
    var compare: Compared?

    @Flag(help: "Compare the states, also of a recording that ended in a reducer: the same as '--compare all'.")
    var states = false

    @Option(name: .customLong("path"), help: "Compare only this part of the state; may be given several times.")
    var paths: [String] = []

    @OptionGroup var ignore: IgnoreOption

    @Flag(help: "Replace the files if they exist.")
    var force = false

    enum Compared: String, ExpressibleByArgument, CaseIterable { case all, last, none }

    func validate() throws {
        for path in paths { _ = try JSONPointer(argument: path) }
        if states, let compare, compare != .all {
            throw ValidationError("--states and '--compare \(compare.rawValue)' can't be used together")
        }
    }

    func run() throws {
        let path = try Bundles.path(of: bundle.path)
        var editor = try Activity.during("reading") { () throws(RecordingError) in try Editor(path) }
        editor.overwrites = force
        let timeline = try Timeline.ofProject(editor.recording)
        let manifest = timeline.recording.manifest
        var crash = try timeline.stepThatCrashed()
        let title = name ?? manifest.title ?? TestFile.name(OutputName.beside(path, suffix: ""))
        let until = manifest.edits.compactMap(\.until).last
        let wrong = until == nil ? manifest.wrong : nil
        if wrong != nil { crash = nil }
        let range =
            try steps.isGiven
            ? steps.resolve(in: timeline)
            : until == nil ? crash.map { try $0.sinceCause(in: timeline) } ?? timeline.steps(upTo: wrong) : timeline.steps
        let never = until == "crash" ? nil : try until ?? wrong?.never(in: range, of: timeline)
        if let step = crash, !range.contains(step.number) { crash = nil }
        // What to compare is named only by who wants states compared.
        let comparesStates = states || !paths.isEmpty || !ignore.places.isEmpty
        let compare = compare ?? (comparesStates || crash == nil && never == nil ? .all : .none)
        // A recording that has no more than the test needs stays where it is.
        let isWhole = range.lowerBound <= timeline.steps.lowerBound + 1 && range.upperBound == timeline.steps.upperBound
        let isThere = FileSystem.isSameFile("\(output)/\(OutputName.beside(path))", path)
        let file = isThere && !isWhole ? TestFile.name(title) + ".rewind" : OutputName.beside(path)
        let recordedStore = try timeline.storeToTest(in: crash.map { $0.number...$0.number } ?? range, wrong?.store)
        let test = TestFile(
            title: title, bundle: file, modules: module, store: store,
            recordedStore: recordedStore, actions: actions, migrations: timeline.rules[recordedStore ?? timeline.mainStore] ?? [],
            comparing: compare == .all ? nil : ".\(compare.rawValue)",
            paths: paths, ignored: ignore.places.map(\.description), never: never,
            crash: crash.map { ($0.number, EndingText(of: timeline.recording).verb) })
        let (source, recording) = ("\(output)/\(test.name).swift", "\(output)/\(file)")
        if !force, FileSystem.kindOfItself(source) != nil {
            throw RecordingError(.exists, "already exists", path: source, advice: "Name another folder with -o, or replace it with --force")
        }
        try FileSystem.makeDirectory(output)
        if !isThere || !isWhole {
            let part = try naming(another: "folder") { try editor.trim(to: range, output: recording) }
            Diagnostics.say("\(PartText.text(part)), in \(recording)")
        }
        try FileSystem.replace(source, with: Array(test.text.utf8))
        Diagnostics.say("the test is in \(source)" + (store == nil || module.isEmpty ? ": fill in what is in <# #>" : ""))
        if manifest.hidesTexts {
            Diagnostics.say(
                "this recording is masked: where the reducer makes something of a text or a long number, compare only other places")
        }
    }
}

extension Timeline {
    /// The steps that a test of a wrong value needs; all if no value is wrong.
    fileprivate func steps(upTo wrong: WrongValue?) -> ClosedRange<Int> {
        steps.lowerBound...min(max(wrong?.step ?? steps.upperBound, steps.lowerBound), steps.upperBound)
    }

    /// A named store, or else that of the first of some steps, where there are others; `nil` for the only store of the recording.
    fileprivate func storeToTest(in range: ClosedRange<Int>, _ name: String?) throws(RecordingError) -> String? {
        guard hasSeveralStores else { return nil }
        if let name { return name }
        return try firstStep(in: range) { $0.line != nil }?.store
    }
}

extension Step {
    /// The steps from what caused this one, in a chain of effects, to itself.
    fileprivate func sinceCause(in timeline: Timeline) throws -> ClosedRange<Int> {
        (try timeline.causes(of: self).last ?? self).number...number
    }
}
