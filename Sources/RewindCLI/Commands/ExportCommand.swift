import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFleet
import RewindFormat
import RewindReplay

/// `rewind export`: writes a recording in another tool's format.
struct ExportCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a recording in a format that other tools read, or many as a dataset.",
        usage: """
            rewind export [<options>] <bundle> [<range>]
            rewind export [<options>] <folder> ... --format dataset -o <directory>
            """,
        discussion: """
            ndjson           one JSON object a line: steps, marks, logged lines, lost steps
            json             one JSON document with the same objects
            csv              a table for spreadsheets: times in seconds, wall_utc as an ISO 8601 date; no cell is a formula
            perfetto         a trace to open at ui.perfetto.dev
            redux-devtools   a history for the Import button of Redux DevTools; one store only
            dataset          many recordings as four tables, sessions, steps, changes and effects, for DuckDB, Spark and others

            A dataset has names, times and places, and no value of an action or a state. It is in Parquet if the command 'duckdb' is on the \
            PATH, and in compressed NDJSON if not, in a directory for each app and day. Recordings can be added to it at any time: one that is \
            there, by the hash of its file, is skipped. With -o -, its rows are NDJSON on standard output, each with its table.

            EXAMPLES
              rewind export Fixtures/crash.rewind --format ndjson | jq -c .patch
              rewind export bug.rewind --format perfetto -o bug.trace.json
              rewind export bug.rewind 40.. --format csv > end.csv
              rewind export bug.rewind --format csv --excel -o bug.csv
              rewind export recordings/ --format dataset -o sessions
            """)

    @OptionGroup var words: BundlesAndSteps

    @Option(help: "The format.")
    var format: Format

    /// The formats of one recording, and that of many.
    enum Format: ExpressibleByArgument, Equatable {
        case one(Export.Format)
        case dataset

        init?(argument: String) {
            guard argument != "dataset" else {
                self = .dataset
                return
            }
            guard let one = Export.Format(rawValue: argument) else { return nil }
            self = .one(one)
        }

        static var allValueStrings: [String] { Export.Format.allCases.map(\.rawValue) + ["dataset"] }

        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

        var defaultValueDescription: String { "" }
    }

    @Flag(help: "With ndjson and json, include the state after each step.")
    var states = false

    @Flag(help: "With csv, make it one for Excel: with a byte order mark, and cells no longer than it takes.")
    var excel = false

    @Option(help: "Only this store, in a recording of several; by default all, or the first in a format that has one.")
    var store: String?

    @Option(name: .shortAndLong, help: "The file to write; by default standard output.", completion: .file())
    var output: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func validate() throws {
        guard case .one(let format) = format else {
            if excel || states || store != nil || words.isGiven {
                throw ValidationError("a range, --last, --store, --states and --excel are not for a dataset, which has whole recordings")
            }
            if output == nil { throw ValidationError("--format dataset needs -o with a directory, or -o - for its rows") }
            return
        }
        if excel, format != .csv { throw ValidationError("--excel needs --format csv") }
        if states, !format.includesStates { throw ValidationError("--states needs --format ndjson or json") }
        if words.bundles.count > 1 {
            throw ValidationError("--format \(format.rawValue) takes one recording; --format dataset takes several")
        }
    }

    func run() throws {
        switch format {
        case .one(let format): try run(format)
        case .dataset: try exportDataset(to: output ?? "-")
        }
    }

    private func run(_ format: Export.Format) throws {
        let timeline = try Bundles.timeline(words.bundles[0])
        var export = Export(of: timeline)
        export.steps = try words.resolve(in: timeline)
        export.withStates = states
        export.isForExcel = excel
        export.onCut = { cells in
            let words = cells == 1 ? "cell is longer than Excel takes, and ends" : "cells are longer than Excel takes, and end"
            Diagnostics.say("\(cells) \(words) in '…'")
        }
        export.store = try timeline.checked(store: store)
        if format.isOfOneStore, export.store == nil { reportStores(timeline) }
        if format == .perfetto, !timeline.recording.losses.ofActions.isEmpty {
            Diagnostics.say("steps whose actions are lost have no time, and are not in the trace")
        }
        if let output, output != "-" { return try write(export, as: format, to: output) }
        timeline.report(try export.write(format) { StandardOutput.write(foreign: $0) })
    }

    private func write(_ export: Export, as format: Export.Format, to path: String) throws {
        let lost = try Activity.during("exporting") {
            try naming {
                let file = try SharedAtomicFile(path: path, outside: [export.timeline.recording.path], replacing: force)
                let lost = try export.write(format) { try file.write($0) }
                try file.commit(replacing: force)
                return lost
            }
        }
        export.timeline.report(lost)
        Diagnostics.say("wrote \(path)")
    }

    /// Reports the stores that are left out if the format holds only one.
    private func reportStores(_ timeline: Timeline) {
        let others = timeline.recording.manifest.stores.map(\.name).filter { $0 != timeline.mainStore }
        if others.isEmpty { return }
        Diagnostics.say("only the store \(timeline.mainStore) is written; choose another with --store: \(others.joined(separator: ", "))")
    }
}

// MARK: - Many recordings

extension ExportCommand {
    private func exportDataset(to directory: String) throws {
        let asked = try AskedSessions(words.bundles)
        if let dataset = asked.dataset { throw ValidationError("\(dataset.path) is a dataset already; name folders of recordings") }
        let leftOut = AskedSessions.LeftOut()
        let files = asked.files(leftOut)
        if directory == "-" {
            _ = try files.forEach { (timeline, path, hash) throws(RecordingError) in
                try SessionRows(of: timeline, source: path, hash: hash)
            } use: { rows in
                for one in rows { StandardOutput.write(one.lines) }
            }
        } else {
            let dataset = try Dataset(addingTo: directory)
            let form = Engine.duckdb.isInstalled ? Dataset.FileForm.parquet : .lines
            let (paths, added) = try dataset.add(files, as: form)
            let had = paths.count - added
            Diagnostics.say("added \(added) recordings to \(directory)" + (had > 0 ? "; \(had) were there" : ""))
            if form == .lines {
                Diagnostics.say(
                    "it is compressed NDJSON: Parquet is written by DuckDB, whose command 'duckdb' is not here. \(Engine.duckdb.advice)")
            }
        }
        leftOut.reportCopies()
        try leftOut.end(of: asked.paths.count)
    }
}
