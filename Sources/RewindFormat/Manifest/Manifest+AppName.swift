import RewindValue

extension Manifest {
    /// The app's name, where it told one.
    package var appName: String? { app["name"]?.string }
}
