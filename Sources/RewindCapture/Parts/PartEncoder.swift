import RewindValue

/// The encoder that a value's `encode(to:)` sees; all it does is to fill a ``Container``.
struct PartEncoder: RecordingEncoder {
    let container: Container

    var codingPath: [any CodingKey] { container.askedPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        container.become(objectKeyedBy: Key.self)
        return KeyedEncodingContainer(KeyedPartContainer(container: container))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        container.become(.array)
        return UnkeyedPartContainer(container: container)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SinglePartContainer(container: container) }
}

private struct KeyedPartContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let container: Container

    var codingPath: [any CodingKey] { container.askedPath }

    mutating func encodeNil(forKey key: Key) { container.set(.value(.null), forKey: key) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try container.set(encoding: value, forKey: key) }

    mutating func encode(_ value: Int128, forKey key: Key) throws { try container.set(encoding: value, forKey: key) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try container.set(encoding: value, forKey: key) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        PartEncoder(container: container.child(forKey: key)).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        PartEncoder(container: container.child(forKey: key)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { PartEncoder(container: container.child(forKey: PathKey.super)) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { PartEncoder(container: container.child(forKey: key)) }
}

private struct UnkeyedPartContainer: UnkeyedEncodingContainer {
    let container: Container

    var codingPath: [any CodingKey] { container.askedPath }
    var count: Int { container.elements.count }

    mutating func encodeNil() { container.append(.value(.null)) }

    mutating func encode<T: Encodable>(_ value: T) throws { try container.append(encoding: value) }

    mutating func encode(_ value: Int128) throws { try container.append(encoding: value) }
    mutating func encode(_ value: UInt128) throws { try container.append(encoding: value) }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        PartEncoder(container: container.appendChild()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        PartEncoder(container: container.appendChild()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { PartEncoder(container: container.appendChild()) }
}

private struct SinglePartContainer: SingleValueEncodingContainer {
    let container: Container

    var codingPath: [any CodingKey] { container.askedPath }

    mutating func encodeNil() { container.setSingle(.value(.null)) }

    mutating func encode<T: Encodable>(_ value: T) throws { container.setSingle(try container.part(encoding: value, at: .inside)) }

    mutating func encode(_ value: Int128) throws { container.setSingle(.value(container.path.written(.number(JSONNumber(value))))) }
    mutating func encode(_ value: UInt128) throws { container.setSingle(.value(container.path.written(.number(JSONNumber(value))))) }
}
