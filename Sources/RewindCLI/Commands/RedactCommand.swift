import ArgumentParser
import RewindArchive
import RewindFormat
import RewindRedaction
import RewindRendering
import RewindValue

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
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var new: NewRecording

    @Flag(help: "Only report what would be removed.")
    var check = false

    @Option(
        help:
            "How much to keep: secrets (all but what the rules find) or masked (pseudonyms for all texts and long numbers)."
    )
    var level = Level.secrets

    /// The redaction level of the new recording.
    enum Level: String, ExpressibleByArgument, CaseIterable { case secrets, masked }

    @Option(
        help: ArgumentHelp("A word that makes a key secret, such as 'email' or 'user name'; may be given several times.", valueName: "word")
    )
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "A place in actions and states that is secret, such as /users/*/notes or .users[*].notes; may be given several times.",
            valueName: "pointer"))
    var path: [String] = []

    @Flag(help: "Write the file even if there is nothing to remove.")
    var always = false

    @OptionGroup var outputOptions: OutputOptions

    func validate() throws {
        if check, new.output != nil { throw ValidationError("--check writes nothing: leave -o out, or --check") }
        if check, level == .masked { throw ValidationError("--check and --level masked can't be used together") }
        if let wrong = path.first(where: { Self.pattern($0) == nil }) {
            throw ValidationError("'\(wrong)' is not a path: write /users/*/notes or .users[*].notes, with * for any index or key")
        }
        if key.contains(where: { $0.allSatisfy { !$0.isLetter } }) { throw ValidationError("--key takes words of letters") }
    }

    /// Parses a path in either syntax as a pattern; `nil` if it is not a path.
    private static func pattern(_ text: String) -> PointerPattern? {
        if text.hasPrefix("/") { return PointerPattern(text) }
        guard text.hasPrefix("."), text.count > 1 else { return nil }
        return (try? JSONPointer(argument: text.replacing("[*]", with: ".*"))).map { PointerPattern($0.description) }
    }

    func run() throws {
        let input = try Bundles.path(of: bundle.path)
        var sealing = Sealing()
        sealing.overwrites = new.force
        if !check {
            let output = new.path(for: input, suffix: "redacted")
            let index = IndexFiles(ofRecordingAt: input)
            let (recording, report) = try Activity.during("redacting") {
                try naming { () throws -> (Recording?, RedactionReport) in
                    let level = RedactionLevel(rawValue: level.rawValue) ?? .masked
                    // Masking applies even if no rule finds anything.
                    if always || level == .masked { return try sealing.redact(input, to: output, rules: rules, level: level) }
                    return try sealing.redactIfNeeded(input, to: output, rules: rules)
                }
            }
            if recording != nil { index?.remove() }
            show(RedactionText(report, tense: .done, isMasked: level == .masked, unmatched: unmatched(report)), recording)
            if recording == nil {
                Diagnostics.say("nothing was written, because there was nothing to remove; --always writes a copy anyway")
            }
        } else {
            let report = try Activity.during("looking for secrets") { try sealing.check(input, rules: rules) }
            show(RedactionText(report, tense: .possible, unmatched: unmatched(report)), nil)
            if !report.isEmpty { throw ExitStatus.no }
        }
    }

    private var rules: RedactionRules {
        var rules = RedactionRules.default
        rules.keys += key.map { $0.lowercased() }
        rules.pointers = path.compactMap(Self.pattern)
        return rules
    }

    /// The rules of this command line that found nothing, perhaps because they were mistyped.
    private func unmatched(_ report: RedactionReport) -> [String] {
        let counts = report.counts
        return key.filter { !report.hasMatched(key: $0) }.map { "--key \($0)" }
            + path.filter { Self.pattern($0).map { counts["path \($0)"] == nil } ?? true }.map { "--path \($0)" }
    }

    private func show(_ text: RedactionText, _ written: Recording?) {
        let console = outputOptions.console
        if outputOptions.json { console.print(json: text.json(written: written?.path)) } else { console.print(text.lines) }
        guard let written else { return }
        Diagnostics.say("the redacted recording is \(written.path)")
        let others = level == .masked ? written.wordsAddedByHand(titled: true) : []
        if let words = OpenWords.sentence(title: nil, note: nil, others: others) {
            Diagnostics.say(words.prefix(1).lowercased() + words.dropFirst().dropLast())
        }
    }
}
