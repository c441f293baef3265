/// The keyed container of a ``ByteEncoder``.
struct KeyedByteContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let handle: ContainerHandle<ByteEncoding>

    var codingPath: [any CodingKey] { handle.encoding?.codingPath(of: handle.place) ?? [] }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard let encoding = handle.encoding else { return }
        try encoding.member(value, key, at: handle.place)
    }

    @inline(__always)
    private func write(forKey key: Key, _ write: (inout ByteBuffer) -> Void) {
        guard let encoding = handle.encoding else { return }
        if encoding.key(key.stringValue, at: handle.place) { encoding.write(write) }
    }

    // What has no parts can't fail, and needs no plan.
    mutating func encodeNil(forKey key: Key) { write(forKey: key) { $0.append("null") } }
    mutating func encode(_ value: Bool, forKey key: Key) { write(forKey: key) { $0.append(value ? "true" : "false") } }
    mutating func encode(_ value: String, forKey key: Key) { write(forKey: key) { value.writeJSON(into: &$0) } }
    mutating func encode(_ value: Double, forKey key: Key) { write(forKey: key) { JSONValue(value).write(to: &$0) } }
    mutating func encode(_ value: Float, forKey key: Key) { write(forKey: key) { JSONValue(value).write(to: &$0) } }
    mutating func encode(_ value: Int, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: Int8, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: Int16, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: Int32, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: Int64, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: Int128, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt8, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt16, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt32, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt64, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }
    mutating func encode(_ value: UInt128, forKey key: Key) { write(forKey: key) { $0.append(integer: value) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        guard let (encoding, place) = child(key, as: .object) else { return Nowhere().container(keyedBy: type) }
        return encoding.container(keyedBy: type, at: place)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        guard let (encoding, place) = child(key, as: .array) else { return Nowhere().unkeyedContainer() }
        return UnkeyedByteContainer(encoding: encoding, place: place)
    }

    mutating func superEncoder() -> any Encoder { encoder(PathKey.super) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: some CodingKey) -> any Encoder {
        guard let (encoding, place) = child(key, as: .nothing) else { return Nowhere() }
        return ByteEncoder(encoding: encoding, place: place)
    }

    /// Opens a nested container; `nil` when the encoding is over.
    private func child(_ key: some CodingKey, as kind: Container.Kind) -> (ByteEncoding, EncodingPlace)? {
        guard let encoding = handle.encoding else { return nil }
        return (encoding, encoding.key(key.stringValue, at: handle.place) ? encoding.push(.key(key), as: kind) : handle.place)
    }
}
