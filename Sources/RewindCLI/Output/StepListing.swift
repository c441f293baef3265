import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Writes the steps of a recording as a list.
struct StepListing {
    private let timeline: Timeline
    private let console: Console
    private let asJSON: Bool
    private let form: Form
    private var folds: StepFolds
    private let ending: Ending
    private let beside: Int
    private var runs: StepRuns
    private var causes = CauseTree()
    private var plain = PlainRows()
    /// Whether the list is empty so far.
    private(set) var isEmpty = true
    private var hasHeader = false

    /// The form of the list.
    enum Form {
        /// One row for each step.
        case rows
        /// The same on a terminal, with one row for consecutive equal actions.
        case folds
        /// One row for consecutive steps of one type.
        case runs
        /// Each step below the one whose effect sent it.
        case tree
    }

    init(_ timeline: Timeline, on console: Console, asJSON: Bool, form: Form) {
        self.timeline = timeline
        self.console = console
        self.asJSON = asJSON
        self.form = form == .folds && (asJSON || console.columns == nil) ? .rows : form
        folds = StepFolds(ending: timeline.recording.manifest.ending)
        ending = timeline.recording.manifest.ending
        runs = StepRuns(ending: ending)
        beside = StepRow.columnsBeside(in: timeline)
    }

    /// Writes the row of the state before the first step.
    mutating func begin(hasInitial: Bool) {
        guard hasInitial, !timeline.recording.segments.isEmpty else { return }
        writeHeader()
        if asJSON { console.print(json: Timeline.Item.beginningJSON) } else { console.printRow(StepRow.initial().leaving(beside)) }
    }

    /// Writes the column headers once, and only before a row, since the list may be empty.
    private mutating func writeHeader() {
        if !hasHeader, !asJSON { console.printRow(form == .runs ? RowStep.header("") : StepRow.header.leaving(beside)) }
        hasHeader = true
    }

    /// Adds the next item of the timeline.
    mutating func add(_ item: Timeline.Item) throws {
        isEmpty = false
        writeHeader()
        switch (form, item) {
        case (.runs, .step(let step)): if let run = runs.add(step) { write(run) }
        case (.tree, _): causes.add(item)
        case (.folds, _): for row in folds.add(item) { write(row) }
        case (.runs, _):
            // An item between two steps ends the run.
            if let run = runs.finish() { write(run) }
            write(item)
        default: write(item)
        }
    }

    /// Writes the remaining rows.
    mutating func end() throws {
        writeHeader()
        for row in folds.finish() { write(row) }
        writePlain()
        if let run = runs.finish() { write(run) }
        try causes.forEach { node, depth in
            switch node {
            case .step(let number):
                guard let step = try timeline.step(at: number) else { return }
                if asJSON { return console.print(json: .object(step.json(ending: ending, depth: depth))) }
                var row = StepRow(step, ending: ending)
                row.depth = depth
                console.printRow(row.line.leaving(beside))
            case .aside(let item): draw(item)
            }
        }
    }

    private func write(_ run: StepRuns.Run) {
        if asJSON { console.print(json: run.json) } else { console.printRow(run.line) }
    }

    private func write(_ row: StepFolds.Row) { console.printRow(row.line(ending: ending).leaving(beside)) }

    private mutating func writePlain() {
        console.print(rows: plain.bytes)
        plain.removeAll()
    }

    private mutating func write(_ item: Timeline.Item) {
        if !asJSON, console.isPlain, case .step(let step) = item, plain.add(step, ending: ending) {
            if plain.bytes.count >= PlainRows.fullCount { writePlain() }
            return
        }
        writePlain()
        draw(item)
    }

    private func draw(_ item: Timeline.Item) {
        if asJSON {
            console.print(json: item.json(ending: ending))
        } else {
            console.printRow(StepRow.line(item, ending: ending).leaving(beside))
        }
    }
}
