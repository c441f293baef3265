import RewindValue

/// Texts that are written as arrays of bytes or of the codes of their characters: they are masked as one.
enum CharacterCodes {
    /// Whether the elements of a type are bytes or the units of a text's encoding, and masked whatever they say.
    static func areUnits<T>(_ type: T.Type) -> Bool {
        type == UInt8.self || type == Int8.self || type == UInt16.self || type == UInt32.self
    }

    /// Whether elements of a type may be codes of characters: whether they are, their values tell.
    static func areIntegers<T>(_ type: T.Type) -> Bool {
        type == Int.self || type == Int64.self || type == Int32.self || type == Int16.self || type == UInt.self || type == UInt64.self
    }

    /// Fewer numbers are no text.
    private static let shortest = 8

    /// The bytes of a text whose characters' codes these are, at least half of them letters; `nil` if they are none.
    static func text(_ codes: some Collection<Int64>) -> [UInt8]? {
        guard codes.count >= shortest else { return nil }
        var bytes: [UInt8] = []
        var letters = 0
        for code in codes {
            guard let byte = UInt8(exactly: code), (0x20...0x7E).contains(byte) || (9...13).contains(byte) else { return nil }
            bytes.append(byte)
            if (byte | 0x20).isASCIILetter { letters += 1 }
        }
        return 2 * letters >= bytes.count ? bytes : nil
    }

    /// The same of an array as JSON.
    static func text(_ elements: [JSONValue]) -> [UInt8]? {
        guard elements.count >= shortest, case .number(.int) = elements[0] else { return nil }
        let codes = elements.compactMap { if case .number(.int(let code)) = $0 { code } else { nil } }
        return codes.count == elements.count ? text(codes) : nil
    }
}
