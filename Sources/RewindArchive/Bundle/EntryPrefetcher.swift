import Dispatch
import RewindFormat
import Synchronization

/// Loads the parts of a bundle on a separate thread, one ahead of the caller.
///
/// At most two parts are in memory: the one being used, and the one that waits or is being loaded.
final class EntryPrefetcher: Sendable {
    private struct State {
        var loaded: Result<[UInt8], RecordingError>?
        var isGivenUp = false
    }

    private let state = Mutex(State())
    // Both start at zero, because a semaphore must not be released with a value below its initial one.
    private let freeSlot = DispatchSemaphore(value: 0)
    private let loadedPart = DispatchSemaphore(value: 0)

    private init() { freeSlot.signal() }

    /// Loads the parts in order and passes each to the caller's thread; stops at the first error on either thread.
    ///
    /// One thread loads the parts one after the other, and has finished when this returns.
    ///
    /// - Parameter threads: 1 to load the parts on the caller's thread instead.
    static func load(
        _ parts: [BundleContents.EntryContent], threads: Int, _ body: (BundleContents.EntryContent, [UInt8]) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        if threads < 2 {
            for part in parts { try body(part, part.load()) }
            return
        }
        let ahead = EntryPrefetcher()
        let loading = DispatchGroup()
        // Only the loading thread calls them before this function returns, so they need not be thread-safe.
        nonisolated(unsafe) let loads = parts.map(\.load)
        DispatchQueue(label: "rewind.parts").async(group: loading) { ahead.run(loads) }
        defer {
            ahead.giveUp()
            loading.wait()
        }
        for part in parts { try body(part, try ahead.next()) }
    }

    private func run(_ loads: [() throws(RecordingError) -> [UInt8]]) {
        for load in loads {
            freeSlot.wait()
            if state.withLock({ $0.isGivenUp }) { return }
            let loaded = Result { () throws(RecordingError) in try load() }
            state.withLock { $0.loaded = loaded }
            loadedPart.signal()
        }
    }

    private func next() throws(RecordingError) -> [UInt8] {
        loadedPart.wait()
        let loaded = state.withLock { state in
            defer { state.loaded = nil }
            return state.loaded
        }
        freeSlot.signal()
        return try loaded?.get() ?? []
    }

    private func giveUp() {
        state.withLock { $0.isGivenUp = true }
        freeSlot.signal()
    }
}
