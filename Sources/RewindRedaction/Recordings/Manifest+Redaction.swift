package import RewindFormat
package import RewindValue

extension Manifest {
    /// How much of the app's data is in the recording; `nil` if that is not stated, as when the manifest is lost.
    package var recordedLevel: RedactionLevel? { level.flatMap(RedactionLevel.init(rawValue:)) }

    /// Takes over how often rules removed something from parts of this recording, and the level of the one with the most data; none if one
    /// does not state its level.
    ///
    /// - Parameter combine: combines the counts of one rule.
    package mutating func mergeLevels(of parts: [Manifest], counts combine: (Int, Int) -> Int) {
        let levels = parts.map(\.recordedLevel)
        level = levels.contains(nil) ? nil : [RedactionLevel.everything, .secrets, .masked].first { levels.contains($0) }?.rawValue
        for part in parts { removals.merge(part.removals, uniquingKeysWith: combine) }
    }

    /// The places in an action where the recording hides something: texts and long numbers, if it is masked.
    package func hiddenPlaces(of line: ActionLine) -> [JSONPointer] {
        line.redacted + (hidesTexts ? (line.action ?? .null).pseudonyms(at: .root) : [])
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
