/// The encoder that a value's `encode(to:)` sees while it is written straight into bytes.
struct ByteEncoder: RedactingEncoder {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.become(.object, at: place)
        return KeyedEncodingContainer(KeyedByteContainer(encoding: encoding, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoding.become(.array, at: place)
        return UnkeyedByteContainer(encoding: encoding, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleByteContainer(encoding: encoding, place: place) }
}

private struct KeyedByteContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try encoding.child(at: place) {
            encoding.key(key, at: place)
        } write: {
            try encoding.encode(value, at: .key(key))
        }
    }

    @inline(__always)
    private func write(forKey key: Key, _ write: (inout ByteBuffer) -> Void) {
        if encoding.key(key, at: place) { encoding.write(write) }
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
        KeyedEncodingContainer(KeyedByteContainer<NestedKey>(encoding: encoding, place: child(key, as: .object)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedByteContainer(encoding: encoding, place: child(key, as: .array))
    }

    mutating func superEncoder() -> any Encoder { ByteEncoder(encoding: encoding, place: child(PathKey.super, as: .nothing)) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { ByteEncoder(encoding: encoding, place: child(key, as: .nothing)) }

    private func child(_ key: some CodingKey, as kind: Container.Kind) -> ByteEncoding.Place {
        encoding.key(key, at: place) ? encoding.push(.key(key), as: kind) : place
    }
}

private struct UnkeyedByteContainer: UnkeyedEncodingContainer {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }
    var count: Int { encoding.count(at: place) }

    mutating func encodeNil() { if encoding.element(at: place) { encoding.write { $0.append("null") } } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let index = count
        try encoding.child(at: place) {
            encoding.element(at: place)
        } write: {
            try encoding.encode(value, at: .index(index))
        }
    }

    mutating func encode(_ value: Int128) { if encoding.element(at: place) { encoding.write { $0.append(integer: value) } } }
    mutating func encode(_ value: UInt128) { if encoding.element(at: place) { encoding.write { $0.append(integer: value) } } }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        KeyedEncodingContainer(KeyedByteContainer<NestedKey>(encoding: encoding, place: child(as: .object)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedByteContainer(encoding: encoding, place: child(as: .array))
    }

    mutating func superEncoder() -> any Encoder { ByteEncoder(encoding: encoding, place: child(as: .nothing)) }

    private func child(as kind: Container.Kind) -> ByteEncoding.Place {
        let index = count
        return encoding.element(at: place) ? encoding.push(.index(index), as: kind) : place
    }
}

private struct SingleByteContainer: SingleValueEncodingContainer {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    mutating func encodeNil() { if encoding.single(at: place) { encoding.write { $0.append("null") } } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try encoding.child(at: place) {
            encoding.single(at: place)
        } write: {
            try encoding.encode(value, at: .inside)
        }
    }

    mutating func encode(_ value: String) { if encoding.single(at: place) { encoding.write { value.writeJSON(into: &$0) } } }
    mutating func encode(_ value: Int) { if encoding.single(at: place) { encoding.write { $0.append(integer: value) } } }
    mutating func encode(_ value: Int128) { if encoding.single(at: place) { encoding.write { $0.append(integer: value) } } }
    mutating func encode(_ value: UInt128) { if encoding.single(at: place) { encoding.write { $0.append(integer: value) } } }
}

extension ByteBuffer {
    /// Appends an integer of any width.
    @inline(__always)
    mutating func append(integer value: some FixedWidthInteger) {
        if let int = Int64(exactly: value) {
            append(decimal: int.magnitude, isNegative: int < 0)
        } else {
            JSONNumber(value).write(to: &self)
        }
    }
}
