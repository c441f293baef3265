/// How an app can be reached from outside.
public struct LiveConfiguration: Sendable, Equatable {
    /// The address to listen on, in numbers.
    ///
    /// By default only this machine can connect. With another address, anyone who can reach the machine and has the URL can read and change
    /// the app's state, over a connection that is not encrypted; the endpoint then prints a warning.
    public var address = "127.0.0.1"
    /// The port; 0 for any that is free.
    public var port: UInt16 = 0
    /// The token that clients need; by default 32 unguessable bytes, made anew each time.
    public var token: String?
    /// Web pages that may connect, such as `http://localhost:8080`; by default no page may.
    public var origins: [String] = []
    /// Whether clients may read unrecorded values, and set them.
    public var reveals = false
    /// Whether `rewind connect` finds the app without its URL, if the same user calls it on the same machine.
    public var isAnnounced = true
    /// The directory in which it is announced; `nil` for the user's.
    package var home: String?
    /// Whether to print the URL, and why a store is no longer live, to standard error.
    public var isPrinted = true
    /// What clients may use.
    package var limits = LiveLimits()

    /// This machine only, any port, a new token.
    public init() {}
}

/// Bounds on what clients of an endpoint may use, so that they can't harm the app.
package struct LiveLimits: Sendable, Equatable {
    package var clients = 8
    /// Connections at a time that have not shown the token yet; of more, the oldest is closed, so that others can't keep a client out.
    package var handshakes = 32
    /// How long a connection may take to show the token.
    package var handshakeTime: Duration = .seconds(5)
    /// How long a connection has for that at least, however many others wait in the system.
    package var handshakeGrace: Duration = .milliseconds(100)
    /// Bytes of one message of a client, and of all its requests that wait.
    package var messageBytes = 32 << 20
    /// Requests of a client that wait for their turn.
    package var waitingRequests = 64
    /// Messages of a client in a second; more have to wait.
    package var messagesPerSecond = 1_000
    /// How often a client is pinged; after two pings without an answer, it is gone.
    package var pingInterval: Duration = .seconds(15)
    /// How many bytes a client may fall behind the recording; then it misses steps, and is notified.
    package var lagBytes = 64 << 20
    /// Bytes of lines in one message, about.
    package var chunkBytes = 256 << 10

    package init() {}
}
