// One function a shape: the range of the secret in a text, if one begins at an index.
extension UnsafeBufferPointer<UInt8> {
    func jwt(_ start: Int) -> Range<Int>? {
        guard has("eyJ", at: start) else { return nil }
        let header = run(from: start, while: { $0.isBase64URL })
        guard header - start >= 8, byte(header) == UInt8(ascii: ".") else { return nil }
        let payload = run(from: header + 1, while: { $0.isBase64URL })
        guard payload - header >= 4 else { return nil }
        // The signature may have been left off.
        guard byte(payload) == UInt8(ascii: ".") else { return has("eyJ", at: header + 1) && payload - header > 12 ? start..<payload : nil }
        return start..<run(from: payload + 1, while: { $0.isBase64URL })
    }

    /// After "Bearer " anything that no word of a sentence looks like; if there is nothing else, anything.
    func bearer(_ start: Int) -> Range<Int>? {
        guard let token = schemeValue("bearer", at: start) else { return nil }
        let end = run(from: token) { $0.isBase64URL || "._~+/=".utf8.contains($0) }
        guard end > token else { return nil }
        let isWhole = start == 0 && end == count && self[start] == UInt8(ascii: "B")
        let isOdd = end - token >= 20 || end - token >= 8 && self[token..<end].contains(where: { $0.isASCIIDigit })
        return isWhole || isOdd ? token..<end : nil
    }

    func basic(_ start: Int) -> Range<Int>? {
        guard let token = schemeValue("basic", at: start) else { return nil }
        let end = run(from: token) { $0.isASCIIAlphanumeric || "+/=".utf8.contains($0) }
        guard end - token >= 16, self[(token + 1)..<end].contains(where: { !($0.isASCIILetter) }) else { return nil }
        return token..<end
    }

    /// After "Token " what is as long and irregular as a token.
    func tokenScheme(_ start: Int) -> Range<Int>? {
        guard let token = schemeValue("token", at: start) else { return nil }
        let end = run(from: token) { $0.isBase64URL || "._~+/=".utf8.contains($0) }
        return end - token >= 20 && self[token..<end].contains(where: { $0.isASCIIDigit }) ? token..<end : nil
    }

