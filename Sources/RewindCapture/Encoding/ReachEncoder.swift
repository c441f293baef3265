import RewindValue

/// The encoder that a value's `encode(to:)` sees while it is held against what the value stores.
struct ReachEncoder: RecordingEncoder {
    let listing: ReachListing

    var codingPath: [any CodingKey] { listing.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        listing.begin(keyedBy: Key.self)
        return KeyedEncodingContainer(KeyedReachContainer<Key>(listing: listing, isNested: false))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        listing.beginUnkeyed()
        return UnkeyedReachContainer(listing: listing)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleReachContainer(listing: listing) }
}

private struct KeyedReachContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let listing: ReachListing
    let isNested: Bool

    var codingPath: [any CodingKey] { listing.codingPath }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if isNested { listing.payload(value) } else { listing.member(value, key) }
    }

    // A `nil` does not show which property it came from.
    mutating func encodeNil(forKey key: Key) throws { listing.giveUp() }
    mutating func encode(_ value: Int128, forKey key: Key) throws {
        if isNested { listing.payload(value) } else { listing.member(value, key) }
    }
    mutating func encode(_ value: UInt128, forKey key: Key) throws {
        if isNested { listing.payload(value) } else { listing.member(value, key) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        if isNested { listing.giveUp() } else { listing.nest(key) }
        return KeyedEncodingContainer(KeyedReachContainer<NestedKey>(listing: listing, isNested: true))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        listing.giveUp()
        return DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        listing.giveUp()
        return DiscardingEncoder()
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

private struct UnkeyedReachContainer: UnkeyedEncodingContainer {
    let listing: ReachListing
    private(set) var count = 0

    init(listing: ReachListing) { self.listing = listing }

    var codingPath: [any CodingKey] { listing.codingPath }

    mutating func encode<T: Encodable>(_ value: T) throws {
        count += 1
        listing.element(value)
    }

    mutating func encodeNil() throws { listing.giveUp() }
    mutating func encode(_ value: Int128) throws {
        count += 1
        listing.element(value)
    }
    mutating func encode(_ value: UInt128) throws {
        count += 1
        listing.element(value)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        listing.giveUp()
        return DiscardingEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        listing.giveUp()
        return DiscardingEncoder().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        listing.giveUp()
        return DiscardingEncoder()
    }
}

private struct SingleReachContainer: SingleValueEncodingContainer {
    let listing: ReachListing

    var codingPath: [any CodingKey] { listing.codingPath }

    mutating func encodeNil() throws { listing.giveUp() }
    mutating func encode<T: Encodable>(_ value: T) throws { listing.single(value) }
    mutating func encode(_ value: Int128) throws { listing.single(value) }
    mutating func encode(_ value: UInt128) throws { listing.single(value) }
}
