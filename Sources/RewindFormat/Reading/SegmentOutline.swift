import RewindValue

/// What one pass over a segment of a live directory finds out: what is in it and what is missing, without any of its values.
///
/// Every line is checked as ``Segment`` checks it, and what is no line for one is none for the other. It costs a small part of that time, and hardly
/// any memory beside the streams.
struct SegmentOutline: Sendable, Equatable {
    /// Its number.
    let index: Int
    /// What was not a line.
    private(set) var damage: [Damage] = []
    /// Whether there is a line that says something of the app.
    private(set) var isEmpty = true
    /// From the first action's step to the largest, and their monotonic nanoseconds; `nil` for a segment without actions.
    private(set) var steps: ClosedRange<Int>?
    private(set) var times: ClosedRange<Int>?
    /// Steps that are missing between its actions.
    private(set) var skipped: [ClosedRange<Int>] = []
    /// Steps of its actions that have no state.
    private(set) var uncovered: [ClosedRange<Int>] = []
    /// What there is of each kind.
    private(set) var counts = Manifest.Counts()
    /// The last of its gaps.
    private(set) var gap: ClosedRange<Int>?
    /// How many places the lines say were redacted.
    private(set) var redacted = 0
    /// The names of those actions that were asked for.
    private(set) var types: [Int: String] = [:]

    /// Looks through both streams of a segment.
    ///
    /// - Parameter named: the steps whose actions' names are wanted; few.
    init(index: Int, actions: [UInt8], states: [UInt8], limits: FormatLimits = .default, naming named: Set<Int> = []) {
        self.index = index
        var coverage = StateCoverage()
        var whole: [Int: StateLine] = [:]
        let lines = SegmentScan(index: index, isLive: true, limits: limits, skims: true)
        let stateDamage = lines.scan(states: states) { line in
            if case .action = line.change {
                whole[line.step] = line
                return
            }
            coverage.add(line)
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
                add(action, after: expected)
                expected = action.step + 1
                coverage.look(at: action)
                if action.step >= firstNamed, named.contains(action.step) { types[action.step] = action.type }
            case .gap(let line): gap = line.steps
            case .swallowed, .clock, .mark, .log, .unknown: break
            }
        }
        damage += stateDamage
        uncovered = coverage.missing
    }

    private mutating func add(_ action: ActionLine, after expected: Int?) {
        if let expected, action.step > expected { skipped.append(expected...(action.step - 1)) }
        steps = (steps?.lowerBound ?? action.step)...max(steps?.upperBound ?? action.step, action.step)
        times = (times?.lowerBound ?? action.time)...max(times?.upperBound ?? action.time, action.time)
        redacted += action.redacted.count
    }
}
