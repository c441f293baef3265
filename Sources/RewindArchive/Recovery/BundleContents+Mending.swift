import RewindFormat
import RewindValue

extension BundleContents {
    /// Leaves out lines that break the format's rules, so that a checkup of the file finds no error, and lists them among the losses.
    ///
    /// Removes lines that are invalid, steps and states that are out of order, patches that do not apply, states that contradict a
    /// keyframe, and wrong statements about segments in the manifest. Costs one reading of all lines with every patch applied, and one more
    /// for each round of removals.
    ///
    /// - Throws: `RecordingError` if a part can't be read, or if every round leaves something unsound.
    mutating func mend(path: String, limits: FormatLimits) throws(RecordingError) {
        leaveOutTwinStores()
        for round in 0..<Self.mendingRounds {
            let check = try LineCheck(self, path: path, limits: limits)
            if check.isSound { return }
            for place in segments.indices { segments[place].summary = check.spans[place] }
            let order = check.order
            let change = order == Array(segments.indices) ? check.change : nil
            if change == nil { put(in: order) }
            let losses = (change?.findings ?? check.inFiles).errorLosses(for: .bundle)
            manifest.losses += losses.filter { !manifest.losses.contains($0) }
            // Streams that are still unsound after some rounds are removed as a whole.
            let isPatient = round < Self.mendingRounds / 2
            for place in segments.indices {
                segments[place].actions.leaveOut(change?.fates[segments[place].actions.name], byLine: isPatient, limits)
                segments[place].states.leaveOut(change?.fates[segments[place].states.name], byLine: isPatient, limits)
            }
        }
        throw RecordingError(
            .damaged, "nothing of it can be saved, because its lines contradict each other", path: path)
    }

    /// The number of rounds; in the second half, streams with unsound lines are removed as a whole.
    private static let mendingRounds = 12

    /// Whether the segments, or the steps that the manifest gives them, are out of order.
    var isOutOfOrder: Bool { segments.map(\.summary).firstOutOfOrder != nil }

    /// Of stores with the same name, only the first is kept.
    private mutating func leaveOutTwinStores() {
        var names: Set<String> = []
        manifest.stores.removeAll { !names.insert($0.name).inserted }
    }

    /// Reorders the segments and renumbers them, using the same set of numbers.
    private mutating func put(in order: [Int]) {
        let numbers = segments.map(\.summary.index).sorted()
        segments = zip(order, numbers).map { place, number in
            var (segment, old) = (segments[place], segments[place])
            old.summary.index = number
            segment = SegmentPart(old.summary) { (name) throws(RecordingError) in
                try name == SegmentName.actions(number) ? old.actions.load() : old.states.load()
            }
            (segment.details, segment.actions.details, segment.states.details) = (old.details, old.actions.details, old.states.details)
            return segment
        }
    }
}

extension BundleContents.EntryContent {
    /// Leaves out the given lines of a stream and all invalid ones; `nil` changes nothing.
    fileprivate mutating func leaveOut(_ changes: [Int: SealedStream.Fate]?, byLine: Bool, _ limits: FormatLimits) {
        guard let changes else { return }
        let (name, whole) = (name, load)
        load = { () throws(RecordingError) in
            byLine ? SealedStream.soundLines(of: try whole(), in: name, limits: limits) { changes[$0] ?? .kept } : []
        }
    }
}

/// The errors that a checkup finds in the lines of some contents, and the removals that mend them.
private struct LineCheck {
    private var findings = Findings()
    /// The errors, except those in the content of intact lines.
    private(set) var inFiles = Findings()
    private(set) var spans: [Recording.SegmentSummary] = []
    /// Whether the segments, or the steps in them, are out of order.
    private var isOutOfOrder = false
    /// The streams that contain bytes which are not a line.
    private var damaged: Set<String> = []
    private var segments: [Lines] = []

    /// A line, and the step that it belongs to.
    private struct Line {
        let line: UnsoundLine
        let step: Int
        /// Whether the line proves that its step existed.
        var coversSteps = true
    }

    private struct Lines {
        var actions: [Line] = []
        /// The lines of the state stream, by store.
        var states: [String: [Line]] = [:]

        /// The median step.
        var middle: Int? {
            let lines = actions.isEmpty ? states.values.flatMap { $0 } : actions
            return lines.isEmpty ? nil : lines.map(\.step).sorted()[lines.count / 2]
        }
    }

