import ArgumentParser
import RewindArchive
import RewindFleet
import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem
import RewindValue

/// `rewind groups`: which bugs are in many recordings, how often, and since when.
struct GroupsCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "Group many recordings by how they ended: which bug, how often, since when, and what leads to it.",
        usage: "rewind groups [<options>] <folder> ...",
        discussion: """
            Two recordings of an app are in one group if they have the same fingerprint: the same kind of end, the same innermost function \
            of the app, and the same action under way with the same actions that caused it. Versions, devices, the rest of the backtrace \
            and what the user typed in between do not matter, nor does masking. Recordings that finished are in no group. A session counts once, \
            however many of its recordings are there: a bug report, a masked or an annotated copy.

            With each group come the sequences of actions that its recordings have and finished ones lack ("before it"), and the places of \
            the state that only its recordings change, unless that could be chance; the effects that were under way when they ended, \
            among the recordings that have effects recorded; and as an example its shortest recording without losses.

            The sequences and places are found by DuckDB, whose command 'duckdb' has to be on the PATH; without it, the groups are counted \
            all the same. What was read is kept in the user's cache directory, so that the next time only new recordings are read; not of \
            recordings that are sealed for a recipient: with these, the groups are counted as without DuckDB, and those that no key opens \
            are left out.

            With --rules, or if \(ProjectFile.name) names a file of "rules", as 'rewind learn' makes one, each group also has the rule that its \
            example broke first: what no healthy session did.

            In place of folders, a dataset can be named that 'rewind export --format dataset' made; --engine spark asks it with Spark. \
            --write-sql writes the questions, to be read, changed, and run by either.

            EXAMPLES
              rewind groups recordings/
              rewind groups recordings/ --html groups.html
              rewind groups crashes/2026-10 crashes/2026-11 --json | jq 'select(.share > 0.01)'
              rewind export recordings/ --format dataset -o sessions && rewind groups sessions
            """)

    @Argument(help: ArgumentHelp("Recordings, folders of them, or a dataset.", valueName: "folder"), completion: .file())
    var folders: [String] = []

    @Option(name: [.customShort("n"), .long], help: "At most this many groups.")
    var limit: Int?

    @Option(help: ArgumentHelp("Write one HTML page as well.", valueName: "file"), completion: .file())
    var html: String?

    @Option(help: "What a dataset is asked with: duckdb or spark.")
    var engine = Engine.duckdb

    @Option(
        help: ArgumentHelp(
            "Write the SQL files, and the program that runs them on Spark, to this directory; then end.", valueName: "directory"))
    var writeSQL: String?

    @Option(
        help: ArgumentHelp("Name the first of these rules that each group's example breaks.", valueName: "file"), completion: .file())
    var rules: String?

    @Flag(help: "Replace the page if it exists.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if folders.isEmpty, writeSQL == nil { throw ValidationError("Missing expected argument '<folder> ...'") }
        if let limit, limit < 1 { throw ValidationError("--limit takes a positive number") }
    }

    func run() throws {
        if let writeSQL { return try writeFiles(to: writeSQL) }
        let asked = try AskedSessions(folders)
        let leftOut = AskedSessions.LeftOut()
        let grouping = try TemporaryDirectory.with { (folder) throws -> Grouping in
            try self.grouping(of: asked, leftOut, in: folder.path)
        }
        if grouping.sessions == 0 {
            try leftOut.end(of: asked.paths.count)
            throw NegativeAnswer(description: "there is no session in \(folders.joined(separator: ", "))")
        }
        let groups = try withFirstBreaks(grouping.first(limit ?? grouping.groups.count))
        if let html {
            let page = GroupsPage(grouping: grouping, shown: groups, title: "Groups of \(folders.joined(separator: ", "))").html
            try SharedAtomicFile.write(Array(page.utf8), to: html, outside: asked.paths, replacing: force)
            Diagnostics.say("wrote \(html)")
        }
        if output.json {
            for group in groups { output.console.print(json: .object(group.row)) }
        } else {
            output.console.print(GroupsText(grouping: grouping, shown: groups).lines)
        }
        leftOut.reportCopies()
        try leftOut.end(of: asked.paths.count)
    }

    /// The groups, each with the rule of healthy sessions that its example breaks first.
    private func withFirstBreaks(_ groups: ArraySlice<SessionGroup>) throws -> ArraySlice<SessionGroup> {
        let known: [Invariant]
        do { known = try rules.map(NeverBefore.rules(in:)) ?? NeverBefore.rules } catch let error as InvariantError {
            throw ValidationError("\(rules ?? ""), \(error)")
        }
        if known.isEmpty { return groups }
        var groups = groups
        for index in groups.indices {
            // An example that is gone is known from the dataset alone.
            guard let timeline = try? Timeline.ofProject(openRecording(at: groups[index].source)) else { continue }
            groups[index].neverBefore = NeverBefore.broken(known, in: timeline, limit: 1).first?.sentence
        }
        return groups
    }

    /// The groups of what was asked, by DuckDB if it is there.
    private func grouping(of asked: AskedSessions, _ leftOut: AskedSessions.LeftOut, in folder: String) throws -> Grouping {
        if let dataset = asked.dataset {
            guard engine.isInstalled else {
                throw RecordingError(.system, "a dataset is asked with \(engine.rawValue), which is not here", advice: engine.advice)
            }
            return try Activity.during("asking \(engine.rawValue)") { () throws(RecordingError) in
                try Grouping(of: dataset, by: engine, in: folder)
            }
        }
        if engine == .spark {
            throw ValidationError("--engine spark asks a dataset; make one with: rewind export FOLDER --format dataset -o DIRECTORY")
        }
        let files = asked.files(leftOut)
        // What DuckDB asks is on the disk, where nothing of a recording that is sealed for a recipient may be.
        let isSealed = asked.paths.contains { isSealedForRecipients($0) && (try? openRecording(at: $0)) != nil }
        guard Engine.duckdb.isInstalled, !isSealed else {
            var sessions: [Session] = []
            _ = try files.forEach { (timeline, path, hash) throws(RecordingError) in
                try Session(of: timeline, source: path, hash: hash)
            } use: {
                sessions += $0
            }
            if isSealed {
                Diagnostics.say("what leads to each group is not looked for: DuckDB would have recordings on the disk that are sealed")
                return Grouping(of: sessions)
            }
            Diagnostics.say("what leads to each group is found by DuckDB, whose command 'duckdb' is not here. \(Engine.duckdb.advice)")
            return Grouping(of: sessions)
        }
        let path = CachedDataset.path(for: folders) ?? "\(folder)/dataset"
        let dataset = try CachedDataset.open(path)
        CachedDataset.removeOld(beside: path)
        let paths = try dataset.add(files, as: .parquet).paths
        if paths.isEmpty { return Grouping(of: []) }
        return try Activity.during("asking DuckDB") { () throws(RecordingError) in
            try Grouping(of: dataset, by: .duckdb, chosen: paths, in: folder)
        }
    }

    /// Writes the questions as they are in this program.
    private func writeFiles(to directory: String) throws(RecordingError) {
        try FileSystem.makeDirectory(directory)
        for (name, text) in FleetQuery.files {
            let path = "\(directory)/\(name)"
            try SharedAtomicFile.write(text, to: path, replacing: force)
            Diagnostics.say("wrote \(path)")
        }
    }
}

extension Engine: ExpressibleByArgument {}
