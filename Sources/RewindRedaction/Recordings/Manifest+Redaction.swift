package import RewindFormat
package import RewindValue

extension Manifest {
    /// How much of the app's data is in the recording; `nil` if that is not stated, as when the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }

    /// Takes over how much a part of this recording has of its app's data, and how often rules removed something.
    ///
    /// - Parameter combine: combines the counts of one rule.
    package mutating func mergeLevels(of parts: [Manifest], counts combine: (Int, Int) -> Int) {
        level = parts.leastMasked
        for part in parts { removals.merge(part.removals, uniquingKeysWith: combine) }
    }

    /// The places in an action where the recording hides something: texts and long numbers, if it is masked.
    package func hiddenPlaces(of line: ActionLine) -> [JSONPointer] {
        line.redacted + (hidesTexts ? (line.action ?? .null).pseudonyms(at: .root) : [])
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

extension JSONValue {
    /// The places of texts and long numbers.
    fileprivate func pseudonyms(at place: JSONPointer) -> [JSONPointer] {
        switch self {
        case .null, .bool: []
        case .string(let text): text.isEmpty ? [] : [place]
        case .number(let number): number.text.count(where: \.isNumber) > Masker.digitLimit ? [place] : []
        case .array(let elements): elements.enumerated().flatMap { $1.pseudonyms(at: place.appending(String($0))) }
        case .object(let object): object.flatMap { $1.pseudonyms(at: place.appending($0)) }
        }
    }
}
