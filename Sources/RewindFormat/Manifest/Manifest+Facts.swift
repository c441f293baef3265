extension Manifest {
    /// The members of ``app`` that identify the app, and not its user: they stay readable.
    package static let openAppFacts: Set = ["name", "version", "build", "channel", "language", "flags"]

    /// The members of ``device`` that identify the system, and not its user.
    package static let openDeviceFacts: Set = ["os", "model", "architecture"]
}
