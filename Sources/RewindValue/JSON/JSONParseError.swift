/// Why a text is not a JSON value, and where.
///
/// The error quotes nothing of the text except a duplicate key, because what a recording holds may be private.
package struct JSONParseError: Error, Sendable, Hashable, CustomStringConvertible {
    package var reason: Reason
    /// The position in bytes from the beginning, from zero.
    package var offset: Int
    /// The line, from one.
    package var line: Int
    /// The position in bytes from the beginning of the line, from one.
    package var column: Int

    /// What can be wrong with a JSON text.
    package enum Reason: Sendable, Hashable {
        /// The text ends inside a value.
        case unexpectedEnd(expected: String)
        /// A byte that may not appear there.
        case unexpectedByte(UInt8, expected: String)
        /// Something follows the value.
        case trailingContent
        /// A number that begins with a zero followed by other digits.
        case leadingZero
        /// A number whose exponent has more than nine digits.
        case exponentOutOfRange
        /// An unescaped control character in a string.
        case controlCharacter(UInt8)
        /// A backslash before something that can't be escaped.
        case invalidEscape
        /// One escaped half of a surrogate pair without the other.
        case loneSurrogate
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A key that appears twice in one object.
        case duplicateKey(String)
        /// Arrays and objects nested beyond the limit.
        case tooDeep(limit: Int)
    }

    /// The place, and what is wrong there.
    package var description: String { "line \(line), column \(column) (byte \(offset)): \(reason)" }
}

extension JSONParseError.Reason: CustomStringConvertible {
    /// What is wrong, in a few words.
    package var description: String {
        switch self {
        case .unexpectedEnd(let expected): "the text ends where \(expected) is expected"
        case .unexpectedByte(let byte, let expected): "\(Self.name(byte)) where \(expected) is expected"
        case .trailingContent: "something follows the value, where the text has to end"
        case .leadingZero: "a number that begins with 0 has no other digit before the point"
        case .exponentOutOfRange: "the number's exponent has more than nine digits"
        case .controlCharacter(let byte): "\(Self.name(byte)) in a string has to be escaped"
        case .invalidEscape: "no such escape in a string"
        case .loneSurrogate: "an escaped surrogate without its other half"
        case .invalidUTF8: "the bytes are no UTF-8"
        case .duplicateKey(let key): "the key \(JSONValue.string(key).jsonText) appears twice in one object"
        case .tooDeep(let limit): "arrays and objects are nested deeper than the limit of \(limit)"
        }
    }

    private static func name(_ byte: UInt8) -> String {
        (0x21...0x7e).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
