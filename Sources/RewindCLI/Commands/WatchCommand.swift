import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// `rewind watch`: several parts of the state over the steps that changed one of them.
struct WatchCommand: PagedCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show parts of the state side by side, with a row for each step that changed one of them.",
        discussion: """
            On a terminal, values that the step did not change are faint. An expression is jq, as in '.cart.items | length'. \
            \(StepWord.help)

            The exit status is 1 if no state has anything at one of the paths.

            EXAMPLES
              rewind watch Fixtures/crash.rewind .comments.selection .comments.saving
              rewind watch Fixtures/ordinary.rewind .search.query '.search.results | length'
            """)

    @OptionGroup var bundle: BundleArgument

    @Argument(
        help: ArgumentHelp("The parts of the state (/cart/items/0 or .cart.items[0]), or expressions.", valueName: "path|expr"),
        transform: Watched.argument)
    var watched: [Watched]

    @Option(help: "Only these steps, as 10..20, 10.. or @1:00..end.", transform: StepRange.argument)
    var steps: StepRange?

    @OptionGroup var store: OneStoreOption
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if watched.isEmpty { throw ValidationError("no path given, as in: rewind watch bug.rewind .cart.items") }
    }

    func run() throws {
        let timeline = try bundle.timeline()
        let store = try store.one(toAsk: watched.map(\.predicate), in: timeline)
        timeline.warnOfPseudonyms(in: watched.map(\.predicate))
        let range = try steps?.resolve(in: timeline)
        let console = output.console
        let table = WatchTable(names: watched.map(\.name), titles: watched.map(\.typed), columns: console.columns)
        var wasThere = watched.map { _ in false }
        var rows = HeldRows(console, header: output.json ? [] : table.header)
        var old: HistoryRow?
        let places = watched.compactMap(\.place)
        if places.count == watched.count { try timeline.prepare(toListChangesOf: places, store: store, in: range) }
        let (unknown, remarks) = try timeline.forEachChange(ofResults: watched.map(\.predicate), store: store, in: range) { row in
            for (index, value) in row.values.enumerated() where value != nil { wasThere[index] = true }
            let place = try PlaceRow(row, in: timeline)
            rows.print(output.json ? .json(table.json(row, place)) : .lines(table.lines(row, place, after: old)))
            old = row
            if wasThere.contains(true) { rows.release() }
            return true
        }
        Diagnostics.say(remarks)
        guard let missing = wasThere.firstIndex(of: false) else { return try warn(timeline, store) }
        switch watched[missing] {
        case .place(let place, _): throw try timeline.explainPathNotFound(of: place, store: store, unknown: unknown)
        case .expression(let text, let predicate):
            let absence = try timeline.absence(of: predicate, in: AskedStores(names: [store]))
            throw NegativeAnswer(description: "'\(text)' has no value anywhere" + (absence.map { ": \($0.sentence)" } ?? ""))
        }
    }

    /// Says of expressions that they ask for what never was.
    private func warn(_ timeline: Timeline, _ store: String) throws {
        for case .expression(let text, let predicate) in watched {
            guard let absence = try timeline.absence(of: predicate, in: AskedStores(names: [store])) else { continue }
            Diagnostics.say([.absent(absence, from: text)])
        }
    }
}
