import RewindValue

/// What an encoding needs to know about the keys of objects, found out once for those of `CodingKeys`.
///
/// Not thread-safe: an encoding owns it.
struct KnownKeys: ~Copyable {
    /// A key as it is written.
    struct Key {
        /// The key's place in ``bytes``, with its quotes and its colon; valid until the next key is looked at.
        let written: Range<Int>
        let fingerprint: UInt64
        let isASCII: Bool
        /// Whether the watch has nothing against it.
        let isHarmless: Bool
        /// Whether the key's text appears in the source code; asked only where that matters.
        let standsInSource: Bool
    }

    private(set) var bytes = ByteBuffer()
    /// How many of the bytes are those of keys that are remembered.
    private var keptCount = 0
    private var types = [KeysOfType?](repeating: nil, count: ObjectIdentifier.slotCount)

    /// The keys of one type, by their one byte: another text in its place is another key.
    private final class KeysOfType {
        let type: ObjectIdentifier
        var keys = [(text: String, key: Key)?](repeating: nil, count: 256)

        init(_ type: ObjectIdentifier) { self.type = type }
    }

    /// What is known of a key; `look` examines a new key, given as its bytes between the quotes.
    @inline(__always)
    mutating func find<K: CodingKey>(
        _ key: K, _ text: String, look: (UnsafeRawBufferPointer) -> (isHarmless: Bool, standsInSource: Bool)
    ) -> Key {
        let type = ObjectIdentifier(K.self)
        guard MemoryLayout<K>.size == 1 else { return new(text, look) }
        let number = withUnsafeBytes(of: key) { Int($0[0]) }
        if let known = types[type.slot], known.type == type, let found = known.keys[number], found.text.isIdentical(to: text) {
            return found.key
        }
        let found = new(text, look)
        // Bounded: the texts of keys may be different each time.
        if found.isASCII, bytes.count < Self.byteLimit {
            if types[type.slot]?.type != type { types[type.slot] = KeysOfType(type) }
            types[type.slot]?.keys[number] = (text, found)
            keptCount = bytes.count
        }
        return found
    }

    private static let byteLimit = 64 << 10

    @inline(never)
    private mutating func new(_ text: String, _ look: (UnsafeRawBufferPointer) -> (isHarmless: Bool, standsInSource: Bool)) -> Key {
        bytes.truncate(to: keptCount)
        let start = bytes.count
        text.writeJSON(into: &bytes)
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.bytes[(start + 1)..<(bytes.count - 1)]))
        let (isHarmless, standsInSource) = look(content)
        let key = (content.fingerprint, content.isASCII)
        bytes.append(UInt8(ascii: ":"))
        return Key(
            written: start..<bytes.count, fingerprint: key.0, isASCII: key.1, isHarmless: isHarmless, standsInSource: standsInSource)
    }
}
