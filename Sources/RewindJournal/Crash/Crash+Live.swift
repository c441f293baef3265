import RewindCapture
package import RewindFormat
import RewindRedaction
import RewindSystem

/// Reads what the handler left in the directory of a dead process.
extension Crash {
    /// The crash recorded on the directory's crash page; `nil` if the page is empty.
    package init?(live source: some EntrySource) throws(RecordingError) {
        guard source.names.contains(CrashPage.fileName), let record = CrashRecord(try source.read(CrashPage.fileName)) else { return nil }
        let hasImages = source.names.contains(LoadedImages.fileName)
        self.init(
            // A signal that was sent, by this process or by another one, has the number of the sender where others have the address.
            signal: SignalName.name(record.signal), address: record.code > 0 ? record.address : nil,
            // The handler can't look for secrets in a thread's name. (Where texts are masked, it does not write the name.)
            thread: record.threadName.isEmpty ? nil : Redactor().redact(record.threadName, at: .appText),
            isInRecorder: record.isInRecorder, calls: record.frames,
            images: hasImages ? LoadedImages.images(try source.read(LoadedImages.fileName)) ?? [] : [])
        isSent = record.isSent
        time = record.time
    }
}
