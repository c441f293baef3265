import RewindValue

/// The encoder that a value's `encode(to:)` sees while it is written straight into bytes.
struct ByteEncoder: RecordingEncoder {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    /// An encoder whose value will certainly not be read: it throws at the first child, so that most values stop there.
    static var closed: ByteEncoder { ByteEncoder(encoding: ByteEncoding(), place: EncodingPlace(level: 0, serial: 0)) }

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoding.become(.object, at: place)
        return encoding.container(keyedBy: type, at: place)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoding.become(.array, at: place)
        return UnkeyedByteContainer(encoding: encoding, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleByteContainer(encoding: encoding, place: place) }
}

struct UnkeyedByteContainer: UnkeyedEncodingContainer {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }
    var count: Int { encoding.count(at: place) }

    mutating func encodeNil() { if encoding.element(at: place) { encoding.write(leaf: .null) } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        let index = count
        try encoding.child(at: place) {
            encoding.element(at: place)
        } write: {
            try encoding.encode(value, at: .index(index))
        }
    }

    mutating func encode(_ value: Int128) { if encoding.element(at: place) { encoding.write(leaf: value.json) } }
    mutating func encode(_ value: UInt128) { if encoding.element(at: place) { encoding.write(leaf: value.json) } }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoding.container(keyedBy: type, at: child(as: .object))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedByteContainer(encoding: encoding, place: child(as: .array))
    }

    mutating func superEncoder() -> any Encoder { ByteEncoder(encoding: encoding, place: child(as: .nothing)) }

    private func child(as kind: ContainerKind) -> ByteEncoding.Place {
        let index = count
        return encoding.element(at: place) ? encoding.push(.index(index), as: kind) : place
    }
}

private struct SingleByteContainer: SingleValueEncodingContainer {
    let encoding: ByteEncoding
    let place: ByteEncoding.Place

    var codingPath: [any CodingKey] { encoding.codingPath(of: place) }

    mutating func encodeNil() { if encoding.single(at: place) { encoding.write(leaf: .null) } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try encoding.child(at: place) {
            encoding.single(at: place)
        } write: {
            try encoding.encode(value, at: .inside)
        }
    }

    mutating func encode(_ value: Int128) { if encoding.single(at: place) { encoding.write(leaf: value.json) } }
    mutating func encode(_ value: UInt128) { if encoding.single(at: place) { encoding.write(leaf: value.json) } }
}

/// The encoding of a value, as bytes.
///
/// - Parameter encoding: does the work; the same for many values saves making one for each.
func encodedBytes(of value: some Encodable, at path: CodingPath, by encoding: ByteEncoding = ByteEncoding()) throws -> [UInt8] {
    if (try? encoding.run(value, at: path)) != nil, !encoding.isIrregular { return Array(encoding.bytes.bytes) }
    // Encoded by parts, which also finds out what is wrong.
    var bytes: [UInt8] = []
    try JSONValue(encoding: value, at: path).write(into: &bytes)
    return bytes
}

/// An encoder of this module: it receives a wrapper as it is, and writes what that has for a recording.
protocol RecordingEncoder: Encoder {}
