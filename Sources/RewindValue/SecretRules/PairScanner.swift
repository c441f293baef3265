/// Finds values beside a secret's key in free text, such as `password=x`, `API key: x`, `"pin": "x"`, `secret: Optional("x")`, `--token x`, `pwd -> x`.
///
/// Some keys are secret ones only where they stand: the `session` of a cookie, the `P` of a Wi-Fi network's QR code.
package struct PairScanner {
    private let bytes: [UInt8]
    private let matcher: KeyMatcher
    private let pseudonyms: Pseudonyms
    private var position = 0
    /// Whether the text holds a JSON Web Key, whose members have names of one letter.
    private let hasKeySet: Bool
    /// Whether the text is what a QR code of a Wi-Fi network says.
    private let isNetwork: Bool

    package init(_ text: String, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        bytes = Array(text.utf8)
        self.matcher = matcher
        self.pseudonyms = pseudonyms
        isNetwork = bytes.starts(with: "WIFI:".utf8)
        hasKeySet = bytes.withUnsafeBufferPointer { $0.contains(UInt8(ascii: "k")) && $0.find("kty", from: 0, to: $0.count) != nil }
    }

    /// Whether a text could hold a key and its value at all: a sign that joins them behind a word, or an option.
    package static func mayFind(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { text in
            var digits = false  // whether the present word has some
            var length = 0
            for index in text.indices.dropFirst() {
                length = text[index] == UInt8(ascii: " ") ? 0 : length + 1
                digits = length > 0 && (digits || text[index].isASCIIDigit)
                if digits, length >= 8 { return true }
                switch text[index] {
                case UInt8(ascii: ":"):
                    if index + 1 < text.count, text[index + 1] != UInt8(ascii: "/"), !text[index - 1].isASCIIDigit { return true }
                case UInt8(ascii: "="), UInt8(ascii: ">"), 0x09, 0x0a, 0x0d: return true
                case UInt8(ascii: "-"): if text[index - 1] == UInt8(ascii: "-") { return true }
                case 0xEF: if text.wideSign(at: index) != nil { return true }
                case UInt8(ascii: "s"), UInt8(ascii: "S"): if text.mayBeVerb(at: index) { return true }
                default: break
                }
            }
            return false
        }
    }

    /// The text without the values of secret keys; `nil` if it has none.
    package mutating func redacted(counting counts: inout [String: Int]) -> String? {
        var result: [UInt8] = []
        var copied = 0
        while let key = nextKey() {
            position = key.upperBound
            guard bytes[key].contains(where: { $0 >= 0x80 || ($0 | 0x20).isASCIILetter }) else { continue }
            guard let joint = joint(after: key), !joint.isLoose || mayBeSecret(behind: joint), let rule = rule(for: key, joint) else {
                continue
            }
            let value =
                joint.isElement
                ? joint.value..<skip(joint.value) { $0 != UInt8(ascii: "<") }
                : value(
                    from: joint.value,
                    toLineEnd: joint.isColon && (rule.hasPrefix("authori") || rule == "cookie" || rule.hasSuffix("authenticate")),
                    isAfterColon: joint.isColon)
            // What a blank divides may be the next key.
            if !joint.isLoose { position = max(value.upperBound, key.upperBound) }
            guard !value.isEmpty, !isHarmless(value), isSecret(value, beside: rule, key, joint) else { continue }
            position = max(value.upperBound, key.upperBound)
            result += bytes[copied..<value.lowerBound]
            result += pseudonyms.text(for: bytes[value]).utf8
            copied = value.upperBound
            counts["key " + rule, default: 0] += 1
        }
        return copied == 0 ? nil : String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    // MARK: Keys

    private mutating func nextKey() -> Range<Int>? {
        var start = position
        while start < bytes.count, !belongsToKey(start) { start += 1 }
        guard start < bytes.count else { return nil }
        var end = start
        while end < bytes.count, belongsToKey(end) { end += 1 }
        // The hyphen of "->" is none of the word's.
        if end < bytes.count, bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: "-"), end - start > 1 { end -= 1 }
        return start..<end
    }

    private func belongsToKey(_ index: Int) -> Bool {
        let byte = bytes[index]
        if byte.isASCIIAlphanumeric { return true }
        if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") {  // as in "p@ssword"
            return index > 0 && index + 1 < bytes.count && (bytes[index - 1] | 0x20).isASCIILetter
                && (bytes[index + 1].isASCIIAlphanumeric || bytes[index + 1] == byte)
                || index > 1 && bytes[index - 1] == byte && (bytes[index - 2] | 0x20).isASCIILetter
        }
        if byte < 0x80 { return byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") }
        let width = bytes.withUnsafeBufferPointer { bytes in (max(0, index - 2)...index).contains { bytes.wideSign(at: $0) != nil } }
        return !width
    }

    /// How many bytes before a key may belong to it.
    private static let phraseLimit = 64

    /// The rule of a word with up to three words before it: `my API key`.
    private func rule(for key: Range<Int>, _ joint: Joint) -> String? {
        if hasKeySet, key.count <= 2, ["d", "k", "p", "q", "dp", "dq", "qi"].contains(where: { bytes[key].elementsEqual($0.utf8) }) {
            return "private key"
        }
        if let rule = ruleByPlace(of: key, joint) { return rule }
        var start = key.lowerBound
        let lowest = max(0, start - Self.phraseLimit)
        for _ in 0..<3 {
            guard start > 1, " ./'@$".utf8.contains(bytes[start - 1]), belongsToKey(start - 2) else { break }
            var word = start - 2
            while word > lowest, belongsToKey(word - 1) { word -= 1 }
            // A word that goes on is data.
            if word > 0, belongsToKey(word - 1) { break }
            // What an option's or another pair's value is belongs to no key.
            if word > 0, "=:".utf8.contains(bytes[word - 1]) { break }
            start = word
        }
        // It has the key's own letters, too.
        guard matcher.mayHaveRule(bytes[start..<key.upperBound]) else { return nil }
        return matcher.rule(for: String(decoding: bytes[start..<key.upperBound], as: UTF8.self), atEnd: true)
            ?? (joint.isLoose ? nil : matcher.rule(for: String(decoding: bytes[key], as: UTF8.self)))
    }

    /// The rule of a word that is a secret's key here, and elsewhere none.
    private func ruleByPlace(of key: Range<Int>, _ joint: Joint) -> String? {
        if isNetwork, joint.isColon, bytes[key].elementsEqual("P".utf8) { return "password" }
        guard key.upperBound < bytes.count, bytes[key.upperBound] == UInt8(ascii: "="), bytes[key].elementsEqual("session".utf8) else {
            return nil
        }
        let end = skip(joint.value) { $0 > 0x20 && !",;&\"'".utf8.contains($0) }
        return Self.isIrregular(bytes[joint.value..<end]) ? "cookie" : nil
    }

    // MARK: Joints

    /// What stands between a key and its value.
    private struct Joint {
        var value: Int
        var isColon = false
        /// Whether it is a blank, the end of a line or a verb, which also stand between words of a sentence.
        var isLoose = false
        var isVerb = false
        /// Whether it is nothing but a blank: then the value has to look like nothing else.
        var isBlank = false
        /// Whether the key is that of an element, whose end ends the value.
        var isElement = false
    }

    private func joint(after key: Range<Int>) -> Joint? {
        // Nearly always another word follows, that is no verb.
        let next = key.upperBound + 1
        if next < bytes.count, bytes[next - 1] == UInt8(ascii: " "), (bytes[next] | 0x20).isASCIILetter,
            !"einvcwt".utf8.contains(bytes[next] | 0x20),
            bytes[key.lowerBound] != UInt8(ascii: "-")
        {
            return Joint(value: next, isLoose: true, isVerb: true, isBlank: true)
        }
        var index = skip(key.upperBound) { "\\\"'`]*)".utf8.contains($0) }
        let isOption = bytes[key].starts(with: "--".utf8) && index == key.upperBound
        if key.lowerBound > 0, bytes[key.lowerBound - 1] == UInt8(ascii: "<"), index < bytes.count, bytes[index] == UInt8(ascii: ">") {
            return Joint(value: index + 1, isElement: true)  // <password>…</password>
        }
        if has("</key>", index), key.lowerBound > 4, has("<key>", key.lowerBound - 5) {
            let element = skip(index + 6) { $0 <= 0x20 }  // <key>password</key> <string>…</string>, of a property list
            return has("<string>", element) || has("<data>", element)
                ? Joint(value: skip(element) { $0 != UInt8(ascii: ">") } + 1, isElement: true) : nil
        }
        let blank = index
        index = skip(index) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard index < bytes.count else { return nil }
        if let wide = wideSign(at: index) {
            return Joint(value: skip(index + 3) { $0 == UInt8(ascii: " ") }, isColon: wide == UInt8(ascii: ":"))
        }
        if has("->", index) { return Joint(value: skip(index + 2, while: Self.isBlank)) }
        if bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            // "::" and "==" are no assignments, "://" is a URL; "=>" and ":=" are.
            if next == bytes[index] || has("://", index) { return nil }
            let isColon = bytes[index] == UInt8(ascii: ":") && next != UInt8(ascii: "=")
            let end = skip(index + 1) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=") }
            let start = skip(end, while: Self.isBlank)
            // On the next line, if that is nothing but a value.
            let line = skip(start) { $0 == 0x0a || $0 == 0x0d || Self.isBlank($0) }
            return line > start && line < bytes.count ? Joint(value: line, isLoose: true) : Joint(value: start, isColon: isColon)
        }
        if isOption, index > key.upperBound { return Joint(value: index) }
        for attribute in ["value=", "content=", "Value="] where index > blank && has(attribute, index) {
            return Joint(value: index + attribute.utf8.count)
        }
        if index > blank, bytes[blank..<index].contains(0x09) { return Joint(value: index, isLoose: true) }
        if bytes[index] == 0x0a || bytes[index] == 0x0d { return Joint(value: skip(index) { $0 <= 0x20 }, isLoose: true) }
        if has("- ", index), index > blank { return Joint(value: index + 2, isLoose: true, isVerb: true) }
        return index > blank ? verb(at: index) ?? Joint(value: index, isLoose: true, isVerb: true, isBlank: true) : nil
    }

    /// `is` or `was`, as in "the password is hunter2", "changed the password to: hunter2".
    private func verb(at index: Int) -> Joint? {
        for verb in ["is ", "was ", "ist ", "est ", "es ", "is: ", "was: ", "to: ", "now: "] where has(verb, index) {
            return Joint(value: index + verb.utf8.count, isLoose: true, isVerb: true)
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func wideSign(at index: Int) -> UInt8? { bytes.withUnsafeBufferPointer { $0.wideSign(at: index) } }
    private func has(_ text: String, _ index: Int) -> Bool { bytes.withUnsafeBufferPointer { $0.has(text, at: index) } }

    // MARK: Values

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
        if index >= value.upperBound || text.elementsEqual("[REDACTED]".utf8) { return true }
        if text.starts(with: "REDACTED-".utf8), Pseudonyms.areMark(text.dropFirst(9)) { return true }
        return text.count <= 12 && Self.noValues.contains(String(decoding: text, as: UTF8.self).lowercased())
    }

    /// Whether what a loose joint leads to looks like anything but a word of a sentence: asked before the key, for nearly none does.
    private func mayBeSecret(behind joint: Joint) -> Bool {
        var end = joint.value
        var isOdd = false
        while end < bytes.count, bytes[end] > 0x20 {
            let byte = bytes[end]
            if byte.isASCIIDigit || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
                || end > joint.value && !(byte | 0x20).isASCIILetter || (65...90).contains(byte)
            {
                isOdd = true
            }
            end += 1
        }
        return isOdd && end - joint.value >= (joint.isBlank ? 8 : 4)
    }

    /// Whether a value may be a secret beside such a key: what stands in a sentence or in source code often is none.
    private func isSecret(_ value: Range<Int>, beside rule: String, _ key: Range<Int>, _ joint: Joint) -> Bool {
        let text = bytes[value]
        let isQuoted =
            value.lowerBound > 0 && (bytes[value.lowerBound - 1] == UInt8(ascii: "\"") || bytes[value.lowerBound - 1] == UInt8(ascii: "'"))
        if isQuoted { return true }
        let hasDigit = text.contains(where: { $0.isASCIIDigit })
        if joint.isBlank { return Self.isIrregular(text) || rule == "password" && hasDigit && Self.isMixed(text) }
        if joint.isLoose { return Self.isOdd(text, hasDigit) && (!joint.isVerb || text.count > 3) }
        // "let token = nextToken()": a call, and nothing but a name before its brackets.
        if text.suffix(2).elementsEqual("()".utf8) { return false }
        switch rule {
        // The types of source code.
        case _ where Self.typeNames.contains(where: { text.elementsEqual($0.utf8) || text.dropLast().elementsEqual($0.utf8) }): return false
        // "PIN: 3 new messages"
        case "pin": return text.count { $0.isASCIIDigit } > 2 || !hasDigit && !text.contains(UInt8(ascii: " ")) && text.count > 12
        case "cookie" where !Self.isNumber(text, of: bytes[key]):
            return hasDigit || text.contains(UInt8(ascii: "=")) || !text.contains(UInt8(ascii: " ")) && text.count > 12
        case "token", "cookie", "secret", "credential", "password": return !Self.isNumber(text, of: bytes[key])
        // "pass: 3 of 5 tests"
        case "pass": return text.prefix { $0.isASCIIDigit }.isEmpty || !text.drop { $0.isASCIIDigit }.starts(with: " of ".utf8)
        default: return true
        }
    }

    /// Whether a value says how many of the key's things there are: "tokens: 1200", "cookies: 3 of them".
    private static func isNumber(_ text: ArraySlice<UInt8>, of key: ArraySlice<UInt8>) -> Bool {
        let word = text.prefix { $0 != UInt8(ascii: " ") }
        return key.last.map { $0 | 0x20 } == UInt8(ascii: "s") && word.count < 7
            && word.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ",") }
    }

    /// Whether no word of a sentence looks like it: one word with digits, or of small and large letters, or of signs.
    private static func isOdd(_ text: ArraySlice<UInt8>, _ hasDigit: Bool) -> Bool {
        if text.contains(UInt8(ascii: " ")) || text.contains(UInt8(ascii: ":")) || text.count < 4 { return false }
        return hasDigit || isMixed(text) || text.dropLast().contains { "!#$%&*+^~@".utf8.contains($0) }
    }

    /// Whether there is a capital letter behind its first letter or digit.
    private static func isMixed(_ text: ArraySlice<UInt8>) -> Bool {
        text.filter { $0.isASCIIAlphanumeric }.dropFirst().contains { (65...90).contains($0) }
    }

    /// Whether it is one word of eight characters and more, with letters and digits in turns: no version, date, name of a file.
    private static func isIrregular(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= 8, text.contains(where: { $0.isASCIIDigit }), text.contains(where: { ($0 | 0x20).isASCIILetter }) else {
            return false
        }
        if text.contains(where: { " :/.,(".utf8.contains($0) }) { return false }
        return zip(text, text.dropFirst()).count { $0.isASCIIDigit != $1.isASCIIDigit } > 1
    }

    /// What stands where a value is not, or is not shown.
    private static let noValues: Set<String> = [
        "nil", "null", "none", "true", "false", "yes", "no", "required", "optional", "missing", "empty", "invalid", "valid", "wrong",
        "expired", "hidden", "unknown", "n/a",
        "undefined", "<nil>", "(null)", "redacted", "<redacted>", "changed", "unchanged", "set", "unset", "ok", "granted", "denied",
    ]

    private static let typeNames = [
        "String", "Int", "Data", "Bool", "Character", "Substring", "SecureString", "string", "str", "bytes", "Any",
    ]

    private static let pseudonymCount = 19

    private func isPseudonym(at index: Int) -> Bool {
        bytes[index...].starts(with: "[REDACTED ".utf8) && index + Self.pseudonymCount <= bytes.count
            && bytes[index + Self.pseudonymCount - 1] == UInt8(ascii: "]")
            && Pseudonyms.areMark(bytes[(index + 10)..<(index + 18)])
    }

    private func skip(_ start: Int, while belongs: (UInt8) -> Bool) -> Int {
        bytes[min(start, bytes.count)...].firstIndex { !belongs($0) } ?? bytes.count
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The colon or equals sign whose full-width twin is at an index.
    fileprivate func wideSign(at index: Int) -> UInt8? {
        guard index + 2 < count, self[index] == 0xEF, self[index + 1] == 0xBC else { return nil }
        return self[index + 2] == 0x9A ? UInt8(ascii: ":") : self[index + 2] == 0x9D ? UInt8(ascii: "=") : nil
    }

    /// Whether a verb that joins a word and a value may end here: `is`, `ist`, `es`, `est`, `was`.
    fileprivate func mayBeVerb(at index: Int) -> Bool {
        guard index > 2 else { return false }
        let isWas = self[index - 1] == UInt8(ascii: "a") && self[index - 2] == UInt8(ascii: "w")
        guard
            isWas || (self[index - 1] == UInt8(ascii: "i") || self[index - 1] == UInt8(ascii: "e")) && self[index - 2] == UInt8(ascii: " ")
        else { return false }
        return index + 1 < count && (self[index + 1] == UInt8(ascii: " ") || self[index + 1] == UInt8(ascii: "t"))
    }
}
