import RewindCapture
package import RewindControl
import RewindFormat
import RewindJournal
public import RewindRecorder
import RewindSystem
import Synchronization

/// The place where a running app can be reached from outside: `rewind connect`, an editor, a test.
///
/// Off unless opened. `goLive(_:)` does all of this in one line for each store; an app that wants the address, or to say when the endpoint
/// closes, opens one itself and serves each store there:
///
/// ```swift
/// let endpoint = LiveEndpoint(recorder)
/// try await endpoint.open()
/// Task { await cart.serve(endpoint, as: "cart") }
/// Task { await profile.serve(endpoint, as: "profile") }
/// ```
///
/// Clients see what is recorded: while a client follows, an endpoint reads the recording's files, and otherwise it does nothing. It
/// therefore costs a dispatch nothing. Thread-safe.
public final class LiveEndpoint: Sendable {
    let hub: EndpointHub
    private let connections = ConnectionTasks()
    private let state = Mutex(State())

    private struct State {
        var accepting: Task<Void, Never>?
        var announcement: Announcement?
    }

    /// An endpoint that is not open yet.
    public init(_ recorder: Recorder, _ configuration: LiveConfiguration = LiveConfiguration()) {
        hub = EndpointHub(recorder, configuration)
    }

    deinit { state.withLock { $0.accepting }?.cancel() }

    package var counters: EndpointCounters { hub.info.counters }

    /// Waits until so many stores are served here, or the task is cancelled.
    package func untilServing(_ count: Int) async {
        let changes = hub.changes()
        if hub.info.stores.count >= count { return }
        for await _ in changes where hub.info.stores.count >= count { return }
    }

    /// Waits until so many stores of a recorder are live with this configuration, as one of them that serves nothing.
    package static func untilLive(_ count: Int, _ recorder: Recorder, _ configuration: LiveConfiguration) async throws {
        let endpoint = try await SharedEndpoints.join(recorder, configuration)
        await endpoint.untilServing(count)
        await SharedEndpoints.leave(endpoint)
    }

    /// Listens for clients, and returns the address.
    ///
    /// - Throws: ``LiveError`` if the address is taken or not one of this machine.
    @discardableResult
    public func open() async throws -> LiveAddress {
        let configuration = hub.configuration
        let listener = try await Listener(address: configuration.address, port: configuration.port, who: "the app")
        let address = LiveAddress(host: configuration.address, port: listener.port, token: hub.token)
        let info = hub.info
        let app = RunningApp(
            url: address.description, app: info.app, process: info.process, started: SystemFacts.wallNanoseconds(),
            directory: info.directory)
        // An app that can't be found is reached by its URL all the same.
        let announcement = configuration.isAnnounced ? (configuration.home ?? rewindHome()).flatMap { try? Announcement(app, in: $0) } : nil
        let accepting = Task { [hub, connections] in await Self.accept(on: listener, hub, connections) }
        state.withLock { state in (state.accepting, state.announcement) = (accepting, announcement) }
        if configuration.isPrinted { Self.announce(address, of: info, isFound: announcement != nil) }
        return address
    }

    /// Sends followers what is recorded so far, ends all connections, and accepts no more.
    ///
    /// Returns when that is done, after two seconds at most.
    public func close() async {
        let accepting = state.withLock { state in
            state.announcement = nil
            return state.accepting
        }
        accepting?.cancel()
        await accepting?.value
        hub.close()
        await connections.end(within: .seconds(2))
        hub.endStores()
    }

    /// Prints the app's address, and how to connect without showing the token to others who list the machine's processes.
    private static func announce(_ address: LiveAddress, of info: AppInfo, isFound: Bool) {
        var text = "rewind: \(info.app.isEmpty ? "the app" : info.app) is live: \(address)\n"
        if isFound { text += "rewind: to connect on this machine: rewind connect \(info.process)\n" }
        if !isFound || !address.isLoopback {
            let place = isFound ? " from another one" : ""
            text += "rewind: to connect\(place): rewind connect \(address.withoutToken), which asks for the token\n"
        }
        if !address.isLoopback {
            text +=
                "rewind: warning: other machines can connect to \(address.authority); anyone with this URL can read and change the app's "
                + "state, and the connection is not encrypted\n"
        }
        _ = StandardStream.error.write(text.utf8)
    }

    /// Accepts connections until the task is cancelled.
    private static func accept(on listener: Listener, _ hub: EndpointHub, _ connections: ConnectionTasks) async {
        await listener.accept(exhausted: { hub.count(\.exhausted) }) { wire in
            hub.count(\.connects)
            // In a flood, most connections are gone by the time that they are accepted.
            while !wire.hasEnded, hub.isFull { try await Task.sleep(for: .milliseconds(2)) }
            if !wire.hasEnded, hub.admit(wire) { connections.start { await ClientConnection.serve(wire, hub) } } else { wire.close() }
        }
    }
}
