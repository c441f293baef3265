import Dispatch
import RewindFormat
import Synchronization

/// Loads the parts of a bundle on a thread of its own, the next one while somebody is busy with the one before.
///
/// At any time there are two in memory: the one that was taken, and the one that waits or is being made.
final class PartsAhead: Sendable {
    private struct State {
        var loaded: Result<[UInt8], RecordingError>?
        var isGivenUp = false
    }

    private let state = Mutex(State())
    // Both from zero: a semaphore must not go with less than it began with.
    private let isFree = DispatchSemaphore(value: 0)
    private let isLoaded = DispatchSemaphore(value: 0)

    private init() { isFree.signal() }

    /// Loads each part in order and passes it on, on the caller's thread; ends at the first error of either.
    ///
    /// The parts are loaded one after the other, by one thread, which is through with them when this returns.
    ///
    /// - Parameter threads: 1 to load them on the caller's thread instead.
    static func load(
        _ parts: [BundleContents.EntryContent], threads: Int, _ take: (BundleContents.EntryContent, [UInt8]) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        if threads < 2 {
            for part in parts { try take(part, part.load()) }
            return
        }
        let ahead = PartsAhead()
        let loading = DispatchGroup()
        // Nobody but the loading thread calls them before this function returns: what is right for one thread is right here.
        nonisolated(unsafe) let loads = parts.map(\.load)
        DispatchQueue(label: "rewind.parts").async(group: loading) { ahead.run(loads) }
        defer {
            ahead.giveUp()
            loading.wait()
        }
        for part in parts { try take(part, try ahead.next()) }
    }

    private func run(_ loads: [() throws(RecordingError) -> [UInt8]]) {
        for load in loads {
            isFree.wait()
            if state.withLock({ $0.isGivenUp }) { return }
            let loaded = Result { () throws(RecordingError) in try load() }
            state.withLock { $0.loaded = loaded }
            isLoaded.signal()
        }
    }

    private func next() throws(RecordingError) -> [UInt8] {
        isLoaded.wait()
        let loaded = state.withLock { state in
            defer { state.loaded = nil }
            return state.loaded
        }
        isFree.signal()
        return try loaded?.get() ?? []
    }

    private func giveUp() {
        state.withLock { $0.isGivenUp = true }
        isFree.signal()
    }
}
