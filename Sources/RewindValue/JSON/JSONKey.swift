/// A text as the key of a member: two are one key if they have the same scalars, as RFC 8259 compares names (section 8.3).
///
/// Swift's own `==` takes two spellings of "é" for one text, so a dictionary of texts would lose one of two members.
package struct JSONKey: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: JSONKey, right: JSONKey) -> Bool { left.text.isIdentical(to: right.text) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension String {
    /// Whether both have the same bytes; `==` also holds two spellings of one character equal, which are two texts on disk.
    package func isIdentical(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let result = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer($0)) }
        }
        return (result ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    /// Mixes in what ``isIdentical(to:)`` compares.
    package func hashBytes(into hasher: inout Hasher) {
        var text = self  // fetches the bytes of a string that Foundation lent to us
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xff as UInt8)
    }
}
