import RewindRecorder
import Synchronization

/// The endpoints that stores went live at: those of one recorder with one configuration share an endpoint.
///
/// The first store opens it, and it closes with the last.
enum SharedEndpoints {
    private struct Shared {
        let endpoint: LiveEndpoint
        let opening: Task<Void, any Error>
        var stores = 0
    }

    private static let all = Mutex<[Shared]>([])

    /// The endpoint for one more store, open; the caller gives it back with ``leave(_:)``.
    ///
    /// - Throws: ``LiveError`` if it can't listen.
    static func join(_ recorder: Recorder, _ configuration: LiveConfiguration) async throws -> LiveEndpoint {
        let (endpoint, opening) = all.withLock { all in
            let place = all.firstIndex { $0.endpoint.hub.recorder === recorder && $0.endpoint.hub.configuration == configuration }
            if place == nil {
                let endpoint = LiveEndpoint(recorder, configuration)
                all.append(Shared(endpoint: endpoint, opening: Task { _ = try await endpoint.open() }))
            }
            let index = place ?? all.count - 1
            all[index].stores += 1
            return (all[index].endpoint, all[index].opening)
        }
        do {
            try await opening.value
        } catch {
            await leave(endpoint)
            throw error
        }
        return endpoint
    }

    /// Closes an endpoint, unless another store is there still.
    static func leave(_ endpoint: LiveEndpoint) async {
        let isLast = all.withLock { all in
            guard let place = all.firstIndex(where: { $0.endpoint === endpoint }) else { return false }
            all[place].stores -= 1
            if all[place].stores > 0 { return false }
            all.remove(at: place)
            return true
        }
        if isLast { await endpoint.close() }
    }
}
