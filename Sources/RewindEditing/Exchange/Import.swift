import RewindArchive
package import RewindFormat
import RewindValue

/// Makes a recording from another tool's export.
package struct Import {
    /// Whether a file at the output path is replaced; it is not by default.
    package var overwrites = false

    /// Creates an import with the defaults: it does not replace files.
    package init() {}

    /// Writes a new recording from a history, and opens it.
    ///
    /// The state of `@@INIT` is the state before step 1; each action becomes a step with the history's state. Actions that were switched
    /// off become swallowed ones, and the slider's position becomes a mark. If ``Export`` wrote the history as lines or JSON, the actions,
    /// states, numbers, times and causes equal those of the original recording, and its gaps stay gaps.
    ///
    /// The recording is read back with every patch applied before it is returned.
    ///
    /// - Throws: `RecordingError` if the output already exists or can't be written.
    @discardableResult package func write(_ history: History, to output: String) throws(RecordingError) -> Recording {
        var sealing = Sealing()
        sealing.overwrites = overwrites
        try OutputPlace.check(output, outside: [], replacing: overwrites)
        let spool = try SegmentSpool(for: output)
        var steps = ImportedSteps(history, into: spool)
        try steps.write()
        let contents = try spool.finish(into: BundleContents(manifest: try manifest(of: history), segments: [], otherEntries: []))
        return try sealing.checked("the history") { (sealing) throws(RecordingError) in try sealing.write(contents, to: output) }
    }

    private func manifest(of history: History) throws(RecordingError) -> Manifest {
        var members = history.source
        let store = members.removeValue(forKey: "store")?.string ?? ActionLine.mainStore
        let state = members.removeValue(forKey: "state")?.string ?? ""
        members["gaps"] = nil
        members["format"] = Manifest(recorder: "", started: 0).json["format"]
        var manifest = try Manifest(json: .object(members), path: "the history")
        if manifest.recorder.isEmpty { manifest.recorder = RewindVersion.text }
        if manifest.started == 0 { manifest.started = history.started.nanoseconds }
        if manifest.app.isEmpty { manifest.app = ["name": .string(history.app)] }
        if manifest.ending.how == .recording { manifest.ending = Ending(.finished) }
        manifest.stores = [.init(name: store, state: state)] + history.stores.dropFirst().map { .init(name: $0, state: "") }
        let keepsNumbers = history.keepsNumbers
        // A step that was renumbered or is missing is not named.
        let last = history.entries.last?.number ?? history.firstStep
        manifest.ending.underWay.removeAll { !keepsNumbers || $0.store != store || $0.step > last }
        manifest.edits.append(RecordingEdit(.imported, [("origin", .string(history.origin)), ("by", .string(RewindVersion.text))]))
        if history.hasNumbers, !keepsNumbers {
            manifest.edits.append(RecordingEdit(.renumber))
        }
        return manifest
    }
}

extension History {
    /// The store's name in the recording.
    fileprivate var store: String { source["store"]?.string ?? ActionLine.mainStore }

    /// The names of the history's stores, its own first.
    fileprivate var stores: [String] {
        let others = Set(entries.compactMap(\.store)).union(others.keys)
        return [store] + others.subtracting([store]).sorted()
    }
}

extension Int {
    /// Milliseconds as nanoseconds.
    fileprivate var nanoseconds: Int { multipliedReportingOverflow(by: 1_000_000).overflow ? 0 : self * 1_000_000 }
}

/// The numbers for which a history has no step, and why.
private struct HistoryGaps {
    private let reportedGaps: [GapLine]
    private let lost: StepRanges

    /// The reason for a missing number that the history does not explain: the step was in another store, or was removed.
    static let elsewhere = GapLine.Reason.leftOut

    init(_ history: History) {
        let gaps = (history.source["gaps"]?.array ?? []).compactMap { gap in GapLine(gap).map { (line: $0, isReported: gap["kind"] != nil) }
        }
        reportedGaps = gaps.filter(\.isReported).map(\.line).sorted { $0.steps.lowerBound < $1.steps.lowerBound }
        lost = StepRanges(gaps.filter { !$0.isReported || $0.line.reason.kind == .inNoPart }.map(\.line.steps))
    }

