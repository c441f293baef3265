/// Which actions are recorded: by default all.
///
/// An action that is left out makes no step. What it and its neighbours did to the state is not blamed on the next recorded action: a step
/// `@@EXTERNAL` before that takes the change, and tells under `omitted` how many of which type were left out. So a filter thins what is
/// written, while every recorded state stays right. The action is named, and so encoded, before it can be left out.
///
/// ```swift
/// var filter = RecordingFilter()
/// filter.except = ["keyboard/*", "debug"]
/// filter.samples = [.init("player/tick", every: 100)]
/// configuration.filter = filter
/// ```
public struct RecordingFilter: Sendable {
    /// Only these are recorded; `nil` for all.
    public var only: ActionMatch?
    /// These are not recorded.
    public var except: ActionMatch?
    /// Of noisy ones, one of so many is recorded; the first match counts.
    public var samples: [Sample] = []
    /// Recording begins with the first action of these, and pauses until then.
    public var startsAt: ActionMatch?
    /// Recording pauses after an action of these, until the next one of ``startsAt``.
    public var stopsAfter: ActionMatch?

    /// Records everything.
    public init() {}

    /// Noisy actions, of which some are recorded.
    public struct Sample: Sendable {
        /// The actions that share a count.
        public var actions: ActionMatch
        /// Of so many, the first is recorded.
        public var every: Int

        /// One of `every` such actions is recorded.
        public init(_ actions: ActionMatch, every: Int) {
            self.actions = actions
            self.every = every
        }
    }
}
