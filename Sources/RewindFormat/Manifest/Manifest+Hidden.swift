package import RewindValue

extension Manifest {
    /// Takes over how often rules removed something from parts of this recording, and the level of the one with the most data; none if one
    /// does not state its level.
    ///
    /// - Parameter combine: combines the counts of one rule.
    package mutating func mergeLevels(of parts: [Manifest], counts combine: (Int, Int) -> Int) {
        let levels = parts.map { $0.level }
        level = levels.contains(nil) ? nil : ["everything", "secrets", "masked"].first { levels.contains($0) }
        for (rule, count) in parts.flatMap({ $0.removals }) { removals[rule] = removals[rule].map { combine($0, count) } ?? count }
    }

    /// The places in an action where the recording hides something: texts and long numbers, if it is masked.
    package func hiddenPlaces(of line: ActionLine) -> [JSONPointer] {
        line.redacted + (hidesTexts ? (line.action ?? .null).pseudonyms(at: .root) : [])
    }
}

extension JSONNumber {
    /// Numbers with at most this many digits are recorded as they are, also where texts are masked.
    package static let digitLimit = 6

    /// Whether a masked recording has a pseudonym in its place.
    package var isMaskable: Bool { text.count { $0.isNumber } > Self.digitLimit }
}

extension String {
    /// Whether a key is that of a case's value without a label: `_0`.
    package var isPayloadKey: Bool {
        utf8.first == UInt8(ascii: "_") && (2...3).contains(utf8.count) && utf8.dropFirst().allSatisfy { $0.isASCIIDigit }
    }

    /// The kinds of the characters, by which two pseudonyms of masked texts may match: in a token, each letter, digit and joiner may be any
    /// other.
    package var maskShape: [UInt8] {
        utf8.map { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                UInt8(ascii: "a")
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "_"): UInt8(ascii: "a")
            case 0x21...0x7E: UInt8(ascii: ".")
            case 0x80...0xBF: 0x80
            // A Han character is replaced by one with another first byte.
            case 0xC0...0xDF: 0xC0
            case 0xE0...0xEF: 0xE0
            case 0xF0...: 0xF0
            default: byte
            }
        }
    }
}

extension JSONValue {
    /// The places of texts and long numbers.
    fileprivate func pseudonyms(at place: JSONPointer) -> [JSONPointer] {
        switch self {
        case .null, .bool: []
        case .string(let text): text.isEmpty ? [] : [place]
        case .number(let number): number.isMaskable ? [place] : []
        case .array(let elements): elements.enumerated().flatMap { $1.pseudonyms(at: place.appending(String($0))) }
        case .object(let object): object.flatMap { $1.pseudonyms(at: place.appending($0)) }
        }
    }
}
