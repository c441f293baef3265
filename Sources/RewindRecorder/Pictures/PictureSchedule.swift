import RewindSystem

/// When the next picture of the app is due: a value, which knows no clock.
struct PictureSchedule {
    private let capture: PictureCapture
    /// The last step that was noted, and the one at which the last picture was due.
    private var step: Int?
    private var stepOfLast = 0
    private var timeOfLast: Int?
    /// The first and the last change since then.
    private var changes: ClosedRange<Int>?
    private var isMarked = false

    init(_ capture: PictureCapture) { self.capture = capture }

    /// Notes the last step whose state is there.
    mutating func note(step: Int, at now: Int) {
        guard step != self.step else { return }
        self.step = step
        let first = changes?.lowerBound ?? now
        changes = first...max(first, now)
    }

    mutating func noteMark() { if capture.atMarks { isMarked = true } }

    /// When a picture is due, by the times that were noted; in the past if it is due at once, `nil` if nothing asks for one.
    var due: Int? {
        var times: [Int] = []
        if isMarked { times.append(.min) }
        if let count = capture.everySteps, let step, changes != nil, step - stepOfLast >= max(1, count) { times.append(.min) }
        if let settling = capture.settling, let changes {
            times.append(
                min(
                    Self.time(changes.upperBound, plus: settling),
                    Self.time(changes.lowerBound, plus: max(capture.atLatest, settling))))
        }
        return times.min().map { max($0, earliest) }
    }

    /// The moment before which no picture is due.
    var earliest: Int { timeOfLast.map { Self.time($0, plus: capture.interval) } ?? .min }

    /// A time so much later; the greatest one if that is beyond all.
    private static func time(_ time: Int, plus duration: Duration) -> Int {
        let (sum, isOver) = time.addingReportingOverflow(max(0, duration.nanoseconds))
        return isOver ? .max : sum
    }

    /// Notes that a picture of the last noted step is taken.
    mutating func take(at now: Int) {
        timeOfLast = now
        stepOfLast = step ?? 0
        changes = nil
        isMarked = false
    }
}
