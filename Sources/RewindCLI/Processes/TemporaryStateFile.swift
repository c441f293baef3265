import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import SmallFoundation

/// A temporary file with a state as JSON, for commands that judge states; removed when the last reference is released.
final class TemporaryStateFile: Sendable {
    let path: String

    init() { path = FileManager.default.temporaryDirectory.appending(path: "rewind-state-\(UUID().uuidString).json").path }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ state: JSONValue) throws(RecordingError) { try FileSystem.replace(path, with: Array((state.jsonText + "\n").utf8)) }
}