    /// Whether the changes of any of these steps are unknown.
    func areLost(from first: Int, to last: Int) -> Bool {
        let next = lost.ranges.partitioningIndex { $0.upperBound >= first }
        return first <= last && next < lost.ranges.count && lost.ranges[next].lowerBound <= last
    }

    /// The gap lines for these steps, in order; lost steps whose gap has no known reason get none.
    func lines(from first: Int, to last: Int) -> [GapLine] {
        let here = reportedGaps[reportedGaps.partitioningIndex { $0.steps.upperBound >= first }...].prefix { $0.steps.lowerBound <= last }
            .filter { $0.steps.overlaps(first...last) }.map { GapLine(steps: $0.steps.clamped(to: first...last), reason: $0.reason) }
        let unreported = lost.ranges[lost.ranges.partitioningIndex { $0.upperBound >= first }...].prefix { $0.lowerBound <= last }
        let others = StepRanges(here.map(\.steps) + unreported).outside(first...last).map { GapLine(steps: $0, reason: Self.elsewhere) }
        return (here + others).sorted { $0.steps.lowerBound < $1.steps.lowerBound }
    }
}

/// The lines of a recording while a history is written.
private struct ImportedSteps {
    private let history: History
    private let spool: SegmentSpool
    private let stores: [String]
    private let keepsNumbers: Bool
    private let gaps: HistoryGaps
    private var states: [String: JSONValue]
    private var step: Int
    private var time = 0
    private var notes: ArraySlice<(behind: Int, line: JSONObject)>
    private var clocks: ArraySlice<(index: Int, wall: Int)>
    private var effects = EffectsAtBorder()

    init(_ history: History, into spool: SegmentSpool) {
        self.history = history
        self.spool = spool
        stores = history.stores
        states = history.others
        states[stores[0]] = history.initial
        notes = history.notes[...]
        clocks = history.clocks[...]
        keepsNumbers = history.keepsNumbers
        gaps = HistoryGaps(history)
        step = 0
        // A recording begins just before its first step.
        if keepsNumbers { step = history.entries.first { !$0.isSkipped }?.number.map { $0 - 1 } ?? history.firstStep }
        if gaps.areLost(from: history.firstStep + 1, to: step) { states = [:] }
    }

    mutating func write() throws(RecordingError) {
        addClock(0)
        base()
        mark(0)
        note(behind: 0)
        for (index, entry) in history.entries.enumerated() {
            try pass(upTo: keepsNumbers && !entry.isSkipped ? entry.number ?? step + 1 : step + 1)
            // A step whose action is lost has no time of its own.
            time = entry.about["t"]?.int(clampedTo: FormatLimits.times) ?? time
            if let clock = clocks.first, clock.index == index {
                clocks.removeFirst()
                spool.add(ClockLine(time: time, wall: clock.wall).json.object ?? [:])
            }
            if entry.isSkipped { swallow(entry) } else { add(entry) }
            mark(index + 1)
            note(behind: index + 1)
        }
    }

    /// Adds the marks and logged lines that follow the given number of entries.
    private mutating func note(behind count: Int) {
        while let note = notes.first, note.behind <= count {
            notes.removeFirst()
            guard case .effect(var effect)? = JournalLine(json: note.line) else {
                spool.add(note.line)
                continue
            }
            effect.step = step
            if case .begin(var begin) = effect.event, !keepsNumbers {
                begin.cause = nil
                effect.event = .begin(begin)
            }
            effects.add(effect)
            spool.add(effect)
        }
    }

