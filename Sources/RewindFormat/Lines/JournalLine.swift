public import RewindValue

/// Any line of `actions.ndjson`.
public enum JournalLine: Sendable, Equatable {
    /// A step.
    case action(ActionLine)
    /// What the wall clock showed at a monotonic time.
    case clock(ClockLine)
    /// Steps that could not be written, because the disk was full or refused.
    case gap(GapLine)
    /// A line that this version does not know, kept as it is.
    case unknown(JSONObject)

    /// The line of a JSON object; `nil` if it claims to be a step and is none.
    init?(json object: JSONObject) {
        if let clock = ClockLine(json: object) {
            self = .clock(clock)
        } else if let gap = GapLine(json: object) {
            self = .gap(gap)
        } else if object["step"] != nil {
            guard let action = ActionLine(json: object) else { return nil }
            self = .action(action)
        } else {
            self = .unknown(object)
        }
    }
}

/// A pair of clock readings, from which wall times, clock changes and suspends follow: `{"clock":{"t":…,"wall":…}}`.
public struct ClockLine: Sendable, Equatable {
    /// Monotonic nanoseconds since the recording began.
    public var time: Int
    /// Nanoseconds since 1970-01-01T00:00:00Z by the wall clock.
    public var wall: Int

    /// A pair of readings.
    public init(time: Int, wall: Int) {
        self.time = time
        self.wall = wall
    }

    init?(json object: JSONObject) {
        guard let clock = object["clock"], let time = clock["t"]?.int, let wall = clock["wall"]?.int else { return nil }
        self.init(time: time, wall: wall)
    }

    /// The line as JSON.
    public var json: JSONValue { ["clock": ["t": .number(JSONNumber(time)), "wall": .number(JSONNumber(wall))]] }
}

/// Steps whose actions could not be written: `{"gap":{"from":…,"to":…,"reason":…}}`.
public struct GapLine: Sendable, Equatable {
    /// The steps that are missing.
    public var steps: ClosedRange<Int>
    /// Why they could not be written.
    public var reason: String

    /// A gap over some steps.
    public init(steps: ClosedRange<Int>, reason: String) {
        self.steps = steps
        self.reason = reason
    }

    init?(json object: JSONObject) {
        guard let gap = object["gap"], let from = gap["from"]?.int, let to = gap["to"]?.int,
            StepNumber.range.contains(from), StepNumber.range.contains(to), from <= to, to - from < StepNumber.gapLimit
        else { return nil }
        self.init(steps: from...to, reason: gap["reason"]?.string ?? "")
    }

    /// The line as JSON.
    public var json: JSONValue {
        ["gap": ["from": .number(JSONNumber(steps.lowerBound)), "to": .number(JSONNumber(steps.upperBound)), "reason": .string(reason)]]
    }
}
