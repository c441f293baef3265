import RewindStore
import RewindSystem

/// Says, from inside each reduction, which step has begun: what a test holds the recording of a killed session against.
struct Witness: Sendable {
    private let file: FileDescriptor<SystemError>?

    /// A witness that writes to a file or pipe; one that can't be opened gets nothing.
    init(path: String) { file = try? FileDescriptor(opening: path, .append) }

    /// Stands below the recorder, which has numbered the step by then.
    var middleware: Middleware<AppState, AppAction> {
        .reducing { context, state, action, reduce in
            if let step = context.step { try? file?.write(Array("\(step)\n".utf8)) }
            return reduce(&context, &state, action)
        }
    }
}
