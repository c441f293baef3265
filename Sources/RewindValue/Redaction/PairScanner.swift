/// Finds values beside a secret's key in free text, such as `password=x`, `token: x`, `"pin": "x"`, `secret: Optional("x")`, `--token x`.
struct PairScanner {
    private let bytes: [UInt8]
    private let matcher: KeyMatcher
    private let pseudonyms: Pseudonyms
    private var position = 0

    init(_ text: String, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        bytes = Array(text.utf8)
        self.matcher = matcher
        self.pseudonyms = pseudonyms
    }

    /// Whether a text could hold a key and its value at all: a colon or an equals sign behind a word, or an option.
    static func mayFind(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            for index in text.indices.dropFirst() {
                switch text[index] {
                case UInt8(ascii: ":"):
                    if index + 1 < text.count, text[index + 1] != UInt8(ascii: "/"), !text[index - 1].isASCIIDigit { return true }
                case UInt8(ascii: "="): return true
                case UInt8(ascii: "-"): if text[index - 1] == UInt8(ascii: "-") { return true }
                default: break
                }
            }
            return false
        }
    }

    /// The text without the values of secret keys; `nil` if it has none.
    mutating func redacted(counting counts: inout [String: Int]) -> String? {
        var result: [UInt8] = []
        var copied = 0
        while let key = nextKey() {
            position = key.upperBound
            guard let start = valueStart(after: key), let rule = matcher.rule(for: String(decoding: bytes[key], as: UTF8.self)) else {
                continue
            }
            let value = value(
                from: start, toLineEnd: rule == "authorization" || rule == "cookie",
                isAfterColon: bytes[key.upperBound..<start].contains(UInt8(ascii: ":")))
            position = max(value.upperBound, key.upperBound)
            guard !value.isEmpty, !isHarmless(value) else { continue }
            result += bytes[copied..<value.lowerBound]
            result += pseudonyms.text(for: bytes[value]).utf8
            copied = value.upperBound
            counts["key " + rule, default: 0] += 1
        }
        return copied == 0 ? nil : String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    private mutating func nextKey() -> Range<Int>? {
        guard let start = bytes[position...].firstIndex(where: Self.belongsToKey) else { return nil }
        return start..<(bytes[start...].firstIndex { !Self.belongsToKey($0) } ?? bytes.count)
    }

    private static func belongsToKey(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80
    }

    /// Where the value begins: behind a colon, an equals sign, or the blank that follows a command line's option.
    private func valueStart(after key: Range<Int>) -> Int? {
        var index = skip(key.upperBound) {
            $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "]")
        }
        let isOption = bytes[key].starts(with: "--".utf8) && index == key.upperBound
        index = skip(index) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            // "::" and "==" are no assignments, "://" is a URL; "=>" and ":=" are.
            if next == bytes[index] || bytes[index...].starts(with: "://".utf8) { return nil }
            index = skip(index + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") }
            return skip(index) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
        return isOption && index > key.upperBound ? index : nil
    }

    private func value(from start: Int, toLineEnd: Bool, isAfterColon: Bool) -> Range<Int> {
        let slashes = skip(start) { $0 == UInt8(ascii: "\\") }
        if slashes < bytes.count, bytes[slashes] == UInt8(ascii: "\"") || bytes[slashes] == UInt8(ascii: "'") {
            let opening = bytes[start...slashes]
            return (slashes + 1)..<quoteEnd(opening, from: slashes + 1)
        }
        let name = skip(start) { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
        if name < bytes.count, "([{".utf8.contains(bytes[name]), !bytes[name...].starts(with: "[REDACTED".utf8) {
            return start..<balancedEnd(from: name)
        }
        var end = start
        while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d {
            if isPseudonym(at: end) {
                end += Self.pseudonymCount
                continue
            }
            if !toLineEnd, endsValue(end, isAfterColon: isAfterColon) { break }
            end += 1
        }
        while end > start, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return start..<end
    }

    /// Punctuation ends a value only where no letter or digit follows, since a password may hold some.
    private func endsValue(_ index: Int, isAfterColon: Bool) -> Bool {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
        if !isAfterColon, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "&") { return true }
        return ",;)]}".utf8.contains(byte) && (index + 1 == bytes.count || !bytes[index + 1].isASCIIAlphanumeric)
    }

    private func quoteEnd(_ quote: ArraySlice<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index...].starts(with: quote) { return index }
            // Within plain quotes a backslash escapes whatever follows; within escaped ones the quote would have more of them.
            index += bytes[index] == UInt8(ascii: "\\") && quote.count == 1 ? 2 : 1
        }
        return bytes.count
    }

    /// Behind the bracket that closes the one at an index; the end of the text if none does.
    private func balancedEnd(from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: "\""): index = quoteEnd(bytes[index...index], from: index + 1)
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// Whether nothing of a value is left to hide: it is none, or there is no letter nor digit beside pseudonyms.
    private func isHarmless(_ value: Range<Int>) -> Bool {
        let text = bytes[value]
        var index = value.lowerBound
        while index < value.upperBound, !bytes[index].isASCIIAlphanumeric, bytes[index] < 0x80 {
            index += isPseudonym(at: index) ? Self.pseudonymCount : 1
        }
        return index >= value.upperBound || text.starts(with: "[REDACTED]".utf8) || text.starts(with: "REDACTED-".utf8)
            || ["nil", "null", "true", "false"].contains { text.elementsEqual($0.utf8) }
    }

    private static let pseudonymCount = 19

    private func isPseudonym(at index: Int) -> Bool {
        bytes[index...].starts(with: "[REDACTED ".utf8) && index + Self.pseudonymCount <= bytes.count
            && bytes[index + Self.pseudonymCount - 1] == UInt8(ascii: "]")
    }

    private func skip(_ start: Int, while belongs: (UInt8) -> Bool) -> Int {
        bytes[min(start, bytes.count)...].firstIndex { !belongs($0) } ?? bytes.count
    }
}
