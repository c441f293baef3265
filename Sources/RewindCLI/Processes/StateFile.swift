import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary file with a state as JSON, for the commands that judge states; removed with the value's owner.
final class StateFile {
    /// Where it is.
    let path: String

    init() { path = FileManager.default.temporaryDirectory.appending(path: "rewind-state-\(UUID().uuidString).json").path }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Puts a state into it.
    func write(_ state: JSONValue) throws(RecordingError) { try FileSystem.replace(path, with: Array((state.jsonText + "\n").utf8)) }
}
