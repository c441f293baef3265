import RewindStore
import Synchronization
import TestSupport

/// Notes what happens, from any thread, in the order it happens.
final class Log<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])

    var entries: [Entry] { state.withLock { $0 } }

    func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

/// Holds what a closure needs before it exists.
final class Box<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)

    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// A state that remembers its actions.
typealias Journal = [String]

extension Reducer where State == Journal, Action == String {
    /// Appends every action, and answers some of them with effects.
    static func journal(_ effects: @escaping @Sendable (String) -> Effect<String> = { _ in .none }) -> Reducer {
        Reducer { journal, action in
            journal.append(action)
            return effects(action)
        }
    }
}

extension Store where State == Journal, Action == String {
    /// A store that keeps every action, and answers some of them with effects.
    static func journal(
        _ middlewares: [Middleware<Journal, String>] = [], _ effects: @escaping @Sendable (String) -> Effect<String> = { _ in .none }
    ) -> Store {
        Store(initialState: [], reducer: .journal(effects), middlewares: middlewares)
    }
}

extension Middleware {
    /// Numbers the actions as a recorder does, and notes each with its context.
    static func numbering(into log: Log<(action: Action, context: ActionContext)>) -> Middleware {
        let last = Mutex(0)
        return .reducing { context, state, action, reduce in
            context.step = last.withLock { last in
                last += 1
                return last
            }
            log.note((action, context))
            return reduce(&context, &state, action)
        }
    }
}

extension Reducer where State == Journal, Action == String {
    /// A journal whose `load` is followed by `loaded`, once the gate is open.
    static func loading(behind gate: Gate) -> Reducer {
        .journal { action in
            guard action == "load" else { return .none }
            return .run { send in
                await gate.pass()
                send("loaded")
            }
        }
    }
}
