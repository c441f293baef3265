import ArgumentParser
import RewindMiddleware
import RewindStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file to which each action is written, with what it changed.
struct ActionLog: Sendable {
    private let descriptor: Int32

    /// Opens a file, whose end is written to; throws where that can't be done.
    init(path: String) throws {
        descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ValidationError("--log \(path): the file can't be written: \(String(cString: strerror(errno))).")
        }
    }

    var middleware: Middleware<AppState, AppAction> { .logger { [descriptor] in writeAll($0 + "\n", to: descriptor) } }

}
