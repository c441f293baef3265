/// A JSON number, exact to the last digit.
///
/// Every number has one representation, so equal numbers compare equal whatever text or Swift type they came from:
///
/// - ``int(_:)`` for every integer from `Int64.min` to `Int64.max`, also when it came from a `Double` (`1.0` is `.int(1)`);
/// - ``uint(_:)`` for larger integers up to `UInt64.max`;
/// - ``double(_:)`` for other numbers whose shortest decimal form is the number itself, and for negative zero;
/// - ``decimal(_:)`` for the rest: the digits as text, in canonical form.
///
/// Use the initialisers, which keep to that rule; the cases are there to switch over.
public enum JSONNumber: Sendable, Hashable {
    /// An integer that fits into 64 bits with a sign.
    case int(Int64)
    /// An integer above `Int64.max` that fits into 64 bits without a sign.
    case uint(UInt64)
    /// A finite number that is not a 64-bit integer, or negative zero.
    case double(Double)
    /// The canonical digits of a number that neither 64-bit integers nor `Double` hold exactly: `[-]d[.ddd…][e±x]`, without trailing zeros.
    case decimal(String)

    /// The number of an integer of any width.
    public init(_ value: some FixedWidthInteger) {
        if let int = Int64(exactly: value) {
            self = .int(int)
        } else if let uint = UInt64(exactly: value) {
            self = .uint(uint)
        } else {
            let digits = String(value)
            self = DecimalDigits(digits.utf8, scale: 0).number
        }
    }

    /// The number of a finite `Double`; `nil` for NaN and the infinities, for which JSON has no number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        // By conversion and comparison: `Int64(exactly:)` would call `trunc`, for which a program without Foundation links no library.
        if value.sign == .minus, value.isZero {
            self = .double(value)
        } else if value >= -0x1p63, value < 0x1p63, Double(Int64(value)) == value {
            self = .int(Int64(value))
        } else if value >= 0x1p63, value < 0x1p64 {
            self = .uint(UInt64(value))
        } else {
            self = .double(value)
        }
    }
}
