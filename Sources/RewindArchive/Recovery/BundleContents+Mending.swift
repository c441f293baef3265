import RewindFormat

extension BundleContents {
    /// Leaves out what breaks the format's rules, so that a checkup of the file finds no error, and says so among the losses.
    ///
    /// Lines that are none, steps and states out of order, patches that do not fit, states that contradict a keyframe; and what a manifest says of
    /// segments that is not so. Costs one reading of all lines with every patch applied, and one more for each round of what was left out.
    ///
    /// - Throws: `RecordingError` if a part can't be read, or no round leaves anything sound.
    mutating func mend(path: String, limits: FormatLimits) throws(RecordingError) {
        leaveOutTwinStores()
        for round in 0..<Self.mendingRounds {
            let check = try LineCheck(self, path: path, limits: limits)
            if check.isSound { return }
            for place in segments.indices { (segments[place].span.steps, segments[place].span.times) = check.spans[place] }
            let order = check.order
            let change = order == Array(segments.indices) ? check.change : nil
            if change == nil { put(in: order) }
            let sentences = (change?.told ?? check.inFiles).unsoundness(in: .bundle)
            manifest.losses += sentences.filter { !manifest.losses.contains($0) }
            // What is still unsound after some rounds goes as a whole.
            let isPatient = round < Self.mendingRounds / 2
            for place in segments.indices {
                segments[place].actions.leaveOut(change?.fates[segments[place].actions.name], byLine: isPatient, limits)
                segments[place].states.leaveOut(change?.fates[segments[place].states.name], byLine: isPatient, limits)
            }
        }
        throw RecordingError(
            .damaged, "nothing of it can be saved, because its lines contradict each other", path: path)
    }

    /// How often lines are left out before nothing is left of what they stand in.
    private static let mendingRounds = 12

    /// Whether the segments, or the steps that they are said to have, do not follow each other.
    var isOutOfOrder: Bool {
        segments.map { Recording.SegmentSummary(index: $0.span.index, steps: $0.span.steps, times: nil) }.firstOutOfOrder != nil
    }

    /// Of stores of one name, the first stays.
    private mutating func leaveOutTwinStores() {
        var names: Set<String> = []
        manifest.stores.removeAll { !names.insert($0.name).inserted }
    }

    /// Puts the segments into another order and numbers them anew, by the numbers that they have.
    private mutating func put(in order: [Int]) {
        let numbers = segments.map(\.span.index).sorted()
        segments = zip(order, numbers).map { place, number in
            var (segment, old) = (segments[place], segments[place])
            old.span.index = number
            segment = SegmentPart(old.span) { (name) throws(RecordingError) in
                try name == SegmentName.actions(number) ? old.actions.load() : old.states.load()
            }
            (segment.actions.details, segment.states.details) = (old.actions.details, old.states.details)
            return segment
        }
    }
}

extension BundleContents.EntryContent {
    /// Leaves out some lines of a stream, or all that are none where no places are given.
    fileprivate mutating func leaveOut(_ changes: [Int: SealedStream.Fate]?, byLine: Bool, _ limits: FormatLimits) {
        guard let changes else { return }
        let (name, whole) = (name, load)
        load = { () throws(RecordingError) in
            byLine ? SealedStream.soundLines(of: try whole(), in: name, limits: limits) { changes[$0] ?? .kept } : []
        }
    }
}

/// What a checkup finds in the lines of contents, and what has to go so that it finds nothing.
private struct LineCheck {
    private var findings = Findings()
    /// What is unsound, but for what sound lines say.
    private(set) var inFiles = Findings()
    /// What each segment has.
    private(set) var spans: [(steps: ClosedRange<Int>?, times: ClosedRange<Int>?)] = []
    /// Whether the segments, or the steps in them, do not follow each other.
    private var isOutOfOrder = false
    /// The streams that have bytes which are no line.
    private var damaged: Set<String> = []
    /// The numbered lines of each segment.
    private var segments: [Lines] = []

    /// A line, and the step that it is of.
    private struct Line {
        let line: UnsoundLine
        let step: Int
        /// Whether there must have been that step for the line to be written.
        var isWitness = true
    }

    private struct Lines {
        var actions: [Line] = []
        /// By store.
        var states: [String: [Line]] = [:]

        /// The step in the middle.
        var middle: Int? {
            let lines = actions.isEmpty ? states.values.flatMap { $0 } : actions
            return lines.isEmpty ? nil : lines.map(\.step).sorted()[lines.count / 2]
        }
    }

