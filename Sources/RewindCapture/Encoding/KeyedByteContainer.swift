import RewindValue

/// The keyed container of a ``ByteEncoder``.
struct KeyedByteContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let handle: ContainerHandle<ByteEncoding>

    var codingPath: [any CodingKey] { handle.whileOpen { $0.codingPath(of: handle.place) } ?? [] }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try handle.whileOpen { try $0.member(value, key, at: handle.place) }
    }

    // Most members are of these types: without the generic way, an action takes a tenth less.
    mutating func encode(_ value: Bool, forKey key: Key) throws { try encode(value, as: .bool(value), forKey: key) }
    mutating func encode(_ value: Int, forKey key: Key) throws { try encode(value, as: .number(JSONNumber(value)), forKey: key) }
    mutating func encode(_ value: String, forKey key: Key) throws { try encode(value, as: .string(value), forKey: key) }

    /// Encodes a value without parts; what is recorded depends on the type, too.
    @inline(__always)
    private func encode<T: Encodable>(_ value: T, as leaf: JSONValue, forKey key: Key) throws {
        try handle.whileOpen { encoding in
            guard encoding.recordsAsLeaf(T.self) else { return try encoding.member(value, key, at: handle.place) }
            if encoding.key(key, at: handle.place) { encoding.write(leaf: leaf) }
        }
    }

    mutating func encodeNil(forKey key: Key) throws { try encode(JSONValue.null, forKey: key) }
    mutating func encode(_ value: Int128, forKey key: Key) throws { try handle.whileOpen { try $0.member(value, key, at: handle.place) } }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try handle.whileOpen { try $0.member(value, key, at: handle.place) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        // Without a closure that gives it back: the runtime would have to look the container's type up.
        guard handle.isOpen else { return ByteEncoder.closed.container(keyedBy: type) }
        return handle.encoding.container(keyedBy: type, at: child(key, as: .object, in: handle.encoding))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        handle.whileOpen { UnkeyedByteContainer(encoding: $0, place: child(key, as: .array, in: $0)) }
            ?? ByteEncoder.closed.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        handle.whileOpen { encoding in
            let isNew = encoding.key(PathKey.super, at: handle.place)
            return ByteEncoder(encoding: encoding, place: isNew ? encoding.push(.key(PathKey.super), as: .nothing) : handle.place)
        } ?? ByteEncoder.closed
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        handle.whileOpen { ByteEncoder(encoding: $0, place: child(key, as: .nothing, in: $0)) } ?? ByteEncoder.closed
    }

    /// Opens a nested container.
    @inline(__always)
    private func child(_ key: Key, as kind: ContainerKind, in encoding: ByteEncoding) -> EncodingPlace {
        guard encoding.key(key, at: handle.place) else { return handle.place }
        return encoding.push(.key(key), as: kind)
    }
}
