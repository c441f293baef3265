import RewindValue
import SmallFoundation

/// A property that no recording ever holds: `@Redacted var answer: String`.
///
/// The app uses the property as if the wrapper were not there, and every other encoder writes and reads it that way. Where Rewind encodes,
/// a placeholder of the same type takes its place: a pseudonym for a text, zero for a number, `false` for a Boolean, no bytes for `Data`,
/// the first case of an enum that is `CaseIterable`; anything made of these keeps its shape, with each part replaced. So the value around
/// it still decodes. Of any other enum, the name of the case stays, which nothing could decode without. In prints, dumps and
/// interpolations the wrapper shows as `[REDACTED]`.
///
/// The wrapper can't protect what your own `encode(to:)` writes in another way: a text made from the value, or the output of a separate
/// encoder.
@propertyWrapper
public struct Redacted<Value> {
    /// The value, for the app.
    public var wrappedValue: Value

    /// Wraps a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the value.
    public var description: String { "[REDACTED]" }
    /// Never the value.
    public var debugDescription: String { "[REDACTED]" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: Encodable where Value: Encodable {
    /// Writes the value as if it were not wrapped; Rewind's encoder gets a placeholder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if encoder is any RecordingEncoder { try container.encode(self) } else { try container.encode(wrappedValue) }
    }
}

extension Redacted: Decodable where Value: Decodable {
    /// Reads the value as if it were not wrapped.
    public init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }
}

// The compiler's conformances leave out an optional that is `nil`, and take a missing key for `nil`; a wrapper must not change that.
extension KeyedEncodingContainer {
    /// Writes nothing for `nil`, as for an unwrapped optional.
    public mutating func encode<T: Encodable>(_ value: Redacted<T?>, forKey key: Key) throws {
        if let some = value.wrappedValue { try encode(Redacted<T>(wrappedValue: some), forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Reads a missing key as `nil`, as for an unwrapped optional.
    public func decode<T: Decodable>(_ type: Redacted<T?>.Type, forKey key: Key) throws -> Redacted<T?> {
        Redacted(wrappedValue: try decodeIfPresent(Redacted<T>.self, forKey: key)?.wrappedValue)
    }
}

extension Redacted: DirectlyEncoded where Value: Encodable {
    func encoded(at path: CodingPath) throws -> JSONValue {
        if path.log?.reveals == true { return try JSONValue(encoding: wrappedValue, at: path) }
        path.log?.hidden.append(HiddenPlace(place: path.pointer))  // also where the placeholder is the value: it does not show that it is
        return try placeholder(at: path)
    }

    fileprivate func placeholder(at path: CodingPath) throws -> JSONValue {
        if wrappedValue is Data { return "" }
        if let type = Value.self as? any (CaseIterable & Encodable).Type, let first = try firstCase(of: type, at: path) { return first }
        let log = path.log ?? EncodingLog(.unrecorded)
        let (value, dataKeys) = try log.collectingDataKeys {
            try JSONValue(encoding: wrappedValue, at: path.log == nil ? CodingPath(log) : path)
        }
        return log.covered(marked: value, dataKeys: dataKeys) ?? value
    }

    private func firstCase<T: CaseIterable & Encodable>(of type: T.Type, at path: CodingPath) throws -> JSONValue? {
        try type.allCases.first.map { try JSONValue(encoding: $0, at: path) }
    }
}

extension Redacted: ComparedInPlace where Value: Encodable {
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws {
        let old = try old.placeholder(at: path)
        let new = try new.placeholder(at: path)
        if old != new { path.log?.hidden.append(HiddenPlace(place: path.pointer)) }
        try differ.compare(.value(old), .value(new), at: path)
    }
}

extension CodingPath {
    /// The root of an encoding for the app itself, which gets its marked values back.
    static var revealing: CodingPath { CodingPath(EncodingLog(.unrecorded, reveals: true)) }
}

extension Redacted: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("", Value.self)] }
}
