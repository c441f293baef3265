import Rewind
import TodoCore

var host = RewindHost()
host.add(from: TodoState(), actions: .itself) { (state: inout TodoState, action: TodoAction) in
    _ = todoReducer(&state, action)  // its effects are not started: what they sent is in the recording
}
host.run()
