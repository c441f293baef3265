import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// A store's buffers for its actions: actions are encoded and scanned there, and written from there into the journal.
///
/// One thread at a time takes them. A caller that finds them taken (a store whose order is not serial, an `encode(to:)` that dispatches)
/// takes another path.
final class ActionBuffers: Sendable {
    private let isLocked = Atomic(false)
    nonisolated(unsafe) private let bytes: ActionBytes  // only the thread that took the buffers touches them
    /// The member of each line that names the store.
    private let storeMember: [UInt8]

    init(form: RecordedForm, store: String) {
        bytes = ActionBytes(form)
        storeMember = ActionLine.storeMember(store)
    }

    /// Calls a closure with an action's line, if no rule removes anything from the action and it is small enough to be written ahead.
    ///
    /// That holds for nearly every action, and takes a fraction of the time of ``ActionCapture/line(of:store:cause:site:)``, which the
    /// caller has to use otherwise.
    ///
    /// - Returns: the closure's result; also `nil` if the closure was not called.
    @inline(__always)
    func write<Action, Result>(
        _ action: Action, cause: RecordedCause, site: @autoclosure () -> String?, _ body: (ActionLine.Plain) -> Result?
    ) -> Result? {
        if isLocked.exchange(true, ordering: .acquiring) { return nil }
        defer { isLocked.store(false, ordering: .releasing) }
        guard bytes.encode(action) else { return nil }
        return storeMember.withUnsafeBufferPointer { store in
            let line = ActionLine.Plain(
                type: bytes.type, action: bytes.value, store: store, cause: cause.step, effect: cause.effect, site: site())
            return line.byteCount <= ActionLine.writeAheadLimit ? body(line) : nil
        }
    }
}
