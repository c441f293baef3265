import ArgumentParser
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay

/// `rewind export`: writes a recording in another tool's format.
struct ExportCommand: RewindCommand, ReadingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a recording in a format that other tools read.",
        discussion: """
            ndjson           one JSON object a line: steps, marks, logged lines, lost steps
            json             one JSON document with the same objects
            csv              a table for spreadsheets: times in seconds, wall_utc as an ISO 8601 date; no cell is a formula
            perfetto         a trace to open at ui.perfetto.dev
            redux-devtools   a history for the Import button of Redux DevTools; one store only

            EXAMPLES
              rewind export Fixtures/crash.rewind --format ndjson | jq -c .patch
              rewind export bug.rewind --format perfetto -o bug.trace.json
              rewind export bug.rewind 40.. --format csv > end.csv
              rewind export bug.rewind --format csv --excel -o bug.csv
            """)

    @OptionGroup var bundle: BundleArgument

    @OptionGroup var steps: StepsArgument

    @Option(help: "The format.")
    var format: Export.Format

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
        if excel, format != .csv { throw ValidationError("--excel needs --format csv") }
        if states, !format.takesStates { throw ValidationError("--states needs --format ndjson or json") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        var export = Export(of: timeline)
        export.steps = try steps.resolve(in: timeline)
        export.withStates = states
        export.isForExcel = excel
        export.onCut = { cells in
            let words = cells == 1 ? "cell is longer than Excel takes, and ends" : "cells are longer than Excel takes, and end"
            Diagnostics.say("\(cells) \(words) in '…'")
        }
        export.store = try timeline.checked(store: store)
        if format.isOfOneStore, export.store == nil { tellStores(timeline) }
        if format == .perfetto, !timeline.recording.losses.sentencesOnActions.isEmpty {
            Diagnostics.say("steps whose actions are lost have no time, and are not in the trace")
        }
        if let output, output != "-" { return try write(export, to: output) }
        timeline.report(try export.write(format) { StandardOutput.write(foreign: $0) })
    }

    private func write(_ export: Export, to path: String) throws {
        let lost = try Activity.during("exporting") {
            try naming {
                let file = try NewFile(path: path, isOutside: [export.timeline.recording.path], replacing: force)
                let lost = try export.write(format) { try file.write($0) }
                try file.commit(replacing: force)
                return lost
            }
        }
        export.timeline.report(lost)
        Diagnostics.say("wrote \(path)")
    }

    /// Reports the stores that are left out if the format holds only one.
    private func tellStores(_ timeline: Timeline) {
        let others = timeline.recording.manifest.stores.map(\.name).filter { $0 != timeline.mainStore }
        if others.isEmpty { return }
        Diagnostics.say("only the store \(timeline.mainStore) is written; choose another with --store: \(others.joined(separator: ", "))")
    }
}

extension Export.Format: ExpressibleByArgument {}