    /// Advances to just before a step, past the numbers that are missing in the history, and to the next segment if this one is full.
    private mutating func pass(upTo next: Int) throws(RecordingError) {
        var isKnown = true
        if next > step + 1 {
            guard next - step <= FormatLimits.gapSteps else {
                throw RecordingError(
                    .limit, "step \(next) follows step \(step): a recording can lack at most \(FormatLimits.gapSteps) steps in a row",
                    path: "the history", advice: "Leave out its step numbers: they are then given anew")
            }
            let lines = gaps.lines(from: step + 1, to: next - 1)
            for line in lines { spool.add(line.json.object ?? [:]) }
            // A state after lost steps does not determine the changes of the step that follows them.
            if gaps.areLost(from: step + 1, to: next - 1) { states = [:] }
            isKnown = lines.allSatisfy { $0.reason == HistoryGaps.elsewhere }
            step = next - 1
        }
        guard spool.isFull, isKnown || states.isEmpty else { return }
        try spool.beginSegment()
        addClock(time)
        base()
        for effect in effects.lines(at: step) { spool.add(effect) }
    }

    /// Adds a clock line, if the history has times.
    private func addClock(_ time: Int) {
        let started = history.source["started"]?.int(clampedTo: FormatLimits.wallTimes) ?? history.started.nanoseconds
        if started != 0 { spool.add(ClockLine(time: time, wall: started &+ time).json.object ?? [:]) }
    }

    /// Adds the state before the next step.
    private func base() {
        for store in stores {
            let change = states[store].map { StateLine.Change.keyframe($0) } ?? .unknown(.notImported)
            spool.add(StateLine(step: step, store: store, change: change))
        }
    }

    private func line(_ entry: History.Entry) -> ActionLine {
        var line = ActionLine(step: step, time: time, type: entry.type, action: entry.action, store: entry.store ?? stores[0])
        line.isDumped = entry.about["dumped"]?.bool == true
        line.site = entry.about["site"]?.string ?? entry.stack.flatMap(CallSite.first)
        if let stack = entry.stack { line.unknown["stack"] = .string(stack) }
        line.thread = entry.about["thread"]?.string
        line.effect = entry.about["effect"]?.int(in: FormatLimits.effectNumbers)
        line.omitted = entry.about["omitted"]?.object
        // A step can only come from an earlier one.
        if keepsNumbers, step > 1 { line.cause = entry.about["cause"]?.int(in: 1...(step - 1)) }
        return line
    }

    /// Adds a swallowed action.
    private func swallow(_ entry: History.Entry) {
        var bytes: [UInt8] = []
        SwallowedLine.writeHead(time: time, into: &bytes)
        line(entry).writeMembers(into: &bytes)
        bytes.append(UInt8(ascii: "}"))
        if let object = (try? JSONValue(parsing: bytes))?.object { spool.add(object) }
    }

    private mutating func add(_ entry: History.Entry) {
        step += 1
        spool.add(line(entry))
        let store = entry.store ?? stores[0]
        var change: StateLine.Change
        let isFailure = entry.error != nil && entry.state != nil && entry.about["outcome"].map { $0 == "failed" } ?? true
        if entry.state == nil, ["under-way", "missing", "not-captured", "merged"].contains(entry.about["outcome"]) {
            // The original had no state line there either.
            states[store] = nil
            return
        }
        if let error = entry.error, !isFailure || entry.state == nil {
            change = .unencodable(error)
            states[store] = nil
        } else if let next = entry.state {
            let state = states[store]
            if let state, let error = entry.error, state == next {
                change = .failed(error)
            } else {
                change = state.map { .patch(TreeDiff(from: $0, to: next).patch) } ?? .keyframe(next)
            }
            states[store] = next
        } else {
            change = .unknown(.notImported)
            states[store] = nil
        }
        var line = StateLine(step: step, store: store, change: change)
        line.took = entry.about["took"]?.int(clampedTo: FormatLimits.times)
        spool.add(line)
    }

    /// Marks the position of the slider, unless it was at the end.
    private func mark(_ index: Int) {
        guard let current = history.current, current == index, current < history.entries.count else { return }
        spool.add(MarkLine(time: time, step: step, name: "current", note: "where Redux DevTools was").json.object ?? [:])
    }
}
