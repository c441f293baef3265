import RewindValue

extension RecordingCounts {
    package mutating func add(_ segment: Segment) {
        for line in segment.journal { add(line) }
        for line in segment.states { add(line) }
    }

    package mutating func add(_ other: RecordingCounts) {
        steps += other.steps
        external += other.external
        swallowed += other.swallowed
        effects += other.effects
        failed += other.failed
        merged += other.merged
        sparse += other.sparse
        omitted += other.omitted
        paused += other.paused
        dropped += other.dropped
        unencodable += other.unencodable
    }

    /// Counts a line of an action stream.
    mutating func add(_ line: JournalLine) {
        switch line {
        case .action(let action):
            steps += 1
            if action.type == ActionLine.external { external += 1 }
            if let left = action.omitted {
                omitted += action.omittedCount
                paused += ActionLine.omittedCount(left[ActionLine.paused])
            }
            if action.error != nil { unencodable += 1 }
        case .gap(let gap): dropped += gap.steps.count
        case .swallowed(let line):
            swallowed += 1
            if line.action.error != nil { unencodable += 1 }
        case .effect: effects += 1
        case .clock, .mark, .log, .unknown: break
        }
    }

    mutating func add(_ line: StateLine) {
        if line.isSparse { sparse += line.steps.count - 1 } else { merged += line.steps.count - 1 }
        switch line.change {
        case .failed: failed += 1
        case .unencodable: unencodable += 1
        case .keyframe, .patch, .unknown, .action: break
        }
    }
}
