package import RewindReplay

extension StatsQuestion: Verb {
    package static let declaration = VerbDeclaration(
        "stats", "show rates, waiting times, slow reducers, and how the state grew",
        [.steps, Parameter("samples", .number(1...200), "How many states to measure; by default 8."), .all],
        details: """
            Medians and percentiles are accurate to a sixteenth of their value. Reducer times are those that the recorder measured. The \
            size of the state is that of its JSON, after steps spread evenly over the recording.
            """)

    package init(_ arguments: inout VerbArguments) throws(PromptError) {
        self.init(in: try arguments.steps(), samples: try arguments.number("samples") ?? 8)
    }

    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable(isList: false) { StatisticsReport($0, typeLimit: drawing.showsAll ? nil : 20).lines }
    }
}

/// The statistics of a recording, as tables.
package struct StatisticsReport {
    package let numbers: Statistics
    /// The maximum number of types to list; the most frequent ones are listed.
    package var typeLimit: Int?

    package init(_ numbers: Statistics, typeLimit: Int? = 20) { (self.numbers, self.typeLimit) = (numbers, typeLimit) }

    /// The report for people.
    package var lines: [Line] {
        var facts = FactLines()
        let timed = numbers.timed == numbers.steps ? " in" : "; \(numbers.timed) of them, whose actions are not lost, in"
        let duration = numbers.duration > 0 ? "\(timed) \(TimeText.duration(numbers.duration)) from the first to the last\(rate)" : ""
        facts.add("steps", "\(numbers.steps)\(duration)")
        facts.add(
            "busiest",
            numbers.busiest.count > 0
                ? "\(numbers.busiest.count) in the second from +\(TimeText.clock(numbers.busiest.second * 1_000_000_000))" : nil)
        facts.add("intervals", Self.text(numbers.intervals))
        facts.add("waited", numbers.longestWait.map { "\(TimeText.duration($0.time)) before step \($0.step)" })
        facts.add("reducer", Self.text(numbers.took) + (numbers.took.count > 0 ? ", \(TimeText.duration(numbers.took.total)) in all" : ""))
        let whose = numbers.grown.map { " (of the store \(TerminalText.escaped($0)))" } ?? ""
        facts.add("state", numbers.growth.map { "\(ByteText.text($0.bytes)) after \($0.step)" }.joined(separator: ", ") + whose)
        facts.add("slow", numbers.slow)
        let effects = effects.isEmpty ? [] : [Line(), Line("effects", .strong)] + effects
        return facts.lines + [Line(), Line("types", .strong)] + types + effects + [Line(), Line("slowest", .strong)] + slowest
    }

    /// The layout for several recordings: a line each.
    package static var tableOfSeveral: AnswerTable<Statistics> {
        AnswerTable { numbers in
            let report = StatisticsReport(numbers)
            let state = numbers.growth.last.map { "state \(ByteText.text($0.bytes)) at the end" }
            let duration = numbers.duration > 0 ? " in \(TimeText.duration(numbers.duration))\(report.rate)" : ""
            let steps = "\(numbers.steps) \(numbers.steps == 1 ? "step" : "steps")\(duration)"
            let parts = [steps, "reducer \(text(numbers.took))", state].compactMap { $0 }
            return [Line(parts.joined(separator: "; ")).hanging(4)]
        }
    }

    /// The types of several recordings together.
    package var typesOfSeveral: [Line] { [Line(), Line("types in all of them", .strong)] + types }

    private var rate: String {
        let tenths = Int(Double(numbers.timed) * 1e10 / Double(numbers.duration))
        return ", \(tenths / 10).\(tenths % 10) a second"
    }

    private static func text(_ histogram: Histogram) -> String {
        guard histogram.count > 0 else { return "not recorded" }
        return "median \(TimeText.duration(histogram.percentile(50))), 95 % within \(TimeText.duration(histogram.percentile(95))), "
            + "longest \(TimeText.duration(histogram.longest))"
    }

    private var types: [Line] {
        var table = Table(header: ["STEPS", "CHANGED", "MEDIAN", "LONGEST", "TYPE"])
        for kind in numbers.types.prefix(typeLimit ?? .max) {
            let isTimed = kind.took.count > 0
            table.add([
                "\(kind.count)",
                kind.unknown == kind.count ? "?" : "\(kind.changed)" + (kind.unknown > 0 ? " of \(kind.count - kind.unknown)" : ""),
                isTimed ? TimeText.duration(kind.took.percentile(50)) : "-",
                isTimed ? TimeText.duration(kind.took.longest) : "-", kind.type,
            ])
        }
        let more = numbers.types.count - (typeLimit ?? numbers.types.count)
        let unknown = numbers.types.reduce(0) { $0 + $1.unknown }
        var lines = table.lines + (more > 0 ? [Line("  \(more) more; --all shows them", .faint)] : [])
        if unknown > 0 {
            lines.append(
                Line("  whether \(unknown) \(unknown == 1 ? "step" : "steps") changed the state is unknown, so not counted", .faint))
        }
        return lines
    }

    /// The effects by their names; empty if none are recorded.
    private var effects: [Line] {
        var table = Table(header: ["EFFECTS", "FAILED", "CANCELLED", "MEDIAN", "95 %", "NAME"])
        for effect in numbers.effects ?? [] {
            let isTimed = effect.took.count > 0
            table.add([
                "\(effect.count)", "\(effect.failed)", "\(effect.cancelled)",
                isTimed ? TimeText.duration(effect.took.percentile(50)) : "-",
                isTimed ? TimeText.duration(effect.took.percentile(95)) : "-", effect.name,
            ])
        }
        return table.isEmpty ? [] : table.lines
    }

    private var slowest: [Line] {
        var table = Table(header: ["STEP", "TOOK", "TYPE"])
        for step in numbers.slowest { table.add(["\(step.number)", step.took.map(TimeText.duration) ?? "-", step.type]) }
        return table.isEmpty ? [Line("  no times of the reducer were recorded", .faint)] : table.lines
    }
}
