extension Manifest {
    /// The members of ``app`` that say which app it was, and nothing of who used it: they stay readable.
    package static let openAppFacts: Set = ["name", "version", "build", "channel", "language", "flags"]

    /// The members of ``device`` that say which system it was, and nothing of who used it.
    package static let openDeviceFacts: Set = ["os", "model", "architecture"]
}
