/// A pattern for action types: `*` matches any run of characters, `?` matches any one character.
package struct TypeGlob: Sendable, Equatable {
    /// The pattern without its `!`.
    package let pattern: String
    /// Whether the pattern excludes types, because it was written with a leading `!`.
    package let isExclusion: Bool
    private let bytes: [UInt8]

    /// Parses a pattern; a leading `!` excludes.
    package init(_ text: String) {
        isExclusion = text.hasPrefix("!")
        pattern = isExclusion ? String(text.dropFirst()) : text
        bytes = Array(pattern.utf8)
    }

    /// Whether the pattern, apart from its `!`, matches a type.
    ///
    /// Costs the product of both lengths at worst: after a mismatch only the last `*` is tried at another length.
    package func fits(_ type: String) -> Bool {
        let text = Array(type.utf8)
        var place = 0
        var index = 0
        var star: (place: Int, index: Int)?
        while index < text.count {
            if place < bytes.count, bytes[place] == UInt8(ascii: "*") {
                star = (place, index)
                place += 1
            } else if place < bytes.count, bytes[place] == text[index] || bytes[place] == UInt8(ascii: "?") {
                place += 1
                index += 1
            } else if let last = star {
                star = (last.place, last.index + 1)
                place = last.place + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return bytes[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

extension [TypeGlob] {
    /// Whether a type matches one of the patterns and no excluding one; without an including pattern, every type matches.
    package func accept(_ type: String) -> Bool {
        if contains(where: { $0.isExclusion && $0.fits(type) }) { return false }
        return !contains { !$0.isExclusion } || contains { !$0.isExclusion && $0.fits(type) }
    }
}
