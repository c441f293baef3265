package import RewindFormat

extension Manifest {
    /// How much of the app's data is in the recording; `nil` if that is not stated, as when the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }
}
