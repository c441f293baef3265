import ArgumentParser
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind whatif`: reduces other actions than those that were recorded.
struct WhatIfCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "whatif",
        abstract: "Leave out, reorder, insert or edit actions, and show what the app's reducer makes of it.",
        usage: "rewind whatif [<bundle>] [--skip|--reorder <steps>] [--insert <step> <json>] [--edit <step> <path=value>] ...",
        discussion: """
            \(HostOption.help)

            The host reduces the recorded actions, and then the others, both from the recording's first state. The answer is the first \
            step after which the states differ, whether they become the same again, a crash that is new or gone, and how the two last \
            states differ.

            What a skipped step caused is skipped, too, as the effect that sent it would not have been started; --keep-caused leaves it in. \
            All steps are named by the numbers that they have in the recording. Values are edited first, then steps are skipped, \
            reordered and inserted. The effects of inserted and edited actions are not started.

            With -o, the other session is written as a recording; its steps are numbered anew, from 1, and 'rewind info' says what was done. \
            'rewind diff' compares both step by step. Without any edit it is the same session of one store, as today's reducer makes it, \
            with the state of every step: also of those whose state the recorder left out.

            The exit status is 0 if both could be reduced, however they differ.

            EXAMPLES
              rewind whatif Fixtures/crash.rewind --skip 66 --host '.build/debug/Episodes --host'
              rewind whatif bug.rewind --edit 12 .add.price=-3 --host .build/debug/ShopHost
              rewind whatif bug.rewind --insert 0 '{"login":{"name":"Ada"}}' --reorder 14,12 -o other.rewind
              rewind whatif bug.rewind --host .build/debug/ShopHost -o all.rewind
            """)

    @OptionGroup var bundle: BundleArgument
    @OptionGroup var edits: WrittenEdits
    @OptionGroup var host: HostOption
    @OptionGroup var store: StoreOption

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write the other session as a recording.", valueName: "file"), completion: .file())
    var file: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try OutputName.check(file)
    }

    func run() throws {
        // An option that is unknown is named before one that is missing.
        if edits.words.isEmpty, file == nil {
            throw ValidationError("nothing would be otherwise: give --skip, --reorder, --insert or --edit, or -o for the session as it is")
        }
        let command = try host.command()
        var editor = try Activity.during("reading") { () throws(RecordingError) in try Editor(try Bundles.path(of: bundle.path)) }
        editor.overwrites = force
        let recorded = try Timeline.ofProject(editor.recording)
        if let file { try editor.check(file) }
        try Hosts.running {
            var reducer = try HostReducer(command)
            let timeline = try reducer.reading(recorded)
            let store = try reducer.oneStore(of: timeline, named: self.store.name)
            let futures = try reducer.futures(of: timeline, store: store, edits.words)
            if !futures.reachesRecordedEnd { Diagnostics.say(HostedFutures.otherEndWords) }
            let (other, future) = (futures.other, futures.compared)
            try AnswerOutput(options: output).print(answerTo: WhatIfQuestion(future), in: timeline)
            guard let file else { return }
            let made = edits.words.isEmpty ? [RecordingEdit(.recompute)] : futures.words.map { RecordingEdit(.recompute, words: $0) }
            let lines = try reducer.updated(other.lines, of: store)
            var session = RecomputedSession(store, from: other.initial, lines, crash: future.end?.how)
            session.version = reducer.version(of: store, in: timeline)
            let recording = try naming {
                try Activity.during("writing") { () throws(RecordingError) in
                    try editor.writeRecomputed(session, edits: made, output: file)
                }
            }
            try NewRecording.announce("\(other.steps.count) steps", recording)
            Bundles.remember(recording.path, madeOf: bundle.path)
        }
    }
}
