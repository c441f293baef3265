/// The bytes that a terminal sends, as keys.
///
/// A sequence of a key without a meaning is left out, and an incomplete one waits for its rest.
struct TypedKeys {
    private var bytes: [UInt8] = []

    /// The sequences (CSI and SS3) of keys with a meaning, without the escape character.
    private static let sequences: [String: ScreenKey] = [
        "[C": .right, "OC": .right, "[D": .left, "OD": .left, "[H": .home, "OH": .home, "[1~": .home, "[7~": .home, "[F": .end, "OF": .end,
        "[4~": .end, "[8~": .end,
    ]

    /// Adds bytes that arrived, and returns the keys that they complete.
    mutating func add(_ more: [UInt8]) -> [ScreenKey] {
        bytes += more
        var keys: [ScreenKey] = []
        var rest = bytes[...]
        while let (key, count) = Self.first(of: rest) {
            if let key { keys.append(key) }
            rest = rest.dropFirst(count)
        }
        bytes = Array(rest)
        return keys
    }

    /// The key at the beginning of bytes, and its length; `nil` if it is not complete.
    private static func first(of rest: ArraySlice<UInt8>) -> (key: ScreenKey?, count: Int)? {
        guard let first = rest.first else { return nil }
        if first == 0x1B, let second = rest.dropFirst().first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") {
            guard let end = rest.prefix(16).dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return rest.count < 16 ? nil : (nil, 1)
            }
            return (sequences[String(decoding: rest[(rest.startIndex + 1)...end], as: UTF8.self)], end + 1 - rest.startIndex)
        }
        var decoder = UTF8()
        var source = rest.prefix(4).makeIterator()
        switch decoder.decode(&source) {
        case .scalarValue(let scalar): return (key(scalar), UTF8.width(scalar))
        case .error:
            let isIncomplete = rest.count < length(from: first) && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
            return isIncomplete ? nil : (nil, 1)
        case .emptyInput: return nil
        }
    }

    private static func key(_ scalar: Unicode.Scalar) -> ScreenKey? {
        switch scalar {
        case "\r", "\n": .enter
        case "\u{7F}", "\u{8}": .backspace
        case "\u{1B}": .escape
        case "\u{3}": .control("c")
        case "\u{4}": .control("d")
        default: scalar.value < 0x20 ? nil : .character(Character(scalar))
        }
    }

    /// How many bytes a character has that begins with a byte.
    private static func length(from first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF8: 4
        default: 1
        }
    }
}
