package import RewindFormat

extension Manifest {
    /// How much of what the app held is in the recording; `nil` where it does not say, as where the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }

    /// Whether texts and long numbers in it are pseudonyms.
    package var isMasked: Bool { recordedLevel == .masked }
}

extension [Manifest] {
    /// The level of a recording that is made of these: that of the one that has most; `nil` if one does not say.
    package var leastMasked: String? {
        let levels = compactMap { $0.recordedLevel }
        guard levels.count == count else { return nil }
        return [RedactionLevel.everything, .secrets, .masked].first { levels.contains($0) }?.rawValue
    }
}
