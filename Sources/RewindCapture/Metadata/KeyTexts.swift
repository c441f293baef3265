import RewindValue

/// The keys of one enum of keys as they are written, each put together once.
///
/// A key of one byte at most is told by its bits, and is called the same as long as the process runs: the compiler's `CodingKeys` are such, and
/// a `stringValue` of one's own that changes meanwhile is asked once. The others (a dictionary's, say) are asked each time.
///
/// Not thread-safe: an encoding owns it.
final class KeyTexts {
    /// A key with its quotes and its colon.
    final class Text {
        let key: any CodingKey
        let bytes: UnsafeBufferPointer<UInt8>
        let fingerprint: UInt64
        /// Whether it falls under no rule and has no secret's shape; `false` where nobody asks.
        let isHarmless: Bool
        /// Whether the text stands in the source.
        let standsInSource: Bool

        fileprivate init(_ key: some CodingKey, _ string: String, _ text: borrowing ByteBuffer, isHarmless: Bool) {
            self.key = key
            standsInSource = CodingPath.standsInSource(key, string)
            let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
            _ = bytes.initialize(from: text.bytes)
            self.bytes = UnsafeBufferPointer(bytes)
            fingerprint = UnsafeRawBufferPointer(bytes).fingerprint
            self.isHarmless = isHarmless
        }

        deinit { bytes.deallocate() }
    }

    private let isHarmless: ((UnsafeRawBufferPointer) -> Bool)?
    @exclusivity(unchecked) private var slots = MoveStack<Unmanaged<Text>?>()

    /// Keys of a type; `nil` for those that can't be told by their bits.
    ///
    /// - Parameter isHarmless: whether a key, as it stands between its quotes, falls under no rule and has no secret's shape.
    init?(_ type: (some CodingKey).Type, isHarmless: ((UnsafeRawBufferPointer) -> Bool)?) {
        guard Self.tellsByBits(type) else { return nil }
        self.isHarmless = isHarmless
    }

    deinit { for slot in slots.elements { slot?.release() } }

    private static func tellsByBits<Key>(_ type: Key.Type) -> Bool {
        MemoryLayout<Key>.size <= 1 && TypeMetadata(type).kind == .enum
    }

    /// The text of a key of the type that this was made for, as long as this lives; `nil` for one that is not plain ASCII.
    @inline(__always)
    func text<Key: CodingKey>(of key: Key) -> Unmanaged<Text>? {
        let number = withUnsafeBytes(of: key) { $0.isEmpty ? 0 : Int($0[0]) }
        if number < slots.count, let text = slots[number] { return text }
        return make(key, number)
    }

    @inline(never)
    private func make(_ key: some CodingKey, _ number: Int) -> Unmanaged<Text>? {
        var text = ByteBuffer()
        let string = key.stringValue
        string.writeJSON(into: &text)
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text.bytes[1..<(text.count - 1)]))
        guard content.isASCII, !content.contains(UInt8(ascii: "\\")) else { return nil }
        let isHarmless = isHarmless?(content) ?? false
        text.append(UInt8(ascii: ":"))
        while slots.count <= number { slots.push(nil) }
        slots[number] = .passRetained(Text(key, string, text, isHarmless: isHarmless))
        return slots[number]
    }
}
