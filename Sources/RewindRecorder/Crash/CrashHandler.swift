import CRewindCrash
import RewindFormat
import RewindJournal
import RewindSystem
import Synchronization

/// One recording's part in the process's crash handler, which is C (`CRewindCrash`) and runs in the moment of the crash.
///
/// From here on, a trap, an abort, a stack overflow or an uncaught signal is written into the recording's crash page: signal, address,
/// thread, backtrace. A handler installed earlier is called afterwards, and the process ends as it would have ended without us.
final class CrashHandler: Sendable {
    // The handler writes into these two until `stop()`.
    private let page: CrashPage
    private let status: StatusPage
    private let slot: Int32
    private let isStopped = Atomic<Bool>(false)

    /// - Parameters:
    ///   - grace: how long the end of the process may wait for the writer.
    ///   - namesThings: whether the name of the thread that crashes may be written as it is, any address that could not be used, and the
    ///     folders of programs and libraries.
    init(directory: LiveDirectory, status: StatusPage, grace: Duration, namesThings: Bool) throws(RecordingError) {
        self.status = status
        page = try CrashPage(creating: directory.file(CrashPage.fileName))
        try FileSystem.replace(directory.file(LoadedImages.fileName), with: LoadedImages.bytes(namesFolders: namesThings))
        slot = rewind_crash_register(
            page.page, status.address, directory.lockDescriptor, UInt32(clamping: grace.nanoseconds / 1_000_000), namesThings)
    }

    deinit { stop() }

    /// Recreates the handler's files if they were removed; the handler goes on writing to the same memory.
    ///
    /// - Returns: whether any was missing.
    func restore(in directory: LiveDirectory, namesThings: Bool) throws(RecordingError) -> Bool {
        let images = directory.file(LoadedImages.fileName)
        let isMissing = FileSystem.kind(of: images) == nil
        if isMissing { try FileSystem.replace(images, with: LoadedImages.bytes(namesFolders: namesThings)) }
        return try page.restore(at: directory.file(CrashPage.fileName)) || isMissing
    }

    /// Whether a signal is ending the process, and the writer has its last moments.
    var isUnderWay: Bool { rewind_crash_is_under_way() }

    /// Gives the calling thread a stack of its own for the handler, once; a check of one thread-local flag afterwards.
    func prepareThread() { rewind_crash_prepare_thread() }

    /// Unregisters the recording: a later crash is not written to it.
    func stop() {
        if !isStopped.exchange(true, ordering: .relaxed) { rewind_crash_unregister(slot) }
    }
}
