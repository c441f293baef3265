import ArgumentParser
import RewindEditing
import RewindFormat
import RewindReplay

/// `rewind trim`: writes a new recording of some of the steps.
struct TrimCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Write a new recording of a range of steps.",
        discussion: """
            The steps keep their numbers and times, and the recording begins with the state before the first of them. Marks, logged \
            lines and attachments go with their steps. If the range cuts through steps that share one patch, or through lost ones, \
            more steps are kept, which is reported.

            EXAMPLES
              rewind trim Fixtures/crash.rewind 50.. -o end.rewind
              rewind trim latest --last 30s -o end.rewind
              rewind trim bug.rewind @1:00..:checkout
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @OptionGroup var new: NewRecording

    func validate() throws {
        if !steps.isGiven {
            throw ValidationError("no <range> given: say which steps to keep, such as 50.., or --last 30s")
        }
    }

    func run() throws {
        let editor = try new.editor(bundle.path)
        let wanted = try steps.resolve(in: editor.timeline)
        let part = try new.writing("trimming") { () throws(RecordingError) in
            try editor.trim(to: wanted, output: new.path(for: editor.recording.path, suffix: "trimmed"))
        }
        if let last = steps.last, wanted == editor.timeline.steps {
            Diagnostics.say("the recording is not longer than \(last): all of it is kept")
        }
        for sentence in PartText.remarks(on: part, in: editor.timeline.steps) { Diagnostics.say(sentence) }
        try NewRecording.announce(PartText.text(part), part.recording)
    }
}
