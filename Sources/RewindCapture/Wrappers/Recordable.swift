import RewindValue

/// A property that is recorded as it is, even where all other texts and long numbers get pseudonyms: `@Recordable var title: String`.
///
/// Use it for values that reveal nothing about the app's user. The app uses the property as if the wrapper were not there, and every
/// encoder writes and reads it that way. Rules still find secrets in it, by key, place and shape.
@propertyWrapper
public struct Recordable<Value> {
    /// The value, for the app.
    public var wrappedValue: Value

    /// Wraps a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Recordable: RecordedAsIs {}
extension Recordable: Sendable where Value: Sendable {}
extension Recordable: Equatable where Value: Equatable {}
extension Recordable: Hashable where Value: Hashable {}

extension Recordable: Encodable where Value: Encodable {
    /// Writes the value as if it were not wrapped.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Recordable: Decodable where Value: Decodable {
    /// Reads the value as if it were not wrapped.
    public init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Value.self) }
}

// The compiler's conformances leave out an optional that is `nil`, and take a missing key for `nil`; a wrapper must not change that.
extension KeyedEncodingContainer {
    /// Writes nothing for `nil`, as for an unwrapped optional.
    public mutating func encode<T: Encodable>(_ value: Recordable<T?>, forKey key: Key) throws {
        if let some = value.wrappedValue { try encode(Recordable<T>(wrappedValue: some), forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Reads a missing key as `nil`, as for an unwrapped optional.
    public func decode<T: Decodable>(_ type: Recordable<T?>.Type, forKey key: Key) throws -> Recordable<T?> {
        Recordable(wrappedValue: try decodeIfPresent(Recordable<T>.self, forKey: key)?.wrappedValue)
    }
}
