package import RewindFormat
package import RewindValue

extension Manifest {
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
