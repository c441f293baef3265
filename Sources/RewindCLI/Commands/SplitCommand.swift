import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindSystem

/// `rewind split`: splits a recording into parts.
struct SplitCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Split a recording into parts, each a recording of its own.",
        discussion: """
            Steps keep their numbers and times. Where the state at a border is unknown, a part begins earlier or ends later and shares \
            steps with its neighbour, which is reported. The parts are named after the recording, NAME-1.rewind and so on, in the \
            directory of -o; 'rewind merge' joins them again.

            EXAMPLES
              rewind split Fixtures/crash.rewind --after 20 --after 54
              rewind split bug.rewind --every 1000 -o parts
              rewind split bug.rewind --marks
            """)

    @OptionGroup var bundle: BundleArgument

    @Option(help: "End a part after this step; may be given several times.", transform: StepReference.argument)
    var after: [StepReference] = []

    @Option(help: ArgumentHelp("End a part after every N recorded steps.", valueName: "n"))
    var every: Int?

    @Flag(help: "End a part at each mark.")
    var marks = false

    @Option(
        name: .shortAndLong, help: "The directory for the parts, created if needed; by default the current one.",
        completion: .directory)
    var output: String?

    @Flag(help: "Replace files that exist.")
    var force = false

    func validate() throws {
        if let every, every < 1 { throw ValidationError("--every takes a positive number of steps; a time goes behind --after") }
        if after.isEmpty, every == nil, !marks { throw ValidationError("no place to split given: --after STEP, --every N or --marks") }
    }

    func run() throws {
        var editor = try Activity.during("reading") { () throws(RecordingError) in try Editor(try Bundles.path(of: bundle.path)) }
        editor.overwrites = force
        let ends = try ends(in: editor.timeline)
        let input = editor.recording.path
        let name = { (number: Int) in
            let name = OutputName.beside(input, suffix: "-\(number).rewind")
            return output.map { "\($0)/\(name)" } ?? name
        }
        try OutputPlace.check(name(1), outside: [input])
        if let output { try FileSystem.makeDirectory(output) }
        let parts = try Activity.during("splitting") {
            try naming(another: "directory") { () throws(RecordingError) in try editor.split(after: ends, name: name) }
        }
        for part in parts {
            Diagnostics.say("\(PartText.text(part)), in \(part.recording.path)")
            for sentence in PartText.remarks(on: part, in: editor.timeline.steps) { Diagnostics.say(sentence) }
        }
    }

    /// The maximum number of parts that --every makes.
    private static let partLimit = 1_000

    /// The last step of each part.
    private func ends(in timeline: Timeline) throws -> [Int] {
        var ends = try after.map { try $0.resolve(in: timeline) }
        if let every {
            var numbers: [Int] = []
            try timeline.forEach { if case .step(let step) = $0 { numbers.append(step.number) } }
            let count = (numbers.count + every - 1) / every
            guard count <= Self.partLimit else {
                throw ValidationError(
                    "--every \(every) would make \(count) parts of \(numbers.count) steps, and the limit is \(Self.partLimit)")
            }
            ends += stride(from: every - 1, to: numbers.count, by: every).map { numbers[$0] }
        }
        if marks {
            var found: [Int] = []
            try timeline.forEach { if case .mark(let mark) = $0 { found.append(mark.step) } }
            if found.isEmpty { throw NegativeAnswer(description: "there is no mark in \(timeline.recording.path)") }
            ends += found
        }
        return ends
    }
}
