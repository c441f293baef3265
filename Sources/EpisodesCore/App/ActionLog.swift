import ArgumentParser
import RewindMiddleware
import RewindStore
import RewindSystem

/// A file to which each action is written, with what it changed.
struct ActionLog: Sendable {
    private let file: FileDescriptor<SystemError>

    /// Opens a file, whose end is written to; throws where that can't be done.
    init(path: String) throws {
        do throws(SystemError) {
            file = try FileDescriptor(opening: path, .append)
        } catch {
            throw ValidationError("--log \(path): \(error.message).")
        }
    }

    var middleware: Middleware<AppState, AppAction> {
        .logger { [file] in try? file.write(Array("\($0)\n".utf8)) }
    }
}