    init(_ contents: BundleContents, path: String, limits: FormatLimits) throws(RecordingError) {
        var steps = StepCheck(contents.manifest, .bundle, path: path)
        var chain = StateCheck()
        for (place, part) in contents.segments.enumerated() {
            let segment = Segment(
                index: part.summary.index, actions: try part.actions.load(), states: try part.states.load(), isLive: false, limits: limits)
            let span = SalvagedLines().span(of: segment)
            inFiles.addMismatch(listed: part.summary.steps, found: span.steps, ofSegment: part.summary.index)
            for damage in segment.damage {
                let words = "\(damage.reason.words): \(damage.count) bytes at byte \(damage.offset)"
                inFiles.add(.error, "line", words, entry: damage.entry)
            }
            steps.add(segment, isFirst: place == 0, &findings)
            chain.add(segment, isKnownIntact: part.states.isKnownIntact, &findings)
            spans.append(span)
            damaged.formUnion(segment.damage.map(\.entry))
            var lines = Lines()
            for (place, line) in segment.journal.enumerated() {
                guard case .action(let action) = line else { continue }
                lines.actions.append(Line(line: UnsoundLine(entry: part.actions.name, place: place), step: action.step))
            }
            for (place, line) in segment.states.enumerated() {
                let unsound = UnsoundLine(entry: part.states.name, place: place)
                lines.states[line.store, default: []].append(
                    Line(line: unsound, step: line.step, coversSteps: line.coveredSteps != nil))
            }
            segments.append(lines)
        }
        guard let place = spans.firstOutOfOrder else { return }
        isOutOfOrder = true
        let words = "the steps of segment \(spans[place].index) are out of order"
        inFiles.add(.error, "order", words, entry: Manifest.entryName)
    }

    var isSound: Bool { !findings.hasErrors && !inFiles.hasErrors }

    /// The order of the segments by their median steps, which a single wrong number does not change.
    var order: [Int] {
        guard isOutOfOrder else { return Array(segments.indices) }
        var middles: [Int] = []
        for segment in segments { middles.append(segment.middle ?? middles.last ?? 0) }
        return segments.indices.sorted { (middles[$0], $0) < (middles[$1], $1) }
    }

    /// The next removals.
    struct Change {
        /// The fate of each line, by the name of its stream and its index there.
        var fates: [String: [Int: SealedStream.Fate]] = [:]
        /// The findings about those lines.
        var findings: Findings
    }

    var change: Change {
        var change = Change(findings: inFiles)
        for entry in damaged { change.fates[entry] = [:] }
        // Of lines that are out of order, the fewest are removed. Other lines may be unsound only because of them, and are checked again
        // afterwards.
        let errors = Dictionary(findings.unsound.map { ($0.line, $0.error) }, uniquingKeysWith: { first, _ in first })
        let outOfOrder = outOfOrder
        for line in outOfOrder {
            change.fates[line.line.entry, default: [:]][line.line.place] = .leftOut
            let words = errors[line.line]?.message ?? "out of order"
            change.findings.add(.error, "order", words, entry: line.line.entry, step: line.step)
        }
        for (line, error) in findings.unsound where line.hasOnlyInvalidCause || outOfOrder.isEmpty {
            if change.fates[line.entry]?[line.place] == .leftOut { continue }
            change.fates[line.entry, default: [:]][line.place] = line.hasOnlyInvalidCause ? .withoutCause : .leftOut
            change.findings.add(.error, error.code, error.message, entry: error.entry, step: error.step)
        }
        return change
    }

    private var outOfOrder: [Line] {
        let actions = segments.flatMap(\.actions)
        let outliers = Self.outliers(among: actions.map(\.step), mayRepeat: false)
        var gone = outliers.map { actions[$0] }
        for lines in segments.flatMap(\.states.values) {
            gone += Self.outliers(among: lines.map(\.step), mayRepeat: true).map { lines[$0] }
        }
        guard isOutOfOrder else { return gone }
        let known = Set(gone.map(\.line))
        // A segment's steps come after those of the segments before it and before those of the segments after it.
        var ends = [Int.max]
        for segment in segments.dropFirst().reversed() {
            let first = segment.actions.first { !known.contains($0.line) }?.step
            ends.append(first.map { $0 - 1 } ?? ends[ends.count - 1])
        }
        var last = 0
        for (segment, end) in zip(segments, ends.reversed()) {
            var lastHere = segment.actions.last { !known.contains($0.line) }?.step ?? last
            for line in segment.states.values.joined() where !known.contains(line.line) {
                if line.step + (line.coversSteps ? 0 : 1) <= last || line.step > end {
                    gone.append(line)
                } else if line.coversSteps {
                    lastHere = max(lastHere, line.step)
                }
            }
            last = max(last, lastHere)
        }
        return gone
    }

    /// The indices of the fewest numbers whose removal leaves an ascending sequence.
    private static func outliers(among numbers: [Int], mayRepeat: Bool) -> [Int] {
        var ranks = numbers
        if mayRepeat {
            // Of equal numbers, the later one counts as the greater.
            let order = numbers.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
            for (rank, place) in order.enumerated() { ranks[place] = rank }
        }
        // From the end, so that of two equal runs the one with the earlier lines is kept.
        let isKept = ElementMatching.longestRun(ranks.reversed().map { -$0 })
        return numbers.indices.filter { !isKept[numbers.count - 1 - $0] }
    }
}