    /// The password of `ann:password`, behind an option.
    func optionPassword(_ start: Int) -> Range<Int>? {
        let user = run(from: start) { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
        let colon = run(from: user) { $0.isBase64URL || ".@+".utf8.contains($0) }
        guard colon > user, byte(colon) == UInt8(ascii: ":") else { return nil }
        return optionValue(colon + 1)
    }

    /// A word behind an option.
    func optionValue(_ start: Int) -> Range<Int>? {
        let value = run(from: start) { " '\"\\".utf8.contains($0) }
        let end = run(from: value) { !$0.endsURL }
        return end - value > 2 ? value..<end : nil
    }

    /// To the line that ends the key, or to the end of the text.
    func privateKey(_ start: Int) -> Range<Int>? {
        guard let mark = find("PRIVATE KEY", from: start, to: start + 50) else { return nil }
        guard let ending = find("---- END ", from: mark, to: count) ?? find("-----END ", from: mark, to: count) else {
            return start..<count
        }
        let close = find("----", from: ending + 9, to: count).map { run(from: $0) { $0 == UInt8(ascii: "-") } }
        return start..<(close ?? count)
    }

    /// To the line with the check sum, or to the end of the text.
    func puttyKey(_ start: Int) -> Range<Int>? {
        guard let mark = find("Private-MAC:", from: start, to: count) else { return start..<count }
        return start..<run(from: run(from: mark + 12) { $0 == UInt8(ascii: " ") }, while: { $0.isASCIIAlphanumeric })
    }

    /// A bot's number, a colon and 35 characters.
    func telegramToken(_ start: Int) -> Range<Int>? {
        let colon = run(from: start, while: { $0.isASCIIDigit })
        guard (6...16).contains(colon - start), byte(colon) == UInt8(ascii: ":"), byte(colon + 1) == UInt8(ascii: "A") else { return nil }
        let end = run(from: colon + 1, while: { $0.isBase64URL })
        return (34...36).contains(end - colon - 1) ? start..<end : nil
    }

    /// Long words with a mark that only tokens of one service have: Discord's bots, Azure's client secrets, Terraform Cloud, Mailchimp, MaxMind.
    func markedToken(_ start: Int) -> Range<Int>? {
        // Not further than such a token reaches: every word of a long one asks.
        let limit = Swift.min(count, start + 121)
        let end = self[start..<limit].firstIndex { !($0.isBase64URL || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")) } ?? limit
        guard (30...120).contains(end - start) else { return nil }
        let word = start..<end
        if (34...44).contains(word.count), has("Q~", at: start + 4) { return word }
        if (50...100).contains(word.count), find(".atlasv1.", from: start, to: end) != nil { return word }
        if has("_mmk", at: end - 4) { return word }
        let parts = self[word].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map({ $0.count })
        if parts.count == 3, (23...28).contains(parts[0]), parts[1] == 6, (27...40).contains(parts[2]), "MNO".utf8.contains(self[start]) {
            return word
        }
        let hyphen = run(from: start, while: { $0.isHexDigit })
        return hyphen - start == 32 && has("-us", at: hyphen) && (36...37).contains(word.count) ? word : nil
    }

    /// The password behind `://user:`; the user too if it looks like a token, also where no password follows.
    func urlPassword(_ start: Int) -> Range<Int>? {
        guard has("://", at: start) else { return nil }
        let authority = start + 3
        let end = run(from: authority) { !$0.endsURL && !"/?#".utf8.contains($0) }
        guard let at = self[authority..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let colon = self[authority..<at].firstIndex(of: UInt8(ascii: ":"))
        let user = self[authority..<(colon ?? at)]
        let isToken = user.count >= 16 && user.contains(where: { $0.isASCIIDigit }) && !has("REDACTED-", at: authority)
        if isToken { return authority..<at }
        guard let colon, colon + 1 < at, !has("REDACTED-", at: colon + 1) else { return nil }
        return (colon + 1)..<at
    }

    /// The name and the value of `?name=value`, `&name=value` or `#name=value`.
    func queryItem(_ start: Int) -> (name: Range<Int>, value: Range<Int>)? {
        let equals = run(from: start + 1) { $0.isBase64URL || ".[]%".utf8.contains($0) }
        guard equals > start + 1, equals - start <= 64, byte(equals) == UInt8(ascii: "=") else { return nil }
        let end = run(from: equals + 1) { !$0.endsURL && !"&#".utf8.contains($0) }
        guard end > equals + 1, !has("REDACTED-", at: equals + 1), !has("[REDACTED ", at: equals + 1) else { return nil }
        return ((start + 1)..<equals, (equals + 1)..<end)
    }

    /// Whether the URL around a query item is one with which a sign-in comes back, which brings a `code`: `app://oauth/callback?code=…&state=…`.
    func isSignIn(around name: Range<Int>) -> Bool {
        let lowest = Swift.max(0, name.lowerBound - 256)
        let start = self[lowest..<name.lowerBound].lastIndex { $0.endsURL } ?? lowest
        let end = run(from: name.upperBound) { !$0.endsURL }
        let path = String(decoding: self[start..<name.lowerBound], as: UTF8.self).lowercased()
        let rest = String(decoding: self[name.upperBound..<Swift.min(end, name.upperBound + 1_024)], as: UTF8.self)
        return ["auth", "login", "signin", "sign-in", "callback"].contains { path.contains(text: $0) }
            || ["&state=", "&scope="].contains { rest.contains(text: $0) }
    }

    /// Where the value of an HTTP authentication scheme begins.
    private func schemeValue(_ scheme: String, at start: Int) -> Int? {
        guard start + scheme.utf8.count < count, zip(scheme.utf8, self[start...]).allSatisfy({ $0 == $1 | 0x20 }) else { return nil }
        let blank = start + scheme.utf8.count
        let value = run(from: blank) { $0 == UInt8(ascii: " ") }
        return value > blank && value < count ? value : nil
    }

    /// Whether a range that begins a group of digits and letters is inside a UUID, where these say nothing.
    func isInUUID(_ range: Range<Int>) -> Bool {
        [0, 9, 14, 19, 24].contains { offset in
            let start = range.lowerBound - offset
            let end = start + Pseudonyms.uuidCount
            return start >= 0 && end <= count && range.upperBound <= end && Pseudonyms.isUUID(self[start..<end])
        }
    }

    /// Whether no letter, digit or underscore stands before an index; that of `\n`, written out, is none.
    func beginsWord(at start: Int) -> Bool {
        guard start > 0, self[start] != UInt8(ascii: "-") else { return true }
        let before = self[start - 1]
        if !before.isASCIIAlphanumeric && before != UInt8(ascii: "_") { return true }
        return start > 1 && self[start - 2] == UInt8(ascii: "\\") && "nrt".utf8.contains(before)
    }

    func byte(_ index: Int) -> UInt8? { index < count ? self[index] : nil }

    package func has(_ text: String, at start: Int, ignoringCase: Bool = false) -> Bool {
        guard start >= 0, start + text.utf8.count <= count else { return false }
        let bytes = self[start..<(start + text.utf8.count)]
        return ignoringCase ? zip(bytes, text.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 } : bytes.elementsEqual(text.utf8)
    }

    func run(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        self[Swift.min(start, count)...].firstIndex { !belongs($0) } ?? count
    }

    func find(_ text: String, from start: Int, to end: Int) -> Int? {
        var index = start
        while index < Swift.min(end, count) {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}

extension UInt8 {
    /// Whether it is a letter, a digit, a hyphen or an underscore.
    var isBase64URL: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    /// Whether it is a hexadecimal digit.
    @inlinable package var isHexDigit: Bool { isASCIIDigit || (97...102).contains(self | 0x20) }
    fileprivate var endsURL: Bool { self <= 0x20 || self == 0x7f || "\"'<>\\`".utf8.contains(self) }
}
