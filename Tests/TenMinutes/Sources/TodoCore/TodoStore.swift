// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import RewindRecorder

public struct TodoState: Codable, Sendable {
    public var items: [String] = []
    public var isLoading = false
    public init() {}
}

public enum TodoAction: Codable, Sendable {
    case load, didLoad([String])
    case add(String)
    case remove(Int)
}

/// What a reducer may start: work that sends actions.
public typealias TodoEffect = @MainActor (TodoStore) async -> Void

public func todoReducer(_ state: inout TodoState, _ action: TodoAction) -> TodoEffect? {
    switch action {
    case .load:
        state.isLoading = true
        return { store in
            try? await Task.sleep(for: .milliseconds(200))  // a server is slower
            store.send(.didLoad(["milk", "tea"]))
        }
    case .didLoad(let items):
        state.isLoading = false
        state.items = items
    case .add(let item): state.items.append(item)
    case .remove(let place): if state.items.indices.contains(place) { state.items.remove(at: place) }
    }
    return nil
}

@MainActor public final class TodoStore {
    public internal(set) var state = TodoState()
    let storeRecorder: StoreRecorder<TodoState>

    public init(recorder: Recorder) { storeRecorder = recorder.store(initialState: TodoState()) }

    public func send(_ action: TodoAction, fileID: StaticString = #fileID, line: UInt = #line) {
        storeRecorder.reduce(action, in: &state, site: CallSite(fileID, line)) { state, action in
            if let effect = todoReducer(&state, action) { Task { await effect(self) } }
        }
    }
}
