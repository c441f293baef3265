import ArgumentParser
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind fill`: computes the states that a recording does not have.
struct FillCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Compute the states that the recording left out, and write a recording that has them all.",
        discussion: """
            \(HostOption.help)

            A recorder that keeps only some states, or that had to merge some, leaves steps of which it is unknown what each changed. Their \
            actions are reduced from the last known state, and at the next known state the result is compared with that. Where it \
            is the same, each step gets its own change. Where it is not, the steps stay as they were, and the places that differ are named, with \
            the reason, as by 'rewind verify'. After the last known state there is nothing to compare with: what is computed there is \
            written, and counted as unchecked.

            The exit status is 1 if some states stay unknown; without any new state, nothing is written.

            EXAMPLES
              rewind fill bug.rewind --host .build/debug/ShopHost
              rewind fill bug.rewind -o all.rewind --json
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var host: HostOption
    @OptionGroup var store: StoreOption
    @OptionGroup var new: NewRecording
    @OptionGroup var output: OutputOptions

    func run() throws {
        let command = try host.command()
        let editor = try new.editor(bundle.path)
        let timeline = editor.timeline
        let path = new.path(for: editor.recording.path, suffix: "filled")
        try editor.check(path)
        let (filling, changes) = try Hosts.running {
            var reducer = try HostReducer(command)
            let stores = try reducer.recordedStores(of: timeline, named: store.name)
            var filling = Filling(missing: 0, filled: 0, unchecked: 0, Verification())
            var changes: [String: [Int: JSONPatch]] = [:]
            try Activity.during("reducing") {
                for store in stores {
                    let (found, verification) = try VerificationError.unpacked { () throws(VerificationError<HostError>) in
                        try timeline.missingChanges(of: store, by: &reducer)
                    }
                    changes[store] = found.patches
                    filling.filled += found.patches.count
                    filling.unchecked += found.unchecked.count
                    filling.verification.add(verification)
                }
            }
            filling.missing = try timeline.countMissingChanges(of: stores)
            return (filling, changes)
        }
        let asked = Result { try AnswerOutput(options: output).print(answerTo: FillQuestion(filling), in: timeline) }
        if filling.filled > 0 {
            let words = "\(filling.filled) of \(filling.missing) states that were not recorded were computed by the app's reducer"
            let recording = try new.writing("writing") { () throws(RecordingError) in
                try editor.fill(
                    changes, isComplete: filling.filled == filling.missing && store.name == nil, edit: words, output: path)
            }
            try NewRecording.announce("\(filling.filled) states", recording)
            Bundles.remember(recording.path, madeOf: bundle.path)
        }
        try asked.get()
    }
}
