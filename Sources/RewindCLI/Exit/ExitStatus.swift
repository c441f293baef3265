/// What the command's exit status says; documented in `rewind --help`, so that scripts can rely on it.
enum ExitStatus: Int32, Error {
    /// Done.
    case done = 0
    /// It ran, and the answer is no: it differs, or it was not found.
    case no = 1
    /// It failed.
    case failed = 2
    /// Done, but something that had been recorded is lost.
    case lossy = 3
    /// The arguments make no sense; the argument parser ends with it by itself.
    case usage = 64
}
