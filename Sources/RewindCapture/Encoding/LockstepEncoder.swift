import RewindValue

/// The encoder that a value's `encode(to:)` sees while it is compared with another in ``Lockstep``.
struct LockstepEncoder: RecordingEncoder {
    let lockstep: Lockstep
    let place: Lockstep.Place

    var codingPath: [any CodingKey] { lockstep.codingPath(place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        lockstep.container(keyedBy: type, place)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        lockstep.giveUp(place)
        return DiscardingEncoder().unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleLockstepContainer(lockstep: lockstep, place: place) }
}

/// The keyed container of a ``LockstepEncoder``.
struct KeyedLockstepContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let handle: ContainerHandle<Lockstep>

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
        return DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        handle.whileOpen { $0.giveUp(handle.place) }
        return DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        handle.whileOpen { $0.giveUp(handle.place) }
        return DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct SingleLockstepContainer: SingleValueEncodingContainer {
    let lockstep: Lockstep
    let place: Lockstep.Place

    var codingPath: [any CodingKey] { lockstep.codingPath(place) }

    mutating func encodeNil() throws { try lockstep.single(JSONValue.null, place) }
    mutating func encode<T: Encodable>(_ value: T) throws { try lockstep.single(value, place) }
    mutating func encode(_ value: Int128) throws { try lockstep.single(value, place) }
    mutating func encode(_ value: UInt128) throws { try lockstep.single(value, place) }
}
