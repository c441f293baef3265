/// A choice of the actions to record: by default all.
///
/// An action that is left out makes no step. What it changed is not blamed on the next recorded action: a step `@@EXTERNAL` before that
/// action takes the change, and counts under `omitted` how many actions of each type were left out. So a filter thins out what is written,
/// while every recorded state stays right. An action is named, and therefore encoded, before it can be left out.
///
/// ```swift
/// var filter = RecordingFilter()
/// filter.except = ["keyboard/*", "debug"]
/// filter.samples = [("player/tick", every: 100)]
/// configuration.filter = filter
/// ```
public struct RecordingFilter: Sendable {
    /// The only actions that are recorded; `nil` for all.
    public var only: ActionMatch?
    /// Actions that are not recorded.
    public var except: ActionMatch?
    /// Noisy actions of which only a sample is recorded; the first match counts.
    ///
    /// `actions` share a count; one in `every` of them is recorded, beginning with the first.
    public var samples: [(actions: ActionMatch, every: Int)] = []
    /// Actions that start the recording, which pauses until one of them comes.
    public var startsAt: ActionMatch?
    /// Actions after which recording pauses, until the next one of ``startsAt``.
    public var stopsAfter: ActionMatch?

    /// Records everything.
    public init() {}
}
