public import RewindStore

#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif

extension Middleware {
    /// The classic middleware of SwiftUI apps: answers an action with a publisher of further actions, or with nothing.
    ///
    /// It is called with the state before or after the reducer. A function that always answers is one too.
    ///
    /// The publisher is subscribed to after the reduction, in an effect whose cause is the action, and is cancelled with that effect; not
    /// in a replay.
    public static func publishers(
        at position: ReducerPosition = .after,
        _ body: @escaping @Sendable (_ state: State, _ action: Action) -> AnyPublisher<Action, Never>?
    ) -> Middleware {
        .effects(at: position) { state, action in body(state, action).map { .publisher($0) } }
    }
}

extension Effect {
    /// The actions of a publisher, as they arrive.
    public static func publisher(
        _ actions: some Publisher<Action, Never>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        let actions = ThreadSafe(actions.eraseToAnyPublisher())
        return .run(fileID: fileID, line: line) { send in
            let values = AsyncStream<Action> { continuation in
                let subscription = ThreadSafe(
                    actions.value.sink(
                        receiveCompletion: { _ in continuation.finish() }, receiveValue: { continuation.yield($0) }))
                continuation.onTermination = { _ in subscription.value.cancel() }
            }
            for await action in values { send(action, fileID: fileID, line: line) }
        }
    }
}

/// A publisher, subject or cancellable that crosses threads.
///
/// `@unchecked Sendable`: by Combine's contract all three may be used from any thread (their operators and subjects lock); only their types don't
/// say so.
struct ThreadSafe<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
