import RewindValue

/// An encoder for the rest of a value that will certainly not be read: it throws, so that most values stop there.
struct DiscardingEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedDiscardingContainer<Key>())
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedDiscardingContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleDiscardingContainer() }

    /// Ends an encoding that is not read; never leaves the encoding.
    struct End: Error {}
}

private struct KeyedDiscardingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { throw DiscardingEncoder.End() }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: Int128, forKey key: Key) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { throw DiscardingEncoder.End() }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { DiscardingEncoder().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { UnkeyedDiscardingContainer() }
    mutating func superEncoder() -> any Encoder { DiscardingEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { DiscardingEncoder() }
}

private struct UnkeyedDiscardingContainer: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    mutating func encodeNil() throws { throw DiscardingEncoder.End() }
    mutating func encode<T: Encodable>(_ value: T) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: Int128) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: UInt128) throws { throw DiscardingEncoder.End() }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedDiscardingContainer() }
    mutating func superEncoder() -> any Encoder { DiscardingEncoder() }
}

private struct SingleDiscardingContainer: SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw DiscardingEncoder.End() }
    mutating func encode<T: Encodable>(_ value: T) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: Int128) throws { throw DiscardingEncoder.End() }
    mutating func encode(_ value: UInt128) throws { throw DiscardingEncoder.End() }
}
