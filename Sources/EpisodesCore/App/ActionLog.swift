import ArgumentParser
import RewindFormat
import RewindMiddleware
import RewindStore
import RewindSystem
import RewindValue

/// Writes each action to a file, with its changes.
struct ActionLog: Sendable {
    private let file: File
    private let level: RedactionLevel

    /// Opens a file for appending; throws if that fails.
    init(path: String, level: RedactionLevel) throws {
        self.level = level
        do throws(RecordingError) {
            file = try File(opening: path, .append)
        } catch {
            throw ValidationError("--log \(path): \(error.message).")
        }
    }

    var middleware: Middleware<AppState, AppAction> {
        .logger(level: level) { [file] in try? file.write(Array("\($0)\n".utf8)) }
    }
}
