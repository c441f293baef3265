public import RewindOrigin

/// The origin of an action: the facts that a recording has about it in addition to the action itself.
public struct ActionContext: Sendable, Hashable {
    /// The step of the action that led to this one through an effect or a subscriber; `nil` if the actions are not numbered.
    public var cause: Cause?
    /// Where the action was dispatched.
    public var site: CallSite?
    /// The number of the action's own step, set by a middleware around the reduction, such as a recorder.
    public var step: Int?
    /// Whether the action is replayed, so that nothing records it twice.
    public var isReplay = false

    /// A context with the given parts; each is unknown by default.
    public init(cause: Cause? = nil, site: CallSite? = nil, step: Int? = nil, isReplay: Bool = false) {
        (self.cause, self.site, self.step, self.isReplay) = (cause, site, step, isReplay)
    }

    /// The context of an action dispatched now, at a place in the source.
    @usableFromInline static func here(fileID: StaticString = #fileID, line: UInt = #line) -> ActionContext {
        ActionContext(cause: .current, site: CallSite(fileID, line))
    }
}

extension Cause {
    /// Binds ``Cause/current`` only if the cause differs, because binding is not free.
    @inlinable static func with(_ cause: Cause?, _ body: () -> Void) {
        if cause == current { body() } else { $current.withValue(cause, operation: body) }
    }
}
