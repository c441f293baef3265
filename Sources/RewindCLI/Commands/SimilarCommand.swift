import ArgumentParser
import RewindArchive
import RewindFleet
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind similar`: which of many recordings show the same story as one.
struct SimilarCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "similar",
        abstract: "Find the recordings that end like one: is this the same bug?",
        usage: "rewind similar [<options>] <bundle> <folder> ...",
        discussion: """
            Compared are the kind of end, the app's innermost function, the action under way and its causes, the actions before it and the \
            places of the state that the last ones changed. Ticks of a timer, which an effect of one action sends again and again, are not.

            Each recording has a verdict first: "the same bug" has the fingerprint that 'rewind groups' counts by, "the same function by \
            another way" crashed there after other actions, "another bug at the same action" shares the last action only. The most alike \
            comes first, with what it has in common, and with the last step at which the two differ.

            Other recordings of the same session, such as a masked copy, are left out. Recordings that share neither the function nor the last action are only counted. The exit status is 1 if none is alike.

            EXAMPLES
              rewind similar bug.rewind recordings/
              rewind similar bug.rewind crashes/2026-11 --json | jq -r 'select(.verdict == "the same bug").recording'
            """)

    @Argument(help: ArgumentHelp("The recording to compare with.", valueName: "bundle"), completion: .file())
    var bundle: String

    @Argument(help: ArgumentHelp("Recordings, or folders of them.", valueName: "folder"), completion: .file())
    var folders: [String]

    @Option(name: [.customShort("n"), .long], help: "At most this many.")
    var limit = 20

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit takes a positive number") }
    }

    func run() throws {
        let one = try Bundles.timeline(bundle)
        let tail = try SessionTail(of: one)
        let asked = try AskedSessions(folders)
        if let dataset = asked.dataset {
            throw ValidationError("\(dataset.path) is a dataset, which has no states; name the folders of its recordings")
        }
        let leftOut = AskedSessions.LeftOut()
        var compared = 0
        var alike: [(path: String, Likeness)] = []
        _ = try asked.files(leftOut).forEach { (timeline, path, _) throws(RecordingError) -> (String, Likeness)? in
            if FileSystem.isSameFile(path, one.recording.path) { return nil }
            if try SessionMark.areOfOneSession(one, timeline) { return nil }
            return (path, Likeness(of: tail, and: try SessionTail(of: timeline)))
        } use: { (some: [(String, Likeness)?]) throws(RecordingError) in
            for case (let path, let likeness)? in some {
                compared += 1
                if likeness.isWorthReading { alike.append((path, likeness)) }
            }
        }
        leftOut.reportCopies()
        alike.sort { ($1.1.verdict.rawValue, $1.1.score, $0.path) < ($0.1.verdict.rawValue, $0.1.score, $1.path) }
        for (path, likeness) in alike.prefix(limit) { show(path, likeness) }
        if !output.json {
            let others = compared - alike.count
            if alike.count > limit { Diagnostics.say("\(alike.count - limit) more are alike; --limit shows more") }
            if others > 0, !alike.isEmpty { Diagnostics.say("\(others) of \(compared) are not alike") }
        }
        try leftOut.end(of: asked.paths.count)
        if alike.isEmpty { throw NegativeAnswer(description: "none of \(compared) recordings ends like \(bundle)") }
    }

    private func show(_ path: String, _ likeness: Likeness) {
        if output.json {
            var row: JSONObject = ["recording": .string(path)]
            for (key, value) in likeness.row { row[key] = value }
            return output.console.print(json: .object(row))
        }
        output.console.print(likeness.lines(path: path))
    }
}
