package import RewindFormat

/// A part of a recording as a person names it: its last part, the surroundings of a moment, or a range of steps.
package enum PartReference: Sendable, Equatable {
    /// The last part: `30s`, `200`.
    case last(LastPart)
    /// The steps around a moment: `:checkout`, `@1:30`.
    case around(StepReference)
    /// A range: `10..20`.
    case range(StepRange)

    /// Parses a text: a number means so many last steps, and a mark or a clock time means the moment of interest, also after `around`.
    ///
    /// - Throws: ``ReferenceError`` if the text names no part.
    package init(parsing text: String) throws(ReferenceError) {
        if text.hasPrefix("around ") {
            self = .around(try StepReference(parsing: text.dropFirst("around ".count)))
        } else if text.indices.contains(where: { text[$0...].hasPrefix("..") }) {
            self = .range(try StepRange(parsing: text))
        } else if text.hasPrefix(":") || text.hasPrefix("@") {
            self = .around(try StepReference(parsing: text))
        } else {
            self = .last(try LastPart(parsing: text))
        }
    }

    /// The step around which the part is; `nil` for any other part.
    ///
    /// - Throws: `RecordingError` if there is no such step or mark, or a segment can't be read.
    package func moment(in timeline: Timeline) throws(RecordingError) -> Int? {
        if case .around(let moment) = self { try moment.resolve(in: timeline) } else { nil }
    }

    /// The steps of the part in a recording.
    ///
    /// - Throws: `RecordingError` if there is no such step or mark, or a segment can't be read.
    package func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        switch self {
        case .last(let part): try part.resolve(in: timeline)
        case .around(let moment): try Self.steps(around: moment.resolve(in: timeline), in: timeline)
        case .range(let range): try range.resolve(in: timeline)
        }
    }

    /// The surroundings of a moment: a time span before and after it, and a minimum number of steps if little happened.
    private static let second = 1_000_000_000, timeBefore = 30 * second, timeAfter = 10 * second
    private static let stepsBefore = 20, stepsAfter = 5

    private static func steps(around step: Int, in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        let all = timeline.steps
        var (first, last) = (step - stepsBefore, step + stepsAfter)
        // The time of the state before all actions is the start.
        let time = step == all.lowerBound ? timeline.recording.times?.lowerBound : try timeline.step(at: step)?.time
        if let time {
            first = min(first, try timeline.step(atTime: time - timeBefore - 1) + 1)
            last = max(last, try timeline.step(atTime: time + timeAfter))
        }
        return max(first, all.lowerBound)...min(last, all.upperBound)
    }
}
