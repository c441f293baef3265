import ArgumentParser
import RewindEditing
import RewindFormat
import RewindRendering

/// `rewind merge`: makes one recording from several.
struct MergeCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge recordings into one: parts of a recording, or several devices on one clock.",
        discussion: """
            Parts of one recording, as 'rewind split' and saveRecent make them, are joined end to end and keep their numbers. Merge \
            them before you mask or redact: parts that were redacted each by itself don't fit together, and are refused. \
            Recordings of several devices are put on one clock by their wall clocks: steps are numbered anew, and each store's name \
            has that of its recording in front, as in phone/main; so has a mark's that several have, as in :phone/checkout. The exit status is 3 if steps between the parts are in none of them, \
            or if a recording had lost something before.

            EXAMPLES
              rewind merge bug-1.rewind bug-2.rewind -o bug.rewind
              rewind merge phone.rewind server.rewind -o both.rewind
              rewind merge a.rewind b.rewind --name phone --name server -o both.rewind
            """)

    @Argument(help: "The recordings to merge.", completion: .file())
    var recordings: [String]

    @Option(help: "The name in front of a recording's stores, in the order of the recordings; by default the file's name.")
    var name: [String] = []

    @Option(name: .shortAndLong, help: "The file to write.", completion: .file())
    var output: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws {
        try OutputName.check(output)
        if recordings.count < 2 { throw ValidationError("merge needs at least two recordings") }
        if name.count > recordings.count { throw ValidationError("more names than recordings were given") }
    }

    func run() throws {
        var merge = Merge()
        merge.overwrites = force
        merge.names = name
        let paths = try recordings.map { name throws(RecordingError) in try Bundles.path(of: name) }
        let recording = try Activity.during("merging") { try naming { () throws(RecordingError) in try merge.merge(paths, to: output) } }
        let steps = recording.steps.map { "steps \($0.lowerBound) to \($0.upperBound)" } ?? "no steps"
        try NewRecording.announce("\(steps) of \(paths.count) recordings", recording)
        for loss in recording.losses.all { Diagnostics.say("lost: \(loss.sentence)") }
        if !recording.losses.isEmpty { throw ExitStatus.lossy }
    }
}
