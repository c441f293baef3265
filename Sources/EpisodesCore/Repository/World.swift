/// What the app needs from outside: its server and its clock.
package struct World: Sendable {
    package var repository: any EpisodesRepository
    package var clock: any Clock<Duration>
    /// How long the typing has to stop before a search begins.
    package var debounce = Duration.milliseconds(300)
    /// How long the splash screen stays.
    package var splash = Duration.milliseconds(800)

    package init(repository: any EpisodesRepository, clock: any Clock<Duration>) {
        (self.repository, self.clock) = (repository, clock)
    }
}
