package enum DisplayWidth {
    /// The width of a text without control characters.
    package static func of(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The longest prefix of the text that fits.
    package static func prefix(_ text: String, columns: Int) -> String {
        var left = columns
        return String(
            text.prefix { character in
                left -= of(character)
                return left >= 0
            })
    }

    /// The longest suffix of the text that fits.
    package static func suffix(_ text: String, columns: Int) -> String {
        var left = columns
        return String(
            text.suffix(
                text.reversed().prefix { character in
                    left -= of(character)
                    return left >= 0
                }.count))
    }

    /// The text padded at the end with spaces to a width.
    package static func padded(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }

    /// The text padded at the front with spaces to a width.
    package static func aligned(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - of(text))) + text
    }

    private static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.value {
        case 0x0300...0x036F: return 0
        // East Asian wide and full-width blocks (Unicode Standard Annex 11), and pictographs.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default: return first.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
