import RewindLive
import RewindRecorder
import TodoCore

let recorder = Recorder(app: "Todo")
let store = TodoStore(recorder: recorder)
let live = Task { try await store.goLive(recorder) }

// Each word is an action: "load", a number to remove, anything else to add.
for word in CommandLine.arguments.dropFirst() {
    if word == "load" {
        store.send(.load)
    } else if let place = Int(word) {
        store.send(.remove(place))
    } else {
        store.send(.add(word))
    }
    try await Task.sleep(for: .milliseconds(500))
}
try await live.value
