import RewindFormat

extension [Manifest] {
    /// The level of a recording that is made of these: that of the one that has most; `nil` if one does not say.
    package var leastMasked: String? {
        let levels = compactMap { $0.level.flatMap(RedactionLevel.init(rawValue:)) }
        guard levels.count == count else { return nil }
        return [RedactionLevel.everything, .secrets, .masked].first { levels.contains($0) }?.rawValue
    }
}
