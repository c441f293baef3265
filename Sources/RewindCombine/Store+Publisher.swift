public import RewindStore

#if canImport(Combine)
    public import Combine
#elseif canImport(OpenCombine)
    public import OpenCombine
#else
    #error("RewindCombine needs OpenCombine: name the trait \"Combine\" where your package depends on rewind")
#endif

extension Store {
    /// A part of the state now, and again whenever it changes; the publisher keeps the store alive.
    ///
    /// Values arrive in the store's turn, on the dispatching thread: add `receive(on:)` for another one.
    public func publisher<Part: Equatable & Sendable>(of select: @escaping @Sendable (State) -> Part) -> AnyPublisher<Part, Never> {
        Deferred {
            let subject = ThreadSafe(CurrentValueSubject<Part, Never>(select(self.state)))
            let subscription = self.subscribe(to: select) { subject.value.send($0) }
            return subject.value.removeDuplicates()
                .handleEvents(receiveCompletion: { _ in subscription.cancel() }, receiveCancel: { subscription.cancel() })
        }
        .eraseToAnyPublisher()
    }
}
