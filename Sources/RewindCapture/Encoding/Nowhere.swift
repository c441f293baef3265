import RewindValue

/// An encoder for what a value goes on to write when it is known already that nobody will read it: it throws, so that most stop there.
struct Nowhere: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> { KeyedEncodingContainer(KeyedNowhere<Key>()) }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedNowhere() }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleNowhere() }

    /// Ends what nobody reads; never leaves the encoding.
    struct End: Error {}
}

private struct KeyedNowhere<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws { throw Nowhere.End() }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw Nowhere.End() }
    mutating func encode(_ value: Int128, forKey key: Key) throws { throw Nowhere.End() }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { throw Nowhere.End() }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { Nowhere().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { UnkeyedNowhere() }
    mutating func superEncoder() -> any Encoder { Nowhere() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { Nowhere() }
}

private struct UnkeyedNowhere: UnkeyedEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    mutating func encodeNil() throws { throw Nowhere.End() }
    mutating func encode<T: Encodable>(_ value: T) throws { throw Nowhere.End() }
    mutating func encode(_ value: Int128) throws { throw Nowhere.End() }
    mutating func encode(_ value: UInt128) throws { throw Nowhere.End() }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        Nowhere().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedNowhere() }
    mutating func superEncoder() -> any Encoder { Nowhere() }
}

private struct SingleNowhere: SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { throw Nowhere.End() }
    mutating func encode<T: Encodable>(_ value: T) throws { throw Nowhere.End() }
    mutating func encode(_ value: Int128) throws { throw Nowhere.End() }
    mutating func encode(_ value: UInt128) throws { throw Nowhere.End() }
}
