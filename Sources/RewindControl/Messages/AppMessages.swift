/// `app.info`: which app this is, its stores, and what its endpoint has seen.
package struct GetAppInfo: ControlMethod {
    package static let name = "app.info"
    /// What comes back.
    package typealias Answer = AppInfo

    package init() {}
}

/// How a running app describes itself.
package struct AppInfo: Codable, Sendable, Equatable {
    /// The version of the protocol; this one is 1.
    package var version: Int
    /// The library that answers, by name and version.
    package var library: String
    /// The app's name.
    package var app: String
    package var process: Int
    /// The name of its recording, which no other recording has; `nil` if nothing is being recorded.
    package var recording: String?
    /// The recording's directory on the app's machine.
    package var directory: String?
    /// When the recording began, in nanoseconds since 1970.
    package var started: Int
    /// The last step so far.
    package var step: Int
    /// The level at which the app records.
    package var level: String
    /// Whether clients may ask for what the recording hides.
    package var reveals: Bool
    /// The stores that can be reached, in the order in which the recording has them.
    package var stores: [StoreInfo]
    package var counters: EndpointCounters

    /// Whether a client has paused a store, or replays a recording in it.
    package var isPaused: Bool { stores.contains { $0.lockedBy != nil } }

    package struct StoreInfo: Codable, Sendable, Equatable {
        /// The name that the recording knows it by.
        package var name: String
        package var state: String
        package var action: String
        /// The client whose replay has locked it; `nil` if none has.
        package var lockedBy: Int?

        package init(name: String, state: String, action: String, lockedBy: Int? = nil) {
            self.name = name
            self.state = state
            self.action = action
            self.lockedBy = lockedBy
        }
    }

    package init(
        version: Int, library: String, app: String, process: Int, recording: String?, directory: String?, started: Int, step: Int,
        level: String, reveals: Bool, stores: [StoreInfo], counters: EndpointCounters
    ) {
        self.version = version
        self.library = library
        self.app = app
        self.process = process
        self.recording = recording
        self.directory = directory
        self.started = started
        self.step = step
        self.level = level
        self.reveals = reveals
        self.stores = stores
        self.counters = counters
    }
}

/// What an endpoint has counted since it began.
package struct EndpointCounters: Codable, Sendable, Equatable {
    /// Connections that were accepted.
    package var connects = 0
    package var clients = 0
    /// Connections that were refused because there were too many.
    package var flooded = 0
    /// Connections refused for a wrong token.
    package var wrongTokens = 0
    /// Connections refused for their origin.
    package var foreignOrigins = 0
    /// Connections refused because what they sent was no WebSocket handshake, or because they took too long for it.
    package var badHandshakes = 0
    /// Frames and messages that the protocol does not allow; a frame ends its connection.
    package var malformed = 0
    /// Connections ended for a message above the size limit.
    package var oversized = 0
    /// Clients that no longer answered.
    package var lost = 0
    package var messages = 0
    /// Times that a client's messages came faster than allowed, and had to wait.
    package var throttled = 0
    /// Times that a client was told that it had missed something.
    package var skips = 0
    /// Times that the system had no file descriptor left for a new connection.
    package var exhausted = 0

    package init() {}
}
