import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRedaction
import RewindRendering

/// `rewind redact`: finds secrets in a finished recording, and writes a new one without them.
struct RedactCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "redact",
        abstract: "Look for secrets in a recording, or write a new one without them.",
        discussion: """
            The rules are those of the recorder: keys with words such as password or token, and texts shaped like tokens, keys or card \
            numbers. --key and --path add to them. With --level masked, all other texts, keys of dictionaries and numbers of more \
            than six digits are replaced by pseudonyms, except for names that the manifest lists as the source code's own.

            With --check, nothing is written: listed is what the rules would remove. The exit status is 1 if there is anything to list. \
            Where there is nothing to remove, no file is written, unless --always is given.

            EXAMPLES
              rewind redact --check Fixtures/signin.rewind
              rewind redact --check Fixtures/signin.rewind --key name
              rewind redact Fixtures/signin.rewind
              rewind redact Fixtures/signin.rewind -o new.rewind --key name
              rewind redact Fixtures/signin.rewind -o new.rewind --path /session/user
              rewind redact Fixtures/signin.rewind -o new.rewind --level masked
              rewind redact bug.rewind --to ada.txt
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var new: NewRecording

    @OptionGroup var to: RecipientsOption

    @Flag(help: "Only report what would be removed.")
    var check = false

    @Option(
        help:
            "How much to keep: secrets (all but what the rules find) or masked (pseudonyms for all texts and long numbers)."
    )
    var level = KeptLevel.secrets

    @OptionGroup var added: RedactionOptions

    @Flag(help: "With --level masked, keep the pictures that were taken of the app, as they are.")
    var pictures = false

    @Flag(help: "Write the file even if there is nothing to remove.")
    var always = false

    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        if check, new.output != nil { throw ValidationError("--check writes nothing: leave -o out, or --check") }
        if check, to.isGiven { throw ValidationError("--check writes nothing: leave --to out, or --check") }
        if pictures, level != .masked { throw ValidationError("--pictures is for --level masked: otherwise they are kept") }
        if check, level == .masked { throw ValidationError("--check and --level masked can't be used together") }
    }

    func run() throws {
        let input = try Bundles.path(of: bundle.path)
        var sealing = Sealing()
        sealing.overwrites = new.force
        sealing.recipients = try to.recipients()
        sealing.keepsPictures = pictures
        if !check {
            let output = new.path(for: input, suffix: "redacted", sealed: to)
            let index = IndexFiles(ofRecordingAt: input)
            let (recording, report) = try Activity.during("redacting") {
                try naming { () throws -> (Recording?, RedactionReport) in
                    // Masking and sealing apply even if no rule finds anything.
                    if always || level == .masked || to.isGiven {
                        return try sealing.redact(input, to: output, rules: added.rules, level: level.level)
                    }
                    return try sealing.redactIfNeeded(input, to: output, rules: added.rules)
                }
            }
            if recording != nil { index?.remove() }
            show(RedactionText(report, tense: .done, isMasked: level == .masked, unmatched: added.unmatched(in: report)), recording)
            if recording == nil {
                Diagnostics.say("nothing was written, because there was nothing to remove; --always writes a copy anyway")
            }
        } else {
            let report = try Activity.during("looking for secrets") { try sealing.check(input, rules: added.rules) }
            show(RedactionText(report, tense: .possible, unmatched: added.unmatched(in: report)), nil)
            if !report.isEmpty { throw ExitStatus.no }
        }
    }

    private func show(_ text: RedactionText, _ written: Recording?) {
        let console = outputOptions.console
        if outputOptions.json { console.print(json: text.json(written: written?.path)) } else { console.print(text.lines) }
        guard let written else { return }
        Diagnostics.say("the redacted recording is \(written.path)")
        if to.isGiven { Diagnostics.say(to.sentence) }
        let others = level == .masked ? written.partsAddedByHand(titled: true) : []
        if let words = OpenWords.clause(title: nil, note: nil, others: others) { Diagnostics.say(words) }
    }
}
