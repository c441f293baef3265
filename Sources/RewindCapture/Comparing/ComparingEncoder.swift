import RewindValue

/// The encoder that a value's `encode(to:)` sees while it is compared with another in ``ComparingEncoding``.
struct ComparingEncoder: RecordingEncoder {
    let encoding: ComparingEncoding
    let place: ComparingEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.container(keyedBy: type, place)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoding.giveUp(place)
        return ByteEncoder.closed.unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleComparingContainer(encoding: encoding, place: place) }
}

/// The keyed container of a ``ComparingEncoder``.
struct KeyedComparingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let handle: ContainerHandle<ComparingEncoding>

    var codingPath: [any CodingKey] { handle.whileOpen { $0.codingPath(handle.place) } ?? [] }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try handle.whileOpen { try $0.member(value, key, handle.place) }
    }

    mutating func encodeNil(forKey key: Key) throws { try encode(JSONValue.null, forKey: key) }
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        try handle.whileOpen { try $0.member(value, key, handle.place) }
    }
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        try handle.whileOpen { try $0.member(value, key, handle.place) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        handle.whileOpen { $0.giveUp(handle.place) }
        return ByteEncoder.closed.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        handle.whileOpen { $0.giveUp(handle.place) }
        return ByteEncoder.closed.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        handle.whileOpen { $0.giveUp(handle.place) }
        return ByteEncoder.closed
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct SingleComparingContainer: SingleValueEncodingContainer {
    let encoding: ComparingEncoding
    let place: ComparingEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(place) }

    mutating func encodeNil() throws { try encoding.single(JSONValue.null, place) }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoding.single(value, place) }
    mutating func encode(_ value: Int128) throws { try encoding.single(value, place) }
    mutating func encode(_ value: UInt128) throws { try encoding.single(value, place) }
}
