public import RewindValue

/// Any line of `actions.ndjson`.
public enum JournalLine: Sendable, Equatable {
    /// A step.
    case action(ActionLine)
    /// An action that never reached the reducer.
    case swallowed(SwallowedLine)
    /// What the wall clock showed at a monotonic time.
    case clock(ClockLine)
    /// Steps that could not be written, because the disk was full or refused.
    case gap(GapLine)
    /// A moment that somebody named.
    case mark(MarkLine)
    /// A line that the app logged.
    case log(LogLine)
    /// A line of a kind that this version does not know, kept as it is.
    case unknown(JSONObject)

    /// The line of a JSON object; `nil` if it claims to be of a kind and is not as the format says.
    package init?(json object: JSONObject) {
        let line: JournalLine? =
            if let inner = object["clock"] {
                ClockLine(inner).map(JournalLine.clock)
            } else if let inner = object["gap"] {
                GapLine(inner).map(JournalLine.gap)
            } else if let inner = object["swallowed"] {
                SwallowedLine(inner).map(JournalLine.swallowed)
            } else if let inner = object["mark"] {
                MarkLine(inner).map(JournalLine.mark)
            } else if let inner = object["log"] {
                LogLine(inner).map(JournalLine.log)
            } else if object["step"] != nil {
                ActionLine(json: object).map(JournalLine.action)
            } else {
                .unknown(object)
            }
        guard let line else { return nil }
        self = line
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

    fileprivate init?(_ clock: JSONValue) {
        guard let time = clock["t"]?.int, let wall = clock["wall"]?.int else { return nil }
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

    /// The reason of steps that were there, and that an edit left out of the recording.
    public static let leftOut = "left out on purpose"

    /// A gap over some steps.
    public init(steps: ClosedRange<Int>, reason: String) {
        self.steps = steps
        self.reason = reason
    }

    fileprivate init?(_ gap: JSONValue) {
        guard let from = gap["from"]?.int, let to = gap["to"]?.int,
            StepNumber.range.contains(from), StepNumber.range.contains(to), from <= to, to - from < StepNumber.gapLimit
        else { return nil }
        self.init(steps: from...to, reason: gap["reason"]?.string ?? "")
    }

    /// The line as JSON.
    public var json: JSONValue {
        ["gap": ["from": .number(JSONNumber(steps.lowerBound)), "to": .number(JSONNumber(steps.upperBound)), "reason": .string(reason)]]
    }
}

/// An action that a middleware kept from the reducer: `{"swallowed":{"t":…,"type":…,"action":…}}`.
///
/// It has what a step's action has, except a number of its own and a state.
public struct SwallowedLine: Sendable, Equatable {
    /// The action; its `step` is the last step before it.
    public var action: ActionLine

    /// An action that was swallowed after the step it names.
    public init(_ action: ActionLine) { self.action = action }

    fileprivate init?(_ swallowed: JSONValue) {
        guard var members = swallowed.object else { return nil }
        members["step"] = 0  // its place in the stream tells, and only who reads the stream knows it
        guard let action = ActionLine(json: members) else { return nil }
        self.init(action)
    }

    /// The beginning of the line, before the action's ``ActionLine/writeMembers(into:)`` and another brace.
    public static func writeHead(time: Int, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"swallowed":{"t":"#.utf8)
        JSONValue.number(JSONNumber(time)).write(into: &bytes)
    }
}
