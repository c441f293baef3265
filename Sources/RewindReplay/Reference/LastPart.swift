package import RewindFormat

/// The last part of a recording as a person writes it: `30s`, `1:30`, `2m`; or `200`, a number of steps.
package enum LastPart: Sendable, Equatable, CustomStringConvertible {
    /// The steps that began at most this many nanoseconds before the recording's end.
    case time(Int)
    case steps(Int)

    /// Parses a text.
    ///
    /// - Throws: ``ReferenceError`` if the text names no part, or an empty one.
    package init(parsing text: String) throws(ReferenceError) {
        if let count = Int(text), count > 0, text.first != "+" {
            self = .steps(count)
        } else if text.last?.isLetter == true || text.contains(":"), let time = TimeText.nanoseconds(text), time > 0 {
            self = .time(time)
        } else {
            throw ReferenceError(
                text: text,
                reason: "write a time with its unit, such as 30s, 2m or 1:30, or a number of steps, such as 200",
                kind: "a last part")
        }
    }

    /// The part as a person writes it, with a time in seconds.
    package var description: String {
        switch self {
        case .time(let time): TimeText.clock(time)
        case .steps(let count): "\(count)"
        }
    }

    /// The steps of that part of a recording; all steps if the recording is not longer.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        let (first, last) = (timeline.steps.lowerBound, timeline.steps.upperBound)
        switch self {
        case .steps(let count):
            return (last - first < count ? first : last - count + 1)...last
        case .time(let time):
            guard timeline.recording.times != nil else { return first...last }
            let end = timeline.recording.end
            // Begins after the last step that began before that time, but contains at least the last step.
            let before = try timeline.step(atTime: end - time - 1)
            return (before == first ? first : min(before + 1, last))...last
        }
    }
}
