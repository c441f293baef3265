package import RewindValue

/// Any line of `actions.ndjson`.
package enum JournalLine: Sendable, Equatable {
    case action(ActionLine)
    /// An action that never reached the reducer.
    case swallowed(SwallowedLine)
    /// What the wall clock showed at a monotonic time.
    case clock(ClockLine)
    /// Steps that could not be written, because the disk was full or refused.
    case gap(GapLine)
    /// A named moment.
    case mark(MarkLine)
    /// A line that the app logged.
    case log(LogLine)
    /// The beginning or the end of an effect.
    case effect(EffectLine)
    /// A line of a kind that this version does not know, kept as it is.
    case unknown(JSONObject)

    /// The kinds of line, each by the member that tells it; where a line has several of them, the first one here decides.
    ///
    /// This is the one place where a kind is declared: what handles lines by kind (reading, editing, rendering) switches over
    /// ``JournalLine`` or over this without a default, and doesn't compile until it handles a new one.
    package enum Kind: String, Sendable, CaseIterable {
        /// ``JournalLine/clock(_:)``.
        case clock
        /// ``JournalLine/gap(_:)``.
        case gap
        /// ``JournalLine/swallowed(_:)``.
        case swallowed
        /// ``JournalLine/mark(_:)``.
        case mark
        /// ``JournalLine/log(_:)``.
        case log
        /// ``JournalLine/action(_:)``.
        case action = "step"
        /// ``JournalLine/effect(_:)``; comes last, because an action names its effect by a member of this name.
        case effect

        /// The kind of a line's members; `nil` for one that this version does not know.
        package init?(of line: JSONObject) {
            guard let kind = Self.allCases.first(where: { line[$0.rawValue] != nil }) else { return nil }
            self = kind
        }
    }

    /// Parses the line of a JSON object; `nil` if it names a kind and does not follow that kind's format.
    package init?(json object: JSONObject) {
        guard let kind = Kind(of: object) else {
            self = .unknown(object)
            return
        }
        let inner = object[kind.rawValue] ?? .null
        let line: JournalLine? =
            switch kind {
            case .clock: ClockLine(inner).map(JournalLine.clock)
            case .gap: GapLine(inner).map(JournalLine.gap)
            case .swallowed: SwallowedLine(inner).map(JournalLine.swallowed)
            case .mark: MarkLine(inner).map(JournalLine.mark)
            case .log: LogLine(inner).map(JournalLine.log)
            case .action: ActionLine(json: object).map(JournalLine.action)
            case .effect: EffectLine(inner).map(JournalLine.effect)
            }
        guard let line else { return nil }
        self = line
    }
}

/// A pair of clock readings, from which wall times, clock changes and suspends follow: `{"clock":{"t":…,"wall":…}}`.
package struct ClockLine: Sendable, Equatable {
    /// Monotonic nanoseconds since the recording began.
    package var time: Int
    /// Nanoseconds since 1970-01-01T00:00:00Z by the wall clock.
    package var wall: Int

    package init(time: Int, wall: Int) {
        self.time = time
        self.wall = wall
    }

    fileprivate init?(_ clock: JSONValue) {
        guard let time = clock["t"]?.int(clampedTo: FormatLimits.times), let wall = clock["wall"]?.int(clampedTo: FormatLimits.wallTimes)
        else { return nil }
        self.init(time: time, wall: wall)
    }

    /// The line as JSON.
    package var json: JSONValue { ["clock": ["t": .number(JSONNumber(time)), "wall": .number(JSONNumber(wall))]] }
}

/// An action that a middleware kept from the reducer: `{"swallowed":{"t":…,"type":…,"action":…}}`.
///
/// It has what a step's action has, except a number of its own and a state.
package struct SwallowedLine: Sendable, Equatable {
    /// The action; its `step` is the last step before it.
    package var action: ActionLine

    /// An action that was swallowed after the step it names.
    package init(_ action: ActionLine) { self.action = action }

    fileprivate init?(_ swallowed: JSONValue) {
        guard var members = swallowed.object else { return nil }
        members["step"] = 1
        guard var action = ActionLine(json: members) else { return nil }
        action.step = 0  // its place in the stream tells, and only who reads the stream knows it
        self.init(action)
    }

    /// The beginning of the line, before the action's ``ActionLine/writeMembers(into:)`` and another brace.
    package static func writeHead(time: Int, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"swallowed":{"t":"#.utf8)
        JSONValue.number(JSONNumber(time)).write(into: &bytes)
    }
}
