import RewindValue

/// What one pass over a segment finds: what is in it and what is missing, without any of its values.
///
/// Every line is checked as ``Segment`` checks it, so both accept the same lines. It costs a small part of that time, and hardly any memory
/// besides the streams.
package struct SegmentOutline: Sendable, Equatable {
    package let index: Int
    /// Bytes that are not a line.
    package private(set) var damage: [Damage] = []
    /// Whether no line says anything about the app.
    package private(set) var isEmpty = true
    /// The steps of its actions, and of its states where the last or all actions are lost; `nil` for a segment with only a keyframe.
    package private(set) var steps: ClosedRange<Int>?
    /// The monotonic nanoseconds of its actions.
    package private(set) var times: ClosedRange<Int>?
    /// Steps without an action.
    package private(set) var skipped: [ClosedRange<Int>] = []
    /// Steps that have only the beginning of their action.
    package private(set) var cut: [ClosedRange<Int>] = []
    /// Steps of its actions that have no state.
    package private(set) var uncovered: [ClosedRange<Int>] = []
    /// Steps whose states follow from those.
    package private(set) var unknown: [Losses.UnknownStates] = []
    package private(set) var counts = RecordingCounts()
    /// The last of its gaps.
    package private(set) var gap: ClosedRange<Int>?
    /// The steps right before its first action that a gap line reports as missing.
    package var gapAtStart: ClosedRange<Int>? { steps.flatMap { steps in gaps.first { $0.upperBound + 1 == steps.lowerBound } } }
    private var gaps: [ClosedRange<Int>] = []
    /// How many places the lines list as redacted.
    package private(set) var redacted = 0
    /// The names of the requested actions.
    package private(set) var types: [Int: String] = [:]

    /// Looks through both streams of a segment.
    ///
    /// - Parameters:
    ///   - isLive: whether they are those of a directory that an app left, with checksums.
    ///   - isGrowing: whether an app is still writing, so that an action may come into sight after its state.
    ///   - named: the steps whose actions' names are wanted; few.
    package init(
        index: Int, actions: [UInt8], states: [UInt8], isLive: Bool = true, isGrowing: Bool = false, limits: FormatLimits = .default,
        naming named: Set<Int> = []
    ) {
        self.index = index
        var coverage = StateCoverage(isFirst: index == 0)
        var covered = CoveredSteps()
        var whole: [Int: StateLine] = [:]
        let lines = SegmentScan(index: index, isLive: isLive, limits: limits, skims: true)
        let stateDamage = lines.scan(states: states) { line in
            if case .action = line.change {
                whole[line.step] = line
                return
            }
            coverage.add(line)
            covered.add(line)
            isEmpty = false
            counts.add(line)
            redacted += line.redacted.count
        } unknown: { _ in
        }
        let firstNamed = named.min() ?? .max
        var expected: Int?
        damage = lines.scan(actions: actions) { line in
            isEmpty = false
            counts.add(line)
            switch line {
            case .action(var action):
                if !whole.isEmpty { action.complete(from: whole) }
                if action.isCut { cut.append(action.step...action.step) }
                add(action, after: expected)
                expected = action.step + 1
                coverage.add(action)
                if action.step >= firstNamed, named.contains(action.step) { types[action.step] = action.type }
            case .gap(let line): gaps.append(line.steps)
            case .swallowed, .clock, .mark, .log, .effect, .unknown: break
            }
        }
        damage += stateDamage
        gap = gaps.last
        if !isGrowing, let all = covered.steps(withActions: steps, gaps: gaps), all != steps {
            skipped.append((steps.map { $0.upperBound + 1 } ?? all.lowerBound)...all.upperBound)
            steps = all
        }
        uncovered = coverage.lost
        unknown = coverage.unknown
    }

    private mutating func add(_ action: ActionLine, after expected: Int?) {
        if let expected, action.step > expected { skipped.append(expected...(action.step - 1)) }
        steps = steps?.hull(with: action.step...action.step) ?? action.step...action.step
        times = times?.hull(with: action.time...action.time) ?? action.time...action.time
        redacted += action.redacted.count
    }
}