    init(_ contents: BundleContents, path: String, limits: FormatLimits) throws(RecordingError) {
        var steps = StepCheck(contents.manifest, .bundle, path: path)
        var chain = StateCheck()
        var summaries: [Recording.SegmentSummary] = []
        for (place, part) in contents.segments.enumerated() {
            let segment = Segment(
                index: part.span.index, actions: try part.actions.load(), states: try part.states.load(), isLive: false, limits: limits)
            let span = SalvagedLines().span(of: segment)
            inFiles.compare(part.span.steps, with: span.steps, ofSegment: part.span.index)
            for damage in segment.damage {
                let words = "\(damage.reason.rawValue): \(damage.count) bytes at byte \(damage.offset)"
                inFiles.add(.error, "line", words, entry: damage.entry)
            }
            steps.take(segment, isFirst: place == 0, &findings)
            chain.take(segment, &findings)
            spans.append((span.steps, span.times))
            summaries.append(span)
            damaged.formUnion(segment.damage.map(\.entry))
            var lines = Lines()
            for (place, line) in segment.journal.enumerated() {
                guard case .action(let action) = line else { continue }
                lines.actions.append(Line(line: UnsoundLine(entry: part.actions.name, place: place), step: action.step))
            }
            for (place, line) in segment.states.enumerated() {
                let unsound = UnsoundLine(entry: part.states.name, place: place)
                lines.states[line.store, default: []].append(
                    Line(line: unsound, step: line.step, isWitness: line.witnessedSteps != nil))
            }
            segments.append(lines)
        }
        guard let place = summaries.firstOutOfOrder else { return }
        isOutOfOrder = true
        let words = "the steps of segment \(summaries[place].index) are out of order"
        inFiles.add(.error, "order", words, entry: Manifest.entryName)
    }

    var isSound: Bool { !findings.hasErrors && !inFiles.hasErrors }

    /// The order in which the segments follow each other, by the step in the middle of each: one wrong number more or less moves none.
    var order: [Int] {
        guard isOutOfOrder else { return Array(segments.indices) }
        var middles: [Int] = []
        for segment in segments { middles.append(segment.middle ?? middles.last ?? 0) }
        return segments.indices.sorted { (middles[$0], $0) < (middles[$1], $1) }
    }

    /// What has to become of which lines.
    struct Change {
        /// By the name of the stream and the place of the line in it.
        var fates: [String: [Int: SealedStream.Fate]] = [:]
        /// What is unsound of that.
        var told: Findings
    }

    /// What has to become of the lines next.
    var change: Change {
        var change = Change(told: inFiles)
        for entry in damaged { change.fates[entry] = [:] }
        // Of what is out of order the fewest lines go; what else is unsound may be so because of them, and is looked at again without them.
        let errors = Dictionary(findings.unsound.map { ($0.line, $0.error) }, uniquingKeysWith: { first, _ in first })
        let outOfOrder = outOfOrder
        for line in outOfOrder {
            change.fates[line.line.entry, default: [:]][line.line.place] = .leftOut
            let words = errors[line.line]?.message ?? "out of order"
            change.told.add(.error, "order", words, entry: line.line.entry, step: line.step)
        }
        for (line, error) in findings.unsound where line.isCauseAlone || outOfOrder.isEmpty {
            if change.fates[line.entry]?[line.place] == .leftOut { continue }
            change.fates[line.entry, default: [:]][line.place] = line.isCauseAlone ? .withoutCause : .leftOut
            change.told.add(.error, error.code, error.message, entry: error.entry, step: error.step)
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
        // A segment tells of the steps behind those of the segments before it, and before those of the segments behind it.
        var ends = [Int.max]
        for segment in segments.dropFirst().reversed() {
            let first = segment.actions.first { !known.contains($0.line) }?.step
            ends.append(first.map { $0 - 1 } ?? ends[ends.count - 1])
        }
        var last = 0
        for (segment, end) in zip(segments, ends.reversed()) {
            var told = segment.actions.last { !known.contains($0.line) }?.step ?? last
            for line in segment.states.values.joined() where !known.contains(line.line) {
                if line.step + (line.isWitness ? 0 : 1) <= last || line.step > end {
                    gone.append(line)
                } else if line.isWitness {
                    told = max(told, line.step)
                }
            }
            last = max(last, told)
        }
        return gone
    }

    /// The places of the fewest numbers without which the others ascend.
    private static func outliers(among numbers: [Int], mayRepeat: Bool) -> [Int] {
        func isBefore(_ one: Int, _ other: Int) -> Bool { mayRepeat ? one <= other : one < other }
        if zip(numbers, numbers.dropFirst()).allSatisfy(isBefore) { return [] }
        // The longest ascending run, looked for from the end so that of two the one with the earlier lines is kept: the place of the largest number that
        // begins a run of each length, and behind each the next (Fredman, 1975).
        var begins: [Int] = []
        var behind: [Int: Int] = [:]
        for place in numbers.indices.reversed() {
            let length = begins.partitioningIndex { !isBefore(numbers[place], numbers[$0]) }
            if length > 0 { behind[place] = begins[length - 1] }
            if length == begins.count { begins.append(place) } else { begins[length] = place }
        }
        var kept: Set<Int> = []
        var next = begins.last
        while let place = next {
            kept.insert(place)
            next = behind[place]
        }
        return numbers.indices.filter { !kept.contains($0) }
    }
}
