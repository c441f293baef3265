/// Escapes text from a recording for a terminal, because it may come from a stranger.
///
/// Control characters could move the cursor, set the title or answer for the user; bidirectional and invisible characters could make one
/// text look like another. Both are written as in a JSON string: `\u001b`, `\u202e`.
package enum TerminalText {
    /// The text with all invisible characters escaped.
    ///
    /// Line feeds and tabs are escaped too, so that a value stays on its line.
    package static func escaped(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where needsEscape(scalar): for unit in String(scalar).utf16 { result += "\\u" + hexadecimal(unit) }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The same for text that keeps its lines and tabs, such as a note.
    package static func escapedLines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped($0.split(separator: "\t").joined(separator: "    ")) }
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case ..<0x20, 0x7F..<0xA0: true  // C0, DEL, C1
        case 0x00AD, 0x034F, 0x061C, 0x180E: true  // soft hyphen, grapheme joiner, Arabic letter mark, Mongolian vowel separator
        case 0x200B, 0x200E, 0x200F: true  // zero-width space, directional marks; joiners stay, since emoji are made with them
        case 0x2028...0x202E: true  // separators, bidirectional embeddings and overrides
        case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true  // invisible operators, bidirectional isolates, byte-order mark, annotations
        case 0xE0000...0xE0FFF: true  // tags and variation selectors of the supplement
        default: false
        }
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
