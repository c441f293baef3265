import RewindStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Says, from inside each reduction, which step has begun: what a test holds the recording of a killed session against.
struct Witness: Sendable {
    private let descriptor: Int32

    /// A witness that writes to a file or pipe; one that can't be opened gets nothing.
    init(path: String) { descriptor = open(path, O_WRONLY | O_APPEND) }

    /// Stands below the recorder, which has numbered the step by then.
    var middleware: Middleware<AppState, AppAction> {
        .reducing { context, state, action, reduce in
            if let step = context.step { writeAll("\(step)\n", to: descriptor) }
            return reduce(&context, &state, action)
        }
    }
}
