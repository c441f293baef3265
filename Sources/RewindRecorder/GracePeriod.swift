/// How long the end of the process may be delayed for states that are still waiting to be written.
///
/// The wait ends as soon as everything is written, and also when the recorder's thread makes no more progress. States that could not be
/// written are lost, and the recording names their steps.
///
/// ```swift
/// configuration.grace.exit = .seconds(2)      // a service that has to be gone quickly
/// ```
package struct GracePeriod: Sendable, Equatable {
    /// The limit for an exit: 5 s by default, 15 s in debug builds, where encoding takes many times as long.
    ///
    /// The wait ends early after a second without progress.
    package var exit: Duration
    /// The limit for a crash, in its signal handler: 2 s by default, 10 s in debug builds.
    ///
    /// The wait ends early after an eighth of this time without progress; at least a quarter of a second, at most a second. For the first
    /// state of each store, from which all later ones are told, it lasts up to twice this time, whether there is progress or not: a store of
    /// 100,000 rows may take a second or two.
    package var crash: Duration

    /// The defaults for this build.
    package init() {
        let isDebug = _isDebugAssertConfiguration()
        self.init(exit: .seconds(isDebug ? 15 : 5), crash: .seconds(isDebug ? 10 : 2))
    }

    /// Periods of these lengths; zero does not wait at all.
    package init(exit: Duration, crash: Duration) {
        self.exit = exit
        self.crash = crash
    }
}
