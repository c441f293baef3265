extension Dictionary {
    /// The given pairs; of a key that is there twice, the first value counts.
    ///
    /// `init(_:uniquingKeysWith:)` throws inside what a closure may throw, for which Embedded Swift has no existential.
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self = [:]
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }
}

extension UInt8 {
    /// Whether it is a letter from `a` to `z`.
    @inlinable package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    /// Whether it is a digit from `0` to `9`.
    @inlinable package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    /// Whether it is a hexadecimal digit.
    @inlinable package var isHexDigit: Bool { isASCIIDigit || (97...102).contains(self | 0x20) }
    /// Whether it is an ASCII letter of either case, or a digit.
    @inlinable package var isASCIIAlphanumeric: Bool { self < 0x80 && ((self | 0x20).isASCIILetter || isASCIIDigit) }
}

extension StringProtocol {
    /// Whether this text contains another one, without the module that has the standard library's search.
    package func contains(text: some StringProtocol) -> Bool { indices.contains { self[$0...].starts(with: text) } }
}
