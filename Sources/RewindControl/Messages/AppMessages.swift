/// `app.info`: which app this is, its stores, and what its endpoint has seen.
public struct GetAppInfo: ControlMethod {
    /// `app.info`.
    public static let name = "app.info"
    /// What comes back.
    public typealias Answer = AppInfo

    /// It takes no parameters.
    public init() {}
}

/// How a running app describes itself.
public struct AppInfo: Codable, Sendable, Equatable {
    /// The version of the protocol; this one is 1.
    public var version: Int
    /// The library that answers, by name and version.
    public var library: String
    /// The app's name.
    public var app: String
    /// The number of its process.
    public var process: Int
    /// The name of its recording, which no other recording has; `nil` if nothing is being recorded.
    public var recording: String?
    /// The recording's directory on the app's machine.
    public var directory: String?
    /// When the recording began, in nanoseconds since 1970.
    public var started: Int
    /// The last step so far.
    public var step: Int
    /// How much is recorded: a `RedactionLevel`.
    public var level: String
    /// Whether clients may ask for what redaction removes.
    public var reveals: Bool
    /// The stores that can be reached, in the order in which the recording has them.
    public var stores: [StoreInfo]
    /// What the endpoint has counted.
    public var counters: EndpointCounters

    /// Whether a client has paused a store, or replays a recording in it.
    package var isPaused: Bool { stores.contains { $0.lockedBy != nil } }

    /// A store of the app.
    public struct StoreInfo: Codable, Sendable, Equatable {
        /// The name that the recording knows it by.
        public var name: String
        /// The type of its state.
        public var state: String
        /// The type of its actions.
        public var action: String
        /// The client whose replay has locked it; `nil` if none has.
        public var lockedBy: Int?

        /// A store of those types.
        public init(name: String, state: String, action: String, lockedBy: Int? = nil) {
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
public struct EndpointCounters: Codable, Sendable, Equatable {
    /// Connections that were accepted.
    public var connects = 0
    /// Clients that are connected.
    public var clients = 0
    /// Connections that were refused because there were too many.
    public var flooded = 0
    /// Connections refused for a wrong token.
    public var wrongTokens = 0
    /// Connections refused for their origin.
    public var foreignOrigins = 0
    /// Connections refused because what they sent was no WebSocket handshake, or because they took too long for it.
    public var badHandshakes = 0
    /// Frames and messages that the protocol does not allow; a frame ends its connection.
    public var malformed = 0
    /// Connections ended for a message above the size limit.
    public var oversized = 0
    /// Clients that no longer answered.
    public var lost = 0
    /// Messages received.
    public var messages = 0
    /// Times that a client's messages came faster than allowed, and had to wait.
    public var throttled = 0
    /// Times that a client was told that it had missed something.
    public var skips = 0
    /// Times that the system had no file descriptor left for a new connection.
    public var exhausted = 0

    /// Counters at zero.
    public init() {}
}
