/// The app's external dependencies: its server and its clock.
package struct World: Sendable {
    package var repository: any EpisodesRepository
    package var clock: any Clock<Duration>
    /// The pause in typing after which a search begins.
    package var debounce = Duration.milliseconds(300)
    package var splash = Duration.milliseconds(800)

    package init(repository: any EpisodesRepository, clock: any Clock<Duration>) {
        (self.repository, self.clock) = (repository, clock)
    }
}
