import RewindStore
import RewindSystem

/// Reports from inside each reduction which step has begun, so that a test can check the recording of a killed session.
struct ReducerLog: Sendable {
    private let file: FileDescriptor<SystemError>?

    /// Creates a log that writes to a file or pipe; if it can't be opened, nothing is written.
    init(path: String) { file = try? FileDescriptor(opening: path, .append) }

    /// Placed after the recorder, which has numbered the step by then.
    var middleware: Middleware<AppState, AppAction> {
        .reducing { context, state, action, reduce in
            if let step = context.step { try? file?.write(Array("\(step)\n".utf8)) }
            return reduce(&context, &state, action)
        }
    }
}
