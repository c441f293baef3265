/// How long the end of the process may be held up for states that still wait to be written.
///
/// It is never held up for nothing: whoever waits goes on as soon as all is written, and also when the recorder's thread does not get on any more. What could
/// not be written is lost, and the recording says of which steps.
///
/// ```swift
/// configuration.grace.exit = .seconds(2)      // a service that has to be gone quickly
/// ```
public struct GracePeriod: Sendable, Equatable {
    /// For an exit: 5 s by default, 15 s in debug builds, where encoding takes many times as long.
    ///
    /// A second without progress ends it.
    public var exit: Duration
    /// For a crash, in its signal handler: 2 s by default, 10 s in debug builds.
    ///
    /// An eighth of it without progress ends it; a quarter of a second at least, a second at most.
    public var crash: Duration

    /// The default for this build.
    public init() {
        let isDebug = _isDebugAssertConfiguration()
        self.init(exit: .seconds(isDebug ? 15 : 5), crash: .seconds(isDebug ? 10 : 2))
    }

    /// So long at most; zero waits for nothing.
    public init(exit: Duration, crash: Duration) {
        self.exit = exit
        self.crash = crash
    }
}
