extension Effect {
    /// This effect with an id by which it can be cancelled.
    ///
    /// - Parameters:
    ///   - id: any value; effects with the same id are cancelled together. Use a type of your own, so that features don't collide.
    ///   - cancelInFlight: whether effects that already run with this id are cancelled first.
    public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
        let effect = Effect(operation: .cancellable(self, id: CancelID(id)))
        return cancelInFlight ? .merge(.cancel(id: id), effect) : effect
    }

    /// Cancels all effects that run with an id.
    ///
    /// None of their actions reaches the reducer after the reduction that returned this, not even those that were already queued.
    public static func cancel(id: some Hashable & Sendable) -> Effect { Effect(operation: .cancel(CancelID(id))) }
}

/// The name of a cancellable effect: any hashable value, of any type.
///
/// `@unchecked Sendable`: it is only ever made from a `Sendable` value, but `AnyHashable` loses that conformance.
@usableFromInline struct CancelID: Hashable, @unchecked Sendable {
    private let base: AnyHashable

    init(_ base: some Hashable & Sendable) { self.base = AnyHashable(base) }
}
