package import RewindFormat

extension Manifest {
    /// What makes recording states expensive, by store.
    package var slowWords: [String] { stores.flatMap { store in store.slow.map { "the states of \(store.name): \($0)" } } }
}
