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
