import RewindValue

/// The decoder that a type's `init(from:)` sees.
struct ValueDecoder: Decoder {
    let value: JSONValue
    let path: CodingPath
    /// The running app's parts at this place, one level down.
    var running: RunningParts?

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else { throw value.mismatch([String: Any].self, at: path) }
        return KeyedDecodingContainer(KeyedValueContainer(object: object, path: path, running: running))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw value.mismatch([Any].self, at: path) }
        return UnkeyedValueContainer(values: values, path: path, running: running)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueContainer(value: value, path: path, running: running)
    }
}

private struct KeyedValueContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let path: CodingPath
    let running: RunningParts?

    var codingPath: [any CodingKey] { path.keys }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(for: key) == .null }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try value(for: key).decode(type, at: path.appending(.key(key)), preserving: running?.member(key.stringValue))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let value = object[key.stringValue], value != .null else { return nil }
        return try value.decode(type, at: path.appending(.key(key)), preserving: running?.member(key.stringValue))
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try Int128(decoding: value(for: key), at: path.appending(.key(key)))
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try UInt128(decoding: value(for: key), at: path.appending(.key(key)))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type, forKey key: Key) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(for: key).unkeyedContainer() }

    func superDecoder() -> any Decoder { decoder(of: object[PathKey.super.stringValue] ?? .null, for: PathKey.super) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(of: object[key.stringValue] ?? .null, for: key) }

    private func value(for key: Key) throws -> JSONValue {
        if let value = object[key.stringValue] { return value }
        throw DecodingError.keyNotFound(
            key, .init(codingPath: path.keys, debugDescription: "No value associated with key \"\(key.stringValue)\"."))
    }

    private func decoder(for key: Key) throws -> ValueDecoder { decoder(of: try value(for: key), for: key) }

    private func decoder(of value: JSONValue, for key: some CodingKey) -> ValueDecoder {
        ValueDecoder(value: value, path: path.appending(.key(key)), running: running?.member(key.stringValue)?.opened)
    }
}

private struct UnkeyedValueContainer: UnkeyedDecodingContainer {
    let values: [JSONValue]
    let path: CodingPath
    private let running: RunningParts?
    private lazy var sources = running?.elements(for: values)
    private(set) var currentIndex = 0

    init(values: [JSONValue], path: CodingPath, running: RunningParts?) {
        self.values = values
        self.path = path
        self.running = running
    }

    var codingPath: [any CodingKey] { path.keys }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard try current(Any?.self) == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let source = type is any DirectlyDecoded.Type ? nil : source()
        let decoded = try current(type).decode(type, at: path.index(currentIndex), preserving: source)
        currentIndex += 1  // only now: after an error the element is still there
        return decoded
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 { try decode(generic: type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decode(generic: type) }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try decoder(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try decoder((any UnkeyedDecodingContainer).self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder((any Decoder).self)
        currentIndex += 1
        return decoder
    }

    private mutating func decode<T: DirectlyDecoded>(generic type: T.Type) throws -> T {
        let decoded = try T(decoding: current(type), at: path.index(currentIndex))
        currentIndex += 1
        return decoded
    }

    private func current(_ expected: Any.Type) throws -> JSONValue {
        if !isAtEnd { return values[currentIndex] }
        throw DecodingError.valueNotFound(
            expected, .init(codingPath: path.index(currentIndex).keys, debugDescription: "Unkeyed container is at end."))
    }

    private mutating func source() -> LivePart? {
        guard running != nil, !isAtEnd else { return nil }
        let sources = sources
        return sources?[currentIndex]
    }

    private mutating func decoder(_ expected: Any.Type) throws -> ValueDecoder {
        ValueDecoder(value: try current(expected), path: path.index(currentIndex), running: source()?.opened)
    }
}

private struct SingleValueContainer: SingleValueDecodingContainer {
    let value: JSONValue
    let path: CodingPath
    let running: RunningParts?

    var codingPath: [any CodingKey] { path.keys }

    func decodeNil() -> Bool { value == .null }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try value.decode(type, at: path.appending(.inside), preserving: running?.single)
    }

    func decode(_ type: Int128.Type) throws -> Int128 { try Int128(decoding: value, at: path) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try UInt128(decoding: value, at: path) }
}
