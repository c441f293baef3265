import RewindValue
import SmallFoundation

/// A type that we encode ourselves instead of asking its `encode(to:)`: what Foundation's coder treats specially, and the standard
/// library's containers.
///
/// A type without parts is an ``EncodedLeaf``; the others write themselves both as a value and as bytes, since their parts do.
protocol DirectlyEncoded: Encodable {
    func encoded(at path: CodingPath) throws -> JSONValue

    /// Writes the value into the bytes of an encoding, under the given step.
    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws

    /// Whether values of the type have no parts.
    static var isLeaf: Bool { get }
}

extension DirectlyEncoded {
    static var isLeaf: Bool { true }

    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        encoding.write(recorded: try encoded(at: encoding.path(to: step())))
    }

    // Callers found `Self` in the plan of `T`, so both are one type and the casts change nothing.

    static func encode<T>(_ value: T, at path: CodingPath) throws -> JSONValue {
        try unsafeBitCast(value, to: Self.self).encoded(at: path)
    }

    static func write<T>(_ value: T, to encoding: ByteEncoding, at step: () -> CodingPath.Step) throws {
        try unsafeBitCast(value, to: Self.self).write(to: encoding, at: step)
    }
}

/// A value without parts: a text, a number, or another value that is encoded as a whole.
protocol EncodedLeaf: DirectlyEncoded {
    /// The value where nothing is masked.
    var json: JSONValue { get }

    /// The value where texts and numbers are masked; `nil` if it is masked as any text or number is.
    func customMasked(at path: () -> CodingPath) -> JSONValue?
}

extension EncodedLeaf {
    func customMasked(at path: () -> CodingPath) -> JSONValue? { nil }

    func encoded(at path: CodingPath) -> JSONValue {
        if !path.isOpen, let masked = customMasked(at: { path }) { return masked }
        return path.written(json)
    }

    func write(to encoding: ByteEncoding, at step: () -> CodingPath.Step) {
        if !encoding.isOpen, let masked = customMasked(at: { encoding.path(to: step()) }) { return encoding.write(recorded: masked) }
        encoding.write(leaf: json)
    }
}

extension JSONValue: EncodedLeaf {
    var json: JSONValue { self }

    func customMasked(at path: () -> CodingPath) -> JSONValue? { path().written(self) }
}

extension Bool: EncodedLeaf {
    var json: JSONValue { .bool(self) }
}

extension String: EncodedLeaf {
    var json: JSONValue { .string(self) }
}

extension Double: EncodedLeaf {
    var json: JSONValue { JSONValue(self) }
}

extension Float: EncodedLeaf {
    var json: JSONValue { JSONValue(self) }
}

extension FixedWidthInteger where Self: EncodedLeaf {
    var json: JSONValue { .number(JSONNumber(self)) }
}

extension Int: EncodedLeaf {}
extension Int8: EncodedLeaf {}
extension Int16: EncodedLeaf {}
extension Int32: EncodedLeaf {}
extension Int64: EncodedLeaf {}
extension Int128: EncodedLeaf {}
extension UInt: EncodedLeaf {}
extension UInt8: EncodedLeaf {
    func customMasked(at path: () -> CodingPath) -> JSONValue? { .number(path().written(byte: self)) }
}
extension UInt16: EncodedLeaf {}
extension UInt32: EncodedLeaf {}
extension UInt64: EncodedLeaf {}
extension UInt128: EncodedLeaf {}

extension Date: EncodedLeaf {
    var json: JSONValue { JSONValue(timeIntervalSinceReferenceDate) }
}

extension Decimal: EncodedLeaf {
    var json: JSONValue { JSONNumber(literal: description).map { .number($0) } ?? JSONValue(Double.nan) }
}

extension Data: EncodedLeaf {
    var json: JSONValue { .string(base64EncodedString()) }

    func customMasked(at path: () -> CodingPath) -> JSONValue? {
        let (path, bytes) = (path(), Array(self))
        let written = path.written(bytes)
        // If the bytes stay as they are, at least text in the shape of a secret is removed.
        return .string(written == bytes ? path.written(base64EncodedString()) : Data(written).base64EncodedString())
    }
}

extension URL: EncodedLeaf {
    var json: JSONValue { .string(absoluteString) }

    /// The pseudonym, or another URL if the pseudonym is not one, as that of an address or of escaped text may be.
    func customMasked(at path: () -> CodingPath) -> JSONValue? {
        // With other letters and digits it stays a URL: these matter only after a percent sign and in an address in brackets.
        if absoluteString.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "[") }) { return nil }
        let written = path().written(absoluteString)
        if written.isIdentical(to: absoluteString) || URL(string: written)?.absoluteString == written { return .string(written) }
        return .string("masked:" + written.utf8.map { $0.isASCIIAlphanumeric ? String(Unicode.Scalar($0)) : "-" }.joined())
    }
}

extension TimeZone: EncodedLeaf {
    var json: JSONValue { json(identifier) }

    func customMasked(at path: () -> CodingPath) -> JSONValue? {
        // A pseudonym would be the name of no zone, and would not decode.
        let written = path().key("identifier").written(identifier)
        return json(written.isIdentical(to: identifier) ? written : "GMT")
    }

    private func json(_ identifier: String) -> JSONValue {
        var object: JSONObject = ["identifier": .string(identifier)]
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
}
