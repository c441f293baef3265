import RewindValue

extension Manifest {
    /// The app's name, if the manifest has one.
    package var appName: String? { app["name"]?.string }

    /// The app's version, if the manifest has one.
    package var appVersion: String? { app["version"]?.string }

    /// Whether a tool made the recording from others, rather than an app by running; words and files added in place do not change that.
    package var isDerived: Bool { derived ?? !edits.isEmpty }
}
