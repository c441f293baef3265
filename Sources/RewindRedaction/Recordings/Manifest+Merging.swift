package import RewindFormat

extension Manifest {
    /// Takes over how much a part of this recording has of its app's data, and how often rules removed something.
    ///
    /// - Parameter combine: combines the counts of one rule.
    package mutating func mergeLevels(of parts: [Manifest], counts combine: (Int, Int) -> Int) {
        level = parts.leastMasked
        for part in parts { removals.merge(part.removals, uniquingKeysWith: combine) }
    }
}

extension [Manifest] {
    /// The level of a recording that is merged from these: that of the one with the most data; `nil` if one does not state its level.
    fileprivate var leastMasked: String? {
        let levels = compactMap { $0.recordedLevel }
        guard levels.count == count else { return nil }
        return [RedactionLevel.everything, .secrets, .masked].first { levels.contains($0) }?.rawValue
    }
}
