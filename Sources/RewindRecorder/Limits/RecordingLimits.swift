import RewindSystem
import RewindValue

/// How much of a recording is kept while it goes on: by default everything.
///
/// A recording with limits is a ring of segments, each of which can be read alone. The oldest segment is dropped whole, from the disk too,
/// as soon as the rest has `steps` or goes back `age`, or while all together have more than `bytes`; the tightest limit decides. A
/// segment ends at a quarter of a limit (at 64 steps or 64 KiB, if that is more), so up to a quarter more than the limit is kept. A burst
/// of actions may add as much as comes until the writer's thread catches up. The segment in use and the one before it are never dropped, nor
/// the last one that has the state of each store.
public struct RecordingLimits: Sendable, Equatable {
    /// How many of the last steps to keep, at least; `nil` for all.
    package var steps: Int?
    /// How much of the time before now to keep, at least; `nil` for all of it.
    package var age: Duration?
    /// How many bytes of lines to keep, at most; `nil` for any number.
    ///
    /// The disk holds up to 3 MiB more, reserved for actions to come.
    package var bytes: Int?

    /// Limits of these sizes; without any, everything is kept.
    ///
    /// - Parameters:
    ///   - steps: how many of the last steps to keep, at least.
    ///   - age: how much of the time before now to keep, at least.
    ///   - bytes: how many bytes of lines to keep, at most; the disk holds up to 3 MiB more, reserved for actions to come.
    public init(steps: Int? = nil, age: Duration? = nil, bytes: Int? = nil) {
        self.steps = steps
        self.age = age
        self.bytes = bytes
    }

    /// Keeps everything.
    public static let none = RecordingLimits()

    /// Keeps the last states and the actions between them: `.last(states: 5)` is what small recorders usually do.
    public static func last(states: Int) -> RecordingLimits { RecordingLimits(steps: states) }

    /// Keeps the last stretch of time, as a flight recorder does: `.last(.seconds(300))`.
    public static func last(_ age: Duration) -> RecordingLimits { RecordingLimits(age: age) }

    /// Whether something may be dropped at all.
    var isRing: Bool { steps != nil || age != nil || bytes != nil }

    /// The limits' entry in the manifest; `nil` if everything is kept.
    var described: JSONObject? {
        let members = [("steps", steps), ("age", age?.nanoseconds), ("bytes", bytes)]
        let present = members.compactMap { name, value in value.map { (name, JSONValue.number(JSONNumber($0))) } }
        return present.isEmpty ? nil : JSONObject(present)
    }
}
