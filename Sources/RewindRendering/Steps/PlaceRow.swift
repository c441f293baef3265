package import RewindFormat
package import RewindReplay
package import RewindValue

/// A row about some steps and what they did: their numbers, time and type, and then what the list is about.
package struct PlaceRow {
    /// The steps that are meant: several where the states between are not known.
    package let steps: ClosedRange<Int>
    /// The last of them; `nil` where there is none.
    package let step: Step?
    /// Why there is none.
    private let noStep: NoStepText?
    /// Whether a step before these is meant.
    private var isBefore = false
    /// Whether one of several is meant, and nobody knows which: then it is not called by the type of the last.
    private var isOneOfThese = false

    package init(_ steps: ClosedRange<Int>, _ step: Step) {
        self.steps = steps
        self.step = step
        noStep = nil
    }

    /// The row for steps of a timeline.
    ///
    /// - Parameter store: the store that the row is about: what it begins with, at a step of another store, is of no action.
    package init(_ steps: ClosedRange<Int>, in timeline: Timeline, store: String? = nil) throws(RecordingError) {
        self.steps = steps
        isOneOfThese = steps.count > 1
        let found = try timeline.step(at: steps.upperBound)
        if let found, let store, found.store != store {
            (step, noStep) = (nil, NoStepText(number: steps.upperBound, noStep: .beginning))
            return
        }
        step = found
        noStep = try step == nil ? timeline.noStep(at: steps.upperBound).map { NoStepText(number: steps.upperBound, noStep: $0) } : nil
    }

    /// The row for a change of values.
    package init(_ row: HistoryRow, in timeline: Timeline) throws(RecordingError) {
        try self.init(row.steps, in: timeline, store: row.store)
        isBefore = row.isFromBefore
    }

    /// The names of the columns.
    package static func header(_ rest: Line) -> Line { columns("STEP", time: "TIME", type: "TYPE", .faint, rest) }

    /// The same with one more name.
    package static func header(_ rest: String) -> Line { header(Line(rest, .faint)) }

    /// The row with what the list is about at its end.
    package func line(_ rest: Line) -> Line {
        if isBefore { return Self.columns("", time: "", type: "before \(number)", .faint, rest) }
        let time = step?.time.map { "+" + TimeText.clock($0) } ?? noStep?.time ?? "?"
        if isOneOfThese, step != nil { return Self.columns(number, time: time, type: "one of \(steps.count) steps", .faint, rest) }
        return Self.columns(number, time: time, type: step?.type ?? noStep?.type ?? "?", .name, rest)
    }

    /// `17`, or `15..17`.
    package var number: String { steps.count == 1 ? "\(steps.upperBound)" : "\(steps.lowerBound)..\(steps.upperBound)" }

    /// Columns before what the list is about.
    package static let width = typeColumn + typeWidth + 2
    /// The column of the type, under which what does not fit goes.
    package static let typeColumn = 21
    private static let typeWidth = 26

    private static func columns(_ number: String, time: String, type: String, _ ink: Line.Ink, _ rest: Line) -> Line {
        var line = Line(DisplayWidth.aligned(number, to: 7) + "  ", ink == .faint ? .faint : .plain)
        line.add(DisplayWidth.aligned(time, to: 10) + "  ", .faint)
        line.add(TerminalText.escaped(type), ink, width: typeWidth, widest: typeWidth, columnsBeside: typeColumn + 2)
        line.add("  ")
        return line.with(rest: rest, under: typeColumn)
    }

    /// The row's own members as JSON.
    package var json: JSONObject {
        var object: JSONObject = ["step": .number(JSONNumber(steps.upperBound))]
        if isBefore {
            object["before"] = true
            return object
        }
        if steps.count > 1 { object["steps"] = steps.json }
        for (key, value) in noStep?.json ?? [:] { object[key] = value }
        guard let step else { return object }
        object["time"] = step.time.map { .number(JSONNumber($0)) }
        if isOneOfThese { return object }
        object["type"] = .string(step.type)
        object["site"] = step.action?.site.map(JSONValue.string)
        object["cause"] = step.action?.cause.map { .number(JSONNumber($0)) }
        return object
    }
}
