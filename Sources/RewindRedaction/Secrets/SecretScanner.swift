package import RewindValue

/// Finds secrets inside a text, by their shape or by the key before them, and replaces them with pseudonyms.
///
/// Each byte is examined once; words that begin like a token or look like no ordinary word, and signs that join a key and a value, are
/// examined further.
package final class SecretScanner: Sendable {
    package let shapes: Set<SecretShape>
    package let matcher: KeyMatcher
    package let pseudonyms: Pseudonyms

    typealias Text = UnsafeBufferPointer<UInt8>

    /// A secret inside a text.
    private struct Hit {
        var shape: SecretShape
        var range: Range<Int>
        /// The rule of the key next to it.
        var rule: String?
        var isInURL = false
    }

    package init(shapes: Set<SecretShape>, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        (self.shapes, self.matcher, self.pseudonyms) = (shapes, matcher, pseudonyms)
    }

    /// The text without secrets; `nil` if it has none.
    package func redacted(_ text: String, counting counts: inout [String: Int]) -> String? {
        var text = text
        return text.withUTF8 { text in
            var result: [UInt8] = []
            var copied = 0
            var position = 0
            while let hit = hit(text, &position) {
                result += text[copied..<hit.range.lowerBound]
                let secret = text[hit.range]
                result += (hit.isInURL ? pseudonyms.urlText(for: secret) : pseudonyms.text(for: secret)).utf8
                copied = hit.range.upperBound
                let rule = hit.rule.map { RuleName(.key, $0) } ?? RuleName(.shape, hit.shape.rawValue)
                counts[rule.description, default: 0] += 1
            }
            return copied == 0 ? nil : String(decoding: result + text[copied...], as: UTF8.self)
        }
    }

    package func finds(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        var position = 0
        return hit(text, &position) != nil
    }

    /// Whether a number is a secret: a card's.
    package func finds(in number: JSONNumber) -> Bool {
        if case .int(let integer) = number { CardNumber.isOne(integer) && shapes.contains(.cardNumber) } else { false }
    }

    /// The next secret from a position on; moves the position behind it.
    private func hit(_ text: Text, _ position: inout Int) -> Hit? {
        // A secret needs room: the shortest is a query item such as "?pin=1".
        guard text.count > 5, !shapes.isEmpty, let bytes = text.baseAddress else { return nil }
        let (signs, count) = (Sign.table, text.count)
        while true {
            position = Self.passSentence(bytes, position, count, signs)
            guard position < count else { return nil }
            let start = position
            let sign = signs[Int(bytes[start])]
            let found: Hit?
            position += 1
            if sign & Sign.word != 0 {
                var inside: UInt8 = 0
                while position < count, signs[Int(bytes[position])] & Sign.word != 0 {
                    inside |= signs[Int(bytes[position])]
                    position += 1
                }
                let next = position + 1 < count && bytes[position + 1] > 0x20 ? signs[Int(bytes[position])] : 0
                let hasDigit = (sign | inside) & Sign.digit != 0
                let goesOn = (sign | inside | next) & Sign.joins != 0
                guard hasDigit || goesOn || Self.schemeLengths.contains(position - start) else { continue }
                found = word(text, start, hasDigit: hasDigit)
            } else if sign & Sign.joint != 0 {
                // Of what has a percent sign, few are a "=" or a ":".
                if bytes[start] == UInt8(ascii: "%"), position >= count || bytes[position] != UInt8(ascii: "3") { continue }
                found = joint(text, start)
            } else if bytes[start] == UInt8(ascii: "-") {
                found =
                    text.privateKey(start).map { Hit(shape: .privateKey, range: $0) }
                    ?? optionValue(text, start).map { Hit(shape: .pair, range: $0.range, rule: $0.rule) }
            } else {
                // The letter of a written `\n` belongs to no word.
                if bytes[start] == UInt8(ascii: "\\"), position < count, bytes[position].isOne(of: "nrt") { position += 1 }
                continue
            }
            if let found, shapes.contains(found.shape), !isPseudonym(text, found.range) {
                position = max(position, found.range.upperBound)
                return found
            }
        }
    }

    /// The lengths of `basic`, `token` and `bearer`.
    private static let schemeLengths = 5...6

    /// The start of the next word or sign that may belong to a secret: skips lower-case words and the characters between them.
    ///
    /// Has no branch for each word, since word lengths are unpredictable.
    @inline(__always)
    private static func passSentence(_ bytes: UnsafePointer<UInt8>, _ position: Int, _ count: Int, _ signs: UnsafePointer<UInt8>) -> Int {
        var (start, index) = (position, position)
        var isInWord: UInt8 = 0
        while index < count {
            let sign = signs[Int(bytes[index])]
            start = isInWord == 0 ? index : start
            if sign & (Sign.first &>> isInWord) != 0 { return start }
            isInWord = sign & Sign.word
            index &+= 1
        }
        return count
    }

    /// The possible meanings of a byte, as a set of bits.
    private enum Sign {
        /// A letter, a digit, an underscore.
        static var word: UInt8 { 1 }
        /// After a character of a word, the byte has to be examined, together with the word.
        static var inside: UInt8 { 2 }
        /// After any other character, the byte has to be examined; shifted by ``word``, this is ``inside``.
        static var first: UInt8 { 4 }
        /// It makes a word unlike those of a sentence.
        static var digit: UInt8 { 8 }
        /// A token may continue after it.
        static var joins: UInt8 { 16 }
        /// It joins a key and a value.
        static var joint: UInt8 { 32 }

        /// The bits of each byte; never freed.
        nonisolated(unsafe) static let table: UnsafePointer<UInt8> = {
            let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
            for byte in UInt8.min...UInt8.max {
                var bits: UInt8 = 0
                if byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") { bits |= word }
                if byte.isASCIIDigit { bits |= digit | inside | first }
                if byte.isOne(of: "-_.~+/=:") { bits |= joins | inside }
                if byte.isOne(of: ":=>%") || byte == 0xEF { bits |= joint | inside | first }
                // Beginnings of a private key or an escape, and of the schemes Basic, Bearer and Token.
                if byte.isOne(of: "-\\_BbTt") { bits |= first }
                if byte == UInt8(ascii: "\\") { bits |= inside }
                (table + Int(byte)).initialize(to: bits)
            }
            return UnsafePointer(table)
        }()
    }

    private func isPseudonym(_ text: Text, _ range: Range<Int>) -> Bool {
        text.has("REDACTED", at: range.lowerBound) || text.has("[REDACTED", at: range.lowerBound)
    }

    // MARK: Words

    /// A secret that begins with a word, or is one.
    ///
    /// - Parameter hasDigit: whether the word has a digit, unlike words of a sentence.
    private func word(_ text: Text, _ start: Int, hasDigit: Bool) -> Hit? {
        guard start + 1 < text.count else { return nil }
        if let token = SecretPrefixIndex.token(in: text, at: start) { return Hit(shape: token.shape, range: token.range) }
        if let range = text.tokenOfOtherForm(start) { return Hit(shape: .serviceKey, range: range) }
        let byte = text[start]
        switch (byte | 0x20, text[start + 1] | 0x20) {
        case (UInt8(ascii: "e"), UInt8(ascii: "y")): if let range = text.jwt(start) { return Hit(shape: .jwt, range: range) }
        case (UInt8(ascii: "b"), UInt8(ascii: "e")):
            if let range = text.credentials("bearer ", start) { return Hit(shape: .bearer, range: range) }
        case (UInt8(ascii: "b"), UInt8(ascii: "a")):
            if let range = text.credentials("basic ", start) { return Hit(shape: .basic, range: range) }
        case (UInt8(ascii: "t"), UInt8(ascii: "o")):
            if let range = text.credentials("token ", start) { return Hit(shape: .bearer, range: range) }
        default: break
        }
        if byte.isASCIIDigit {
            if let range = text.cardNumber(start), !text.isInUUID(range) { return Hit(shape: .cardNumber, range: range) }
            if let range = text.telegramToken(start) { return Hit(shape: .serviceKey, range: range) }
        } else if start + 3 < text.count, text[start + 2].isASCIIDigit, text[start + 3].isASCIIDigit, let range = text.bankAccount(start),
            !text.isInUUID(range)
        {
            return Hit(shape: .iban, range: range)
        }
        return hasDigit ? behindBlank(text, start) : nil
    }

    // MARK: Pairs

    /// A value after a sign that joins it to a key: `password=x`, `API key: x`, `"pin": "x"`, `secret => "x"`.
    private func joint(_ text: Text, _ place: Int) -> Hit? {
        var (keyEnd, valueStart) = (place, place + 1)
        var isColon = text[place] == UInt8(ascii: ":")
        switch text[place] {
        case UInt8(ascii: ">"):
            guard text.byte(place - 1)?.isOne(of: "-=") == true else { return nil }
            keyEnd = place - 1
        case 0xEF:  // the colon in the width of Han
            guard text.has("：", at: place) else { return nil }
            (valueStart, isColon) = (place + 3, true)
        case UInt8(ascii: "%"):
            return percentEncoded(text, place).map { Hit(shape: $0.shape, range: $0.range, rule: $0.rule, isInURL: true) }
        default:
            let next = text.byte(place + 1)
            if isColon, text.has("://", at: place) {
                return text.urlPassword(place).map { Hit(shape: .urlPassword, range: $0, isInURL: true) }
            }
            // "::" and "==" are not assignments; "=>" and ":=" are.
            if next == text[place] || text.byte(place - 1) == text[place] || next == UInt8(ascii: ">") { return nil }
            if next == UInt8(ascii: "=") { return nil }
            if text.byte(place - 1) == UInt8(ascii: ":") { keyEnd = place - 1 }
        }
        guard var key = key(in: text, before: keyEnd) else { return nil }
        // "my PIN is: 48213"
        let isSentence = isColon && ["is", "was"].contains { text[key].elementsEqual($0.utf8) }
        if isSentence, let before = self.key(in: text, before: key.lowerBound) { key = before }
        let isQuery = text.byte(key.lowerBound - 1).map { $0.isOne(of: "?&#") } == true && key.upperBound == place
        let isEncoded = text.byte(key.lowerBound - 1) == UInt8(ascii: "%")
        guard
            let rule = rule(for: key, in: text)
                ?? (isQuery ? text.queryRule(key) : isEncoded ? self.rule(ofEncodedName: key, in: text) : nil)
        else { return text.mayHoldField(key) ? besideName(text, key, from: valueStart, isAfterColon: isColon) : nil }
        let blank = text.run(from: valueStart) { $0.isBlank }
        // The value may be on the next line, if that contains nothing else.
        let line = text.run(from: blank) { $0 <= 0x20 || $0 == UInt8(ascii: "-") && text.byte(blank) == 0x0A }
        if line > blank, text.byte(blank).map({ $0 == 0x0A || $0 == 0x0D }) == true {
            let end = text.run(from: line) { $0 > 0x20 }
            return text.isIrregular(line..<end) ? Hit(shape: .pair, range: text.unquoted(line..<end), rule: rule) : nil
        }
        if isQuery || isEncoded {
            let end = text.run(from: blank) { !$0.endsURL && !$0.isOne(of: "&#") }
            return end > blank && hides(text, blank..<end, rule) ? Hit(shape: .urlQuery, range: blank..<end, isInURL: true) : nil
        }
        let value = text.value(
            from: blank, toLineEnd: isColon && (rule.hasPrefix("authori") || rule.hasPrefix("cookie") || rule.hasSuffix("authenticate")),
            isAfterColon: isColon)
        guard !value.isEmpty, isSecret(text, value, beside: rule, key) else { return nil }
        return Hit(shape: .pair, range: value, rule: rule)
    }

    /// A value whose key is named by a neighbour: `"name": "password", "value": "x"`.
    @inline(never)
    private func besideName(_ text: Text, _ key: Range<Int>, from start: Int, isAfterColon: Bool) -> Hit? {
        let value = text.value(from: text.run(from: start) { $0.isBlank }, toLineEnd: false, isAfterColon: isAfterColon)
        guard !value.isEmpty, let rule = neighbourRule(text, key, value: value), hides(text, value, rule) else { return nil }
        return Hit(shape: .pair, range: value, rule: rule)
    }

    /// A word with letters and digits, after a key and a blank or a verb: `the password is hunter2`, `--token x7Kq21Zz`.
    private func behindBlank(_ text: Text, _ start: Int) -> Hit? {
        let last = text.runStart(before: start, limit: 8) { $0 <= 0x20 || $0.isOne(of: "\"'") }
        let verb = ([" is", " was", " ist", " est", " es", " to:"] as [StaticString]).first {
            text.has($0, at: last - $0.utf8CodeUnitCount)
        }
        let keyEnd = text.runStart(before: last - (verb?.utf8CodeUnitCount ?? 0)) { $0.isBlank }
        guard last < start, let key = key(in: text, before: keyEnd), key.upperBound == keyEnd,
            let rule = rule(for: key, in: text, isLoose: true)
        else { return nil }
        let range = start..<text.run(from: start) { $0 > 0x20 && !$0.isOne(of: "\"'") }
        guard text.isIrregular(range) || range.count > 3 && (verb != nil || rule == "password"), hides(text, range, rule)
        else { return nil }
        return Hit(shape: .pair, range: text.unquoted(range), rule: rule)
    }

    /// The word that ends before an index, without the quotes and brackets around it.
    func key(in text: Text, before end: Int) -> Range<Int>? {
        let last = text.runStart(before: text.runStart(before: end) { $0.isBlank }, limit: 8) { $0.isOne(of: "\"'`\\]*)") }
        let start = text.runStart(before: last, limit: 64) { $0.isBase64URL || $0 >= 0x80 }
        return start < last ? start..<last : nil
    }

    /// The rule of a word with up to three words before it: `my API key`.
    private func rule(for key: Range<Int>, in text: Text, isLoose: Bool = false) -> String? {
        var start = key.lowerBound
        for _ in 0..<3 {
            guard let joint = text.byte(start - 1), joint.isOne(of: " ./'"), let last = text.byte(start - 2),
                last.isBase64URL || last >= 0x80
            else { break }
            let word = text.runStart(before: start - 1, limit: 32) { $0.isBase64URL || $0 >= 0x80 }
            // The value of another pair does not belong to a key.
            if let before = text.byte(word - 1), before.isOne(of: "=:") { break }
            start = word
        }
        guard matcher.mayHaveRule(text[start..<key.upperBound]) else { return nil }
        let phrase = String(decoding: text[start..<key.upperBound], as: UTF8.self)
        return matcher.rule(for: phrase, atEnd: true)
            ?? (isLoose || start == key.lowerBound ? nil : matcher.rule(for: String(decoding: text[key], as: UTF8.self)))
    }

    /// Whether a value next to such a key may be a secret: in a sentence or in source code it often is not.
    private func isSecret(_ text: Text, _ range: Range<Int>, beside rule: String, _ key: Range<Int>) -> Bool {
        let value = text[range]
        guard value.contains(where: { $0.isASCIIAlphanumeric || $0 >= 0x80 }) else { return false }
        if value.count <= 12, Self.noValues.contains(String(decoding: value, as: UTF8.self).lowercased()) { return false }
        if let quote = text.byte(range.lowerBound - 1), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return hides(text, range, rule)
        }
        // "let token = nextToken()": a call; "var password: String": a type.
        if value.suffix(2).elementsEqual("()".utf8) { return false }
        if Self.typeNames.contains(where: { value.elementsEqual($0.utf8) || value.dropLast().elementsEqual($0.utf8) }) { return false }
        let hasDigit = value.contains { $0.isASCIIDigit }
        // "tokens: 1200", "cookies: 3 of them"
        let word = value.prefix { $0 != 0x20 }
        if text[key.upperBound - 1] | 0x20 == UInt8(ascii: "s"), word.count < 7,
            word.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ",") })
        {
            return false
        }
        switch rule {
        // "PIN: 3 new messages", "pin: dropped at the station"
        case "pin": return value.count { $0.isASCIIDigit } > 2 || !hasDigit && !value.contains(0x20) && value.count > 12
        case "cookie", "session": return hasDigit || value.contains(UInt8(ascii: "=")) || !value.contains(0x20) && value.count > 12
        default: return hides(text, range, rule)
        }
    }

    /// Whether a value can be the secret of a rule's word; a word of the app's own hides anything.
    func hides(_ text: Text, _ range: Range<Int>, _ rule: String) -> Bool {
        SecretWords.kinds[rule]?.hides(text[text.unquoted(range)]) ?? true
    }

    /// Words that are used where a value is missing or hidden.
    private static let noValues: Set<String> = [
        "nil", "null", "none", "true", "false", "yes", "no", "required", "optional", "missing", "empty", "invalid", "valid", "wrong",
        "expired", "hidden", "unknown",
        "n/a", "undefined", "<nil>", "(null)", "redacted", "<redacted>", "changed", "unchanged", "set", "unset", "ok", "granted", "denied",
        "[redacted]",
    ]

    private static let typeNames = ["String", "Int", "Data", "Bool", "Character", "Substring", "string", "str", "bytes", "Any"]
}
