import RewindFormat
import RewindJournal
import RewindSystem

extension FileWatch {
    /// Begins to watch; its refusals are a recording's errors.
    convenience init(watching path: String, onChange: @escaping @Sendable () -> Void) throws(RecordingError) {
        do throws(SystemError) { try self.init(path, onChange: onChange) } catch { throw RecordingError(error) }
    }
}
