import RewindValue

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that we encode ourselves instead of asking its `encode(to:)`: what Foundation's coder treats specially, and the standard
/// library's containers.
protocol DirectlyEncoded: Encodable {
    func encoded(at path: CodingPath) throws -> JSONValue

    /// Writes the value into the bytes of an encoding, under the given step.
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws

    /// Whether values of the type have no parts.
    static var isLeaf: Bool { get }

    /// The value one level down.
    func opened(at path: CodingPath) throws -> EncodedPart

    /// The value as it is now, where parts of it may change later.
    func frozen(at path: CodingPath) throws -> EncodedPart

    /// Adds the changes between two values to the differ, by parts where the type has some.
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws
}

extension DirectlyEncoded {
    static var isLeaf: Bool { true }

    func opened(at path: CodingPath) throws -> EncodedPart { .value(try encoded(at: path)) }

    func frozen(at path: CodingPath) throws -> EncodedPart { .value(try JSONValue(encoding: self, at: path)) }

    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        try differ.compare(.value(old.encoded(at: path)), .value(new.encoded(at: path)), at: path)
    }

    // Callers found `Self` in the plan of `T`, so both are one type and the casts change nothing.

    static func encode<T>(_ value: T, at path: CodingPath) throws -> JSONValue {
        try unsafeBitCast(value, to: Self.self).encoded(at: path)
    }

    static func open<T>(_ value: T, at path: CodingPath) throws -> EncodedPart {
        try unsafeBitCast(value, to: Self.self).opened(at: path)
    }

    static func freeze<T>(_ value: T, at path: CodingPath) throws -> EncodedPart {
        try unsafeBitCast(value, to: Self.self).frozen(at: path)
    }

    static func compare<T>(same old: T, _ new: T, with differ: Differ, at path: CodingPath) throws {
        try compare(unsafeBitCast(old, to: Self.self), unsafeBitCast(new, to: Self.self), with: differ, at: path)
    }
}

extension JSONValue: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { path.written(self) }
}

extension Bool: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .bool(self) }
}

extension String: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .string(path.written(self)) }
}

extension Double: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { path.written(JSONValue(self)) }
}

extension Float: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { path.written(JSONValue(self)) }
}

extension FixedWidthInteger where Self: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .number(path.written(JSONNumber(self))) }
}

extension Int: DirectlyEncoded {}
extension Int8: DirectlyEncoded {}
extension Int16: DirectlyEncoded {}
extension Int32: DirectlyEncoded {}
extension Int64: DirectlyEncoded {}
extension Int128: DirectlyEncoded {}
extension UInt: DirectlyEncoded {}
extension UInt8: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .number(path.written(byte: self)) }
}
extension UInt16: DirectlyEncoded {}
extension UInt32: DirectlyEncoded {}
extension UInt64: DirectlyEncoded {}
extension UInt128: DirectlyEncoded {}

extension Date: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { path.written(JSONValue(timeIntervalSinceReferenceDate)) }
}

extension Data: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .string(base64(at: path)) }

    /// The bytes as Base64, as they are recorded.
    func base64(at path: CodingPath) -> String {
        if path.isOpen { return base64EncodedString() }
        let bytes = Array(self)
        let written = path.written(bytes, as: [.string(base64EncodedString())])
        // If the bytes stay as they are, at least text in the shape of a secret is removed.
        return written == bytes ? path.written(base64EncodedString()) : Data(written).base64EncodedString()
    }
}

extension URL: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue { .string(written(at: path)) }

    /// What is recorded: the pseudonym, or another URL if the pseudonym is not one, as that of an address or of escaped text may be.
    func written(at path: CodingPath) -> String {
        let written = path.written(absoluteString)
        if isURLWhateverItsLetters || written.isIdentical(to: absoluteString) || URL(string: written)?.absoluteString == written {
            return written
        }
        return "masked:" + written.utf8.map { $0.isASCIIAlphanumeric ? String(Unicode.Scalar($0)) : "-" }.joined()
    }

    /// Whether it stays a URL with other letters and digits: these matter only after a percent sign and in an address in brackets.
    var isURLWhateverItsLetters: Bool {
        absoluteString.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "[") }
    }
}

extension TimeZone: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue {
        // A pseudonym would be the name of no zone, and would not decode.
        let written = path.appending(.key(PathKey(stringValue: "identifier"))).written(identifier)
        var object: JSONObject = ["identifier": .string(written.isIdentical(to: identifier) ? written : "GMT")]
        if self == .autoupdatingCurrent { object["autoupdating"] = true }
        return .object(object)
    }
}

extension Duration: DirectlyEncoded {
    static var isLeaf: Bool { false }

    /// The two words of its attoseconds, as its own `encode(to:)` writes them.
    func encoded(at path: CodingPath) -> JSONValue {
        let count = attoseconds
        return [
            .number(path.index(0).written(JSONNumber(Int64(truncatingIfNeeded: count >> 64)))),
            .number(path.index(1).written(JSONNumber(UInt64(truncatingIfNeeded: count)))),
        ]
    }

    /// As a whole: one word alone may look like the number of a card.
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) {
        if old != new { differ.output.put(.replace, new.encoded(at: path), at: path) }
    }
}

extension Decimal: DirectlyEncoded {
    func encoded(at path: CodingPath) throws -> JSONValue {
        if isNaN { return JSONValue(Double.nan) }
        guard let number = JSONNumber(literal: description) else {
            throw EncodingError.invalidValue(self, .init(codingPath: path.keys, debugDescription: "The decimal \(self) is not a number."))
        }
        return .number(path.written(number))
    }
}
