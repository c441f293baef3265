import RewindRendering

/// The bytes that a terminal sends, as characters for a line editor.
///
/// A paste that the terminal marks (bracketed paste) becomes one line, with blanks for its line ends and tabs. Sequences of keys without a
/// meaning, and invisible characters other than control keys, are left out.
struct TypedText {
    private var bytes: [UInt8] = []
    private var scalars: [Unicode.Scalar] = []
    /// The index of the next scalar.
    private var next = 0

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// The sequences (CSI and SS3) of keys with a meaning, with the editor's names for it.
    static let keys: [(sequence: String, function: String)] = [
        ("[A", "ed-prev-history"), ("OA", "ed-prev-history"), ("[B", "ed-next-history"), ("OB", "ed-next-history"),
        ("[C", "ed-next-char"), ("OC", "ed-next-char"), ("[D", "ed-prev-char"), ("OD", "ed-prev-char"),
        ("[H", "ed-move-to-beg"), ("OH", "ed-move-to-beg"), ("[1~", "ed-move-to-beg"), ("[7~", "ed-move-to-beg"),
        ("[F", "ed-move-to-end"), ("OF", "ed-move-to-end"), ("[4~", "ed-move-to-end"), ("[8~", "ed-move-to-end"),
        ("[3~", "ed-delete-next-char"), ("[1;5D", "ed-prev-word"), ("[1;5C", "em-next-word"),
    ]

    /// Adds bytes that arrived.
    mutating func add(_ more: [UInt8]) {
        if next == scalars.count { (scalars, next) = ([], 0) }
        bytes += more
        var rest = bytes[...]
        while let count = take(rest) { rest = rest.dropFirst(count) }
        bytes = Array(rest)
    }

    /// The next character; `nil` if no more has arrived.
    mutating func take() -> Unicode.Scalar? {
        guard next < scalars.count else { return nil }
        defer { next += 1 }
        return scalars[next]
    }

    /// Takes what stands at the beginning of bytes; returns its length, or `nil` if it is not complete.
    private mutating func take(_ rest: ArraySlice<UInt8>) -> Int? {
        guard let first = rest.first else { return nil }
        if rest.starts(with: Self.pasteStart) {
            guard let end = rest.firstRange(of: Self.pasteEnd) else { return nil }
            let text = String(decoding: rest[(rest.startIndex + Self.pasteStart.count)..<end.lowerBound], as: UTF8.self)
            scalars += text.flatMap { $0.isNewline || $0 == "\t" ? [" "] : Array($0.unicodeScalars.filter(Self.isVisible)) }
            return end.upperBound - rest.startIndex
        }
        if first == 0x1B, let second = rest.dropFirst().first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") {
            guard let end = rest.prefix(16).dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return rest.count < 16 ? nil : 1
            }
            let sequence = String(decoding: rest[(rest.startIndex + 1)...end], as: UTF8.self)
            if Self.keys.contains(where: { $0.sequence == sequence }) { scalars += "\u{1B}\(sequence)".unicodeScalars }
            return end + 1 - rest.startIndex
        }
        var decoder = UTF8()
        var source = rest.prefix(4).makeIterator()
        switch decoder.decode(&source) {
        case .scalarValue(let scalar):
            if scalar.value < 0x20 || scalar.value == 0x7F || Self.isVisible(scalar) { scalars.append(scalar) }
            return UTF8.width(scalar)
        case .error:
            let isIncomplete = rest.count < Self.length(from: first) && rest.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
            return isIncomplete ? nil : 1
        case .emptyInput: return nil
        }
    }

    /// How many bytes a character has that begins with a byte.
    private static func length(from first: UInt8) -> Int {
        switch first {
        case 0xC0..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF8: 4
        default: 1
        }
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool { TerminalText.escaped(String(scalar)) == String(scalar) }
}
