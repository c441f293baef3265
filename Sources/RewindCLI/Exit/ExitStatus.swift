/// The command's exit statuses; documented in `rewind --help`, so that scripts can rely on them.
enum ExitStatus: Int32, Error {
    case done = 0
    /// The command ran, and the answer is no: a difference, or nothing found.
    case no = 1
    case failed = 2
    /// Success, but recorded data is lost.
    case lossy = 3
    /// Wrong usage; the argument parser uses the same status.
    case usage = 64
}

/// A negative result, with its message.
struct NegativeAnswer: Error, CustomStringConvertible {
    let description: String
}
