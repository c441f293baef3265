import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind watch`: several parts of the state over the steps that changed one of them.
struct WatchCommand: RewindCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show parts of the state side by side, with a row for each step that changed one of them.",
        discussion: """
            On a terminal, values that the step did not change are faint. The exit status is 1 if no state has anything at one of the \
            paths.

            EXAMPLES
              rewind watch Fixtures/crash.rewind .comments.selection .comments.saving
              rewind watch Fixtures/ordinary.rewind .search.query .home.selection
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(help: "The parts of the state: /cart/items/0 or .cart.items[0].", transform: JSONPointer.asArgument)
    var paths: [JSONPointer]

    @Option(help: "Only these steps, as 10..20 or @1:00..end.", transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var store: StoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if paths.isEmpty { throw ValidationError("no path given, as in: rewind watch bug.rewind .cart.items") }
    }

    func run() throws {
        let timeline = try bundle.indexedTimeline()
        let store = try store.checked(in: timeline)
        let console = output.console
        let table = WatchTable(paths: paths, columns: console.columns)
        var wasThere = paths.map { _ in false }
        var rows = HeldRows(console, header: output.json ? [] : table.header)
        let unknown = try timeline.forEachChange(of: paths, store: store, in: try steps?.resolve(in: timeline)) { row in
            for (index, value) in row.values.enumerated() where value != nil { wasThere[index] = true }
            let place = try PlaceRow(row.steps, in: timeline)
            rows.print(output.json ? .json(table.json(row, place)) : .lines(table.lines(row, place)))
            if wasThere.contains(true) { rows.release() }
            return true
        }
        timeline.report(unknown)
        if let missing = wasThere.firstIndex(of: false) {
            throw try timeline.explainPathNotFound(of: paths[missing], store: store, unknown: unknown)
        }
    }
}
