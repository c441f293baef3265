package import RewindFormat

extension Manifest {
    /// How much of the app's data is in the recording; `nil` if that is not stated, as when the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }

    /// Whether its texts and long numbers are pseudonyms.
    package var isMasked: Bool { recordedLevel == .masked }
}

extension [Manifest] {
    /// The level of a recording that is merged from these: that of the one with the most data; `nil` if one does not state its level.
    package var leastMasked: String? {
        let levels = compactMap { $0.recordedLevel }
        guard levels.count == count else { return nil }
        return [RedactionLevel.everything, .secrets, .masked].first { levels.contains($0) }?.rawValue
    }
}
